import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { learnings } from '../../src/content/learnings/learnings.ts';
import type { GatheredFiles } from '../../src/content/moving-in/gather-files.ts';
import { linkNotes } from '../../src/content/moving-in/link-notes.ts';
import { listsOfPages } from '../../src/content/moving-in/lists-of-pages.ts';
import {
  type ListedRow,
  type ListsPlan,
  planLists,
} from '../../src/content/moving-in/plan-lists.ts';
import {
  type BroughtNotes,
  type NotesPlan,
  planNotes,
} from '../../src/content/moving-in/plan-notes.ts';
import {
  type ListSort,
  type ReadListFile,
  readList,
} from '../../src/content/moving-in/read-list.ts';
import { type ReadNote, readNote } from '../../src/content/moving-in/read-note.ts';
import { UnusableSource } from '../../src/content/moving-in/unusable-source.ts';
import { resources } from '../../src/content/resources/resources.ts';
import { tools } from '../../src/content/tools/tools.ts';
import type { SentChange } from '../../src/engine/sync/protocol.ts';
import { counted } from '../../src/lib/in-words.ts';
import { pictureFilesIn, sitePicture } from '../../src/lib/site-picture.ts';
import { type Brought, broughtFileOf, readBrought, writeBrought } from './brought-notes.ts';
import type { WantedImport } from './import-options.ts';
import {
  everyLine,
  type ImportReport,
  outcomeOf,
  reportLines,
  shortList,
  summary,
} from './import-report.ts';
import { addPictures, isOnSite } from './move-pictures.ts';
import { gatherNotePictures, type NotePictures } from './note-pictures.ts';
import type { OwnersSite } from './on-site.ts';
import { NotTransferred, readTables, sendChanges } from './transfer.ts';

/**
 * `npm run import` of what other programs wrote: makes learnings of Markdown files and posts, and resources and AI tools of lists
 * (src/content/moving-in).
 */

const kindOf = { resources, tools } as const;

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
  const { source, list } = wanted;
  if (list !== null && existsSync(list)) throw new NotTransferred(`${list} exists already.`);
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

function readLists({ lists, files }: GatheredFiles, as: ListSort | null) {
  const paths = lists.map(({ path }) => path);
  const ofPages = listsOfPages(
    paths,
    files.map(({ path }) => path),
  );
  const refused: { path: string; why: string }[] = [];
  const read = lists.flatMap(({ path, text }) => {
    const list = ofPages.get(path) ?? readList(path, text, as);
    if (typeof list !== 'string') return [list];
    refused.push({ path, why: list });
    return [];
  });
  return { lists: read, refused };
}

async function bring(
  site: OwnersSite,
  { source, isDryRun, list, replace }: WantedImport,
  { read, lists, refused, pictures, brought }: Found,
): Promise<void> {
  const { content, epoch } = await readTables(site.backend, site.token);
  const rows = content.get(learnings.table) ?? [];
  const notes = linkNotes(read, idOfNote, titlesTaken(rows, read), pictures.pictureAt);
  const shared = { epoch, replace, idOf: idOfNote, hashOf: fingerprint };
  const ofNotes = planNotes({ ...shared, notes, rows, brought: brought.notes });
  const ofLists = planLists({
    ...{ ...shared, listed: lists.flatMap(listedRows), kinds: Object.values(kindOf) },
    rowsOf: (table) => content.get(table) ?? [],
    brought: ofNotes.brought,
  });
  const report: ImportReport = { plans: [ofNotes, ofLists], notes, lists, refused };
  if (list !== null) writeFileSync(list, everyLine(report), { flag: 'wx' });
  console.log(summary(outcomeOf(report)));
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
    notes: meanwhile(brought.notes, ofLists.brought),
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
  const { added, changed } = outcomeOf(report);
  console.log(`${added} were added to ${site.name}, and ${changed} changed${along}.`);
}

/** The id of what a note or a row becomes: the same each time. A uuid of version 8, whose bits are anybody's. */
export function idOfNote(path: string): string {
  // A list that names ids means these.
  const [own] = /(?<=\.[ct]sv#)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(path) ?? [];
  if (own !== undefined) return own;
  const hash = createHash('sha256')
    .update(`fieldnotes:note:${path.normalize('NFC')}`)
    .digest('hex');
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  const hex = `${hash.slice(0, 12)}8${hash.slice(13, 16)}${variant}${hash.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function listedRows({ path, sort, rows }: ReadListFile): ListedRow[] {
  return rows.map(({ key, values }) => {
    const own = `${path}#${key}`;
    return { path: own, id: idOfNote(own), kind: kindOf[sort], values };
  });
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

type Rows = readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];

function titlesTaken(rows: Rows, files: readonly { path: string }[]): (key: string) => boolean {
  const own = new Set(files.map(({ path }) => idOfNote(path)));
  const others = rows.filter(({ id }) => !own.has(id));
  const titles = new Set(
    others.map(({ title }) => String(title).normalize('NFC').trim().toLowerCase()),
  );
  return (key) => titles.has(key);
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
