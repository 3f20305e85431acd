import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { learnings } from '../../src/content/learnings/learnings.ts';
import type { Brought } from '../../src/content/moving-in/brought.ts';
import { linkNotes } from '../../src/content/moving-in/link-notes.ts';
import { fingerprint, idOfNote } from '../../src/content/moving-in/note-ids.ts';
import {
  type BroughtNotes,
  type NotesPlan,
  planNotes,
} from '../../src/content/moving-in/plan-notes.ts';
import {
  everyLine,
  leftAlone,
  planInWords,
  type RefusedFile,
  remarksInWords,
} from '../../src/content/moving-in/plan-words.ts';
import { type ReadNote, readNote } from '../../src/content/moving-in/read-note.ts';
import { titlesTaken } from '../../src/content/moving-in/titles-taken.ts';
import type { SentChange } from '../../src/engine/sync/protocol.ts';
import { counted } from '../../src/lib/in-words.ts';
import { pictureFilesIn, sitePicture } from '../../src/lib/site-picture.ts';
import { BROUGHT_FILE, readBrought, writeBrought } from './brought-notes.ts';
import { addPictures, isOnSite } from './move-pictures.ts';
import { gatherNotePictures, type NotePictures } from './note-pictures.ts';
import { readNotesFolder } from './notes-folder.ts';
import type { OwnersSite } from './on-site.ts';
import { NotTransferred, readTables, sendChanges } from './transfer.ts';

/** `npm run import -- folder`: makes learnings of a folder's Markdown files (src/content/moving-in). */

export interface NotesImport {
  readonly folder: string;
  /** Tells what would be done, and does nothing. */
  readonly isDryRun: boolean;
  /** Overwrites what was edited on the site, and brings back what was deleted there. */
  readonly replace: boolean;
  /** The file that gets every line. */
  readonly list: string | null;
}

/**
 * @param words of the command line
 * @returns null if they name no folder of notes; an unpacked export is none
 * @throws {NotTransferred} if they name one and cannot be understood
 */
export function notesImportOf(words: readonly string[]): NotesImport | null {
  const isFolder = (it: string) =>
    (statSync(it, { throwIfNoEntry: false })?.isDirectory() ?? false) &&
    !existsSync(join(it, 'content.json'));
  if (!words.some(isFolder)) return null;
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        replace: { type: 'boolean' },
        list: { type: 'string' },
      },
    });
    const [folder, more] = positionals;
    if (folder === undefined || more !== undefined) throw new Error('Name one folder.');
    const { 'dry-run': isDryRun = false, replace = false, list = null } = values;
    return { folder, isDryRun, replace, list };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const usage = 'npm run import -- folder [--dry-run] [--replace] [--list file]';
    throw new NotTransferred(`${why} It is called so: ${usage}`, { cause: error });
  }
}

/**
 * Prints what it does, or would do.
 *
 * @throws {NotTransferred} if the folder cannot be read, or the server refuses a part
 */
export async function importNotes(site: OwnersSite, wanted: NotesImport): Promise<void> {
  const { folder, list } = wanted;
  if (list !== null && existsSync(list)) throw new NotTransferred(`${list} exists already.`);
  const brought = readBrought(folder);
  const { files, pictures, refused } = readNotesFolder(folder);
  const read = files.map(readNote);
  const own = await gatherNotePictures(read, pictures, brought.pictures, (path) =>
    isOnSite(site.backend, path.slice(1)),
  );
  try {
    await bring(site, wanted, { read, brought, refused, pictures: own });
  } finally {
    own.end();
  }
}

async function bring(
  site: OwnersSite,
  { folder, isDryRun, list, replace }: NotesImport,
  {
    read,
    brought,
    refused,
    pictures,
  }: {
    read: readonly ReadNote[];
    brought: Brought;
    refused: readonly RefusedFile[];
    pictures: NotePictures;
  },
): Promise<void> {
  const { content, epoch } = await readTables(site.backend, site.token);
  const rows = content.get(learnings.table) ?? [];
  const notes = linkNotes(read, idOfNote, titlesTaken(rows, read), pictures.pictureAt);
  const plan = planNotes({
    ...{ notes, rows, epoch, replace, idOf: idOfNote, hashOf: fingerprint },
    brought: brought.notes,
  });
  const lines = [...leftAlone(plan, '--replace'), ...remarksInWords(notes, refused)];
  if (list !== null) {
    const all = everyLine(plan, notes, refused, '--replace').map(printable);
    writeFileSync(list, `${all.join('\n')}\n`, { flag: 'wx' });
  }
  console.log(planInWords(plan));
  for (const line of shortList(lines, list)) console.log(line);
  const changes = changesOf(plan);
  const left = new Set([...plan.edited, ...plan.deleted]);
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
  const isKept = writeBrought(folder, {
    notes: meanwhile(brought.notes, plan.brought),
    pictures: pictures.brought,
  });
  const moved = await addPictures(site.backend, site.token, named, { pictures: pictures.made });
  for (const { name, why } of moved.refused) console.log(`${name} was not added: ${why}.`);
  await sendChanges(site.backend, site.token, epoch, changes);
  if (isKept) writeBrought(folder, { notes: plan.brought, pictures: pictures.brought });
  else
    console.log(
      `${join(folder, BROUGHT_FILE)} cannot be written: what changes in the folder later counts as edited here.`,
    );
  const along = moved.added > 0 ? `, with ${counted(moved.added, 'file')} of pictures` : '';
  console.log(
    `${plan.added.length} were added to ${site.name}, and ${plan.changed.length} changed${along}.`,
  );
}

function changesOf({ added, changed }: NotesPlan): SentChange[] {
  const { table } = learnings;
  return [
    ...added.map(({ row: { id, ...values } }) => ({ op: 'insert' as const, table, id, values })),
    ...changed.map(({ id, values, base }) => ({ op: 'update' as const, table, id, values, base })),
  ] as SentChange[];
}

/** The values that are on their way may be there already; that a site has them is known later. */
function meanwhile(before: BroughtNotes, after: BroughtNotes): BroughtNotes {
  return new Map(
    [...after].map(([path, note]) => [path, { ...note, sites: before.get(path)?.sites ?? [] }]),
  );
}

const SHOWN = 20;

export function shortList(lines: readonly string[], list: string | null): string[] {
  const shown = lines.slice(0, SHOWN).map(printable);
  const more = lines.length - shown.length;
  if (more <= 0) return shown;
  const where = list === null ? '--list file writes them all' : `${list} has them all`;
  return [...shown, `… and ${more} more: ${where}.`];
}

/** Names are not ours, and a terminal obeys control characters. */
export function printable(line: string): string {
  return line.replace(/\p{C}/gu, '?');
}
