import { writeFileSync } from 'node:fs';
import { learnings } from '../../src/content/learnings/learnings.ts';
import type { Brought, BroughtNotes } from '../../src/content/moving-in/brought.ts';
import type { GatheredFiles } from '../../src/content/moving-in/gather-files.ts';
import {
  everyLine,
  type ImportReport,
  outcomeOf,
  reportLines,
  summary,
} from '../../src/content/moving-in/import-report.ts';
import type { ListsPlan } from '../../src/content/moving-in/plan-lists.ts';
import type { NotesPlan } from '../../src/content/moving-in/plan-notes.ts';
import { planSource, readLists } from '../../src/content/moving-in/plan-source.ts';
import type { ReadListFile } from '../../src/content/moving-in/read-list.ts';
import { type ReadNote, readNote } from '../../src/content/moving-in/read-note.ts';
import { UnusableSource } from '../../src/content/moving-in/unusable-source.ts';
import type { SentChange } from '../../src/engine/sync/protocol.ts';
import { counted } from '../../src/lib/in-words.ts';
import { pictureFilesIn, sitePicture } from '../../src/lib/site-picture.ts';
import { broughtFileOf, readBrought, writeBrought } from './brought-notes.ts';
import type { WantedImport } from './import-options.ts';
import { addPictures, isOnSite } from './move-pictures.ts';
import { gatherNotePictures, type NotePictures } from './note-pictures.ts';
import { shortList } from './short-list.ts';
import { type OwnersSite, readTables, sendChanges } from './transfer.ts';

/**
 * `npm run import` of what other programs wrote: makes learnings of Markdown files and posts, and resources and AI tools of lists
 * (src/content/moving-in).
 */

/**
 * Prints what it does, or would do.
 *
 * @throws {NotTransferred} if the server refuses a part
 */
export async function importNotes(
  site: OwnersSite,
  wanted: WantedImport,
  gathered: GatheredFiles,
): Promise<void> {
  const { source } = wanted;
  const brought = readBrought(source);
  const read = [...gathered.files.map(readNote), ...gathered.posts];
  const { lists, refused } = readLists(gathered, wanted.as);
  const [why] = refused;
  if (read.length === 0 && lists.length === 0 && gathered.lists.length === 1 && why !== undefined) {
    throw new UnusableSource(`${source}: ${why.why}.`);
  }
  const own = await gatherNotePictures(read, gathered.pictures, brought.pictures, (path) =>
    isOnSite(site.backend, path.slice(1)),
  );
  const found = { read, lists, refused: [...gathered.refused, ...refused], pictures: own, brought };
  try {
    await bring(site, wanted, found);
  } finally {
    own.end();
  }
}

interface Found {
  readonly read: readonly ReadNote[];
  readonly lists: readonly ReadListFile[];
  readonly refused: GatheredFiles['refused'];
  readonly pictures: NotePictures;
  readonly brought: Brought;
}

async function bring(
  site: OwnersSite,
  { source, isDryRun, list, replace }: WantedImport,
  { read, lists, refused, pictures, brought }: Found,
): Promise<void> {
  const { content, epoch } = await readTables(site.backend, site.token);
  const { ofNotes, ofLists, notes } = planSource({
    ...{ notes: read, lists, pictureAt: pictures.pictureAt, epoch, replace },
    rowsOf: (table) => content.get(table) ?? [],
    brought: brought.notes,
  });
  const plans = [ofNotes, ofLists];
  const report: ImportReport = { plans, notes, lists, refused, replaces: '--replace' };
  if (list !== null) writeFileSync(list, everyLine(report), { flag: 'wx' });
  console.log(summary(outcomeOf(plans)));
  for (const line of shortList(reportLines(report), list)) console.log(line);
  const left = new Set([...ofNotes.edited, ...ofNotes.deleted]);
  // Also those of notes that are as they were: an earlier import may have been interrupted.
  const texts = notes.filter(({ path }) => !left.has(path)).map(({ values }) => values.content);
  const named = pictureFilesIn(texts.join('\n')).filter((it) => pictures.made.has(it));
  if (isDryRun) {
    const count = named.filter((it) => sitePicture(`/${it}`) !== null).length;
    if (count > 0) console.log(`${counted(count, 'picture')} would come along.`);
    console.log(`Nothing was changed: this was a dry run on ${site.name}.`);
    return;
  }
  // Before it is sent: after an interruption the rest is brought, and what has arrived is known.
  const isKept = writeBrought(source, {
    notes: meanwhile(ofNotes.before, ofLists.brought),
    pictures: pictures.brought,
  });
  const moved = await addPictures(site.backend, site.token, named, { pictures: pictures.made });
  for (const { name, why } of moved.refused) console.log(`${name} was not added: ${why}.`);
  await sendChanges(site.backend, site.token, epoch, changesOf(ofNotes, ofLists));
  if (isKept) writeBrought(source, { notes: ofLists.brought, pictures: pictures.brought });
  else
    console.log(
      `${broughtFileOf(source)} cannot be written: what changes there later counts as edited here.`,
    );
  const along = moved.added > 0 ? `, with ${counted(moved.added, 'file')} of pictures` : '';
  const { added, changed } = outcomeOf(plans);
  console.log(`${added} were added to ${site.name}, and ${changed} changed${along}.`);
}

function changesOf({ added, changed }: NotesPlan, lists: ListsPlan): SentChange[] {
  const { table } = learnings;
  return [
    ...added.map(({ row: { id, ...values } }) => ({ op: 'insert' as const, table, id, values })),
    ...changed.map(({ id, values, base }) => ({ op: 'update' as const, table, id, values, base })),
    ...lists.added.map(({ kind, id, values }) => ({
      ...{ op: 'insert' as const, table: kind.table, id, values },
    })),
    ...lists.changed.map(({ kind, id, values, base }) => ({
      ...{ op: 'update' as const, table: kind.table, id, values, base },
    })),
  ] as SentChange[];
}

/** The values that are on their way may be there already; that a site has them is known later. */
function meanwhile(before: BroughtNotes, after: BroughtNotes): BroughtNotes {
  return new Map(
    [...after].map(([path, note]) => [path, { ...note, sites: before.get(path)?.sites ?? [] }]),
  );
}
