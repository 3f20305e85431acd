import { createHash } from 'node:crypto';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { linkNotes } from '../../src/content/moving-in/link-notes.ts';
import {
  type BroughtNotes,
  type NotesPlan,
  planNotes,
} from '../../src/content/moving-in/plan-notes.ts';
import { type NoteRemark, type ReadNote, readNote } from '../../src/content/moving-in/read-note.ts';
import type { SentChange } from '../../src/engine/sync/protocol.ts';
import { counted } from '../../src/lib/in-words.ts';
import { pictureFilesIn, sitePicture } from '../../src/lib/site-picture.ts';
import { BROUGHT_FILE, type Brought, readBrought, writeBrought } from './brought-notes.ts';
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
  }: { read: readonly ReadNote[]; brought: Brought; refused: Refused; pictures: NotePictures },
): Promise<void> {
  const { content, epoch } = await readTables(site.backend, site.token);
  const rows = content.get(learnings.table) ?? [];
  const notes = linkNotes(read, idOfNote, titlesTaken(rows, read), pictures.pictureAt);
  const plan = planNotes({
    ...{ notes, rows, epoch, replace, idOf: idOfNote, hashOf: fingerprint },
    brought: brought.notes,
  });
  const lines = [...whatHappens(plan), ...remarks(notes, refused)];
  if (list !== null) writeFileSync(list, everyLine(plan, notes, refused), { flag: 'wx' });
  console.log(summary(plan));
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

/** The id of the learning that a note becomes: the same each time. A uuid of version 8, whose bits are anybody's. */
export function idOfNote(path: string): string {
  const hash = createHash('sha256')
    .update(`fieldnotes:note:${path.normalize('NFC')}`)
    .digest('hex');
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  const hex = `${hash.slice(0, 12)}8${hash.slice(13, 16)}${variant}${hash.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function fingerprint(text: string): string {
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

function summary({ added, changed, gone, same, edited, deleted }: NotesPlan): string {
  const more = [
    ...(edited.length > 0 ? [`${edited.length} edited here since`] : []),
    ...(deleted.length > 0 ? [`${deleted.length} deleted here since`] : []),
  ];
  const all = `${added.length} new, ${changed.length} changed, ${gone.length} gone, ${same.length} as they were`;
  return `${[all, ...more].join(', ')}.`;
}

function whatHappens({ edited, deleted, gone }: NotesPlan): string[] {
  return [
    ...edited.map((it) => `${it}: edited here since, and left alone; --replace overwrites it`),
    ...deleted.map((it) => `${it}: deleted here since, and left away; --replace brings it back`),
    ...gone.map((it) => `${it}: no more in the folder; its learning stays`),
  ];
}

type Refused = readonly { readonly path: string; readonly why: string }[];

function remarks(notes: readonly ReadNote[], refused: Refused): string[] {
  const fields = new Map<string, number>();
  const lines = refused.map(({ path, why }) => `${path}: not taken: ${why}`);
  for (const { path, told } of notes) {
    for (const remark of told) {
      if (remark.sort === 'field') fields.set(remark.words, (fields.get(remark.words) ?? 0) + 1);
      else
        lines.push(`${path}${remark.line === null ? '' : `:${remark.line}`}: ${inWords(remark)}`);
    }
  }
  const named = [...fields].map(([name, count]) => `${name} (${count})`).join(', ');
  return named === '' ? lines : [...lines, `Fields that a learning has no place for: ${named}`];
}

function inWords({ sort, words }: NoteRemark): string {
  switch (sort) {
    case 'picture':
      return `the picture ${words} is not taken in; its place in the text stays`;
    case 'file':
      return `${words} is no Markdown file of this folder; the link stays as it is`;
    case 'lost link':
      return `${words} leads to nothing in this folder; it stays as it is`;
    default:
      return words;
  }
}

const SHOWN = 20;

export function shortList(lines: readonly string[], list: string | null): string[] {
  const shown = lines.slice(0, SHOWN).map(printable);
  const more = lines.length - shown.length;
  if (more <= 0) return shown;
  const where = list === null ? '--list file writes them all' : `${list} has them all`;
  return [...shown, `… and ${more} more: ${where}.`];
}

function everyLine(plan: NotesPlan, notes: readonly ReadNote[], refused: Refused): string {
  const lines = [
    summary(plan),
    ...plan.added.map(({ path }) => `${path}: new`),
    ...plan.changed.map(
      ({ path, values }) => `${path}: changed: ${Object.keys(values).join(', ')}`,
    ),
    ...plan.same.map((path) => `${path}: as it was`),
    ...whatHappens(plan),
    ...remarks(notes, refused),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** Names are not ours, and a terminal obeys control characters. */
export function printable(line: string): string {
  return line.replace(/\p{C}/gu, '?');
}
