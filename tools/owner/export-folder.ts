import { mkdirSync, statSync } from 'node:fs';
import type { NamedKinds } from '../../src/content/folder-export/folder-layout.ts';
import type { FolderRow } from '../../src/content/folder-export/folder-rows.ts';
import {
  nameOfRow,
  planFolder,
  rememberedRows,
  rowText,
} from '../../src/content/folder-export/plan-folder.ts';
import { writeFolder } from '../../src/content/folder-export/write-folder.ts';
import type { BroughtPictures } from '../../src/content/moving-in/brought.ts';
import { fingerprint } from '../../src/content/moving-in/note-ids.ts';
import { printable } from '../../src/content/moving-in/printable.ts';
import { isAsNamed } from '../../src/content/pictures/is-as-named.ts';
import { counted } from '../../src/lib/in-words.ts';
import { readBrought, writeBrought } from './brought-notes.ts';
import {
  type FolderOnDisk,
  isEmptyFolder,
  isExportedFolder,
  readFolderOnDisk,
  removeStale,
  writeInFolder,
} from './folder-on-disk.ts';
import { fetchPictures } from './move-pictures.ts';
import { inOrder } from './read-content-file.ts';
import { readEditedFolder } from './read-edited-folder.ts';
import { shortList } from './short-list.ts';
import { type AllContent, NotTransferred, type OwnersSite, readTables } from './transfer.ts';

/** `npm run export -- folder/`: all content as Markdown, CSV and pictures (src/content/folder-export). */

/** What is called like a folder, or is one. */
export function isFolderArgument(path: string): boolean {
  return /[\\/]$/.test(path) || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

/** @throws {NotTransferred} if the folder holds something else */
export function checkFolder(folder: string): void {
  if (isExportedFolder(folder) || isEmptyFolder(folder)) return;
  throw new NotTransferred(
    `${folder} holds other files: name a new folder, or one that was exported before.`,
  );
}

/**
 * Writes a new folder, or brings an earlier export up to date: files that would say the same are left, and those of what is no
 * more are taken away.
 *
 * @param replace also overwrites what was written into the folder and not imported yet
 * @throws {NotTransferred} if the folder holds something else, or edits that were not imported
 */
export async function exportFolder(
  site: OwnersSite,
  folder: string,
  kinds: NamedKinds,
  replace: boolean,
): Promise<void> {
  checkFolder(folder);
  mkdirSync(folder, { recursive: true });
  const all = await readTables(site.backend, site.token);
  const before = readBrought(folder);
  const earlier = readFolderOnDisk(folder, kinds);
  if (isExportedFolder(folder) && !replace) await checkBrought(site, folder, earlier, kinds, all);
  const { files, pictures } = writeFolder(all.content, kinds);
  removeStale(folder, earlier, new Set([...files.map(({ path }) => path), ...pictures]));
  for (const { path, text } of files) writeInFolder(folder, path, text);
  const missing = await writePictures(site, folder, pictures, earlier);
  const names = [...all.content].flatMap(([table, rows]) =>
    rows.map(({ id }) => nameOfRow({ table, id })),
  );
  remember(folder, kinds, all, names, before);
  const along = counted(pictures.length - missing.length, 'file');
  console.log(
    `${counted(names.length, 'item')} of ${site.name} are in ${folder}, and ${along} of pictures.`,
  );
  for (const it of missing) console.log(`${it} is not in it: the site does not have it.`);
}

function remember(
  folder: string,
  kinds: NamedKinds,
  { content, epoch }: AllContent,
  names: readonly string[],
  before: { notes: Parameters<typeof rememberedRows>[0]; pictures: BroughtPictures },
): void {
  const known = new Set(names);
  const notes = rememberedRows(before.notes, names, kinds, content, epoch, fingerprint);
  writeBrought(folder, {
    notes: new Map([...notes].filter(([name]) => known.has(name))),
    pictures: before.pictures,
  });
}

/** @returns the names of those that the site does not have */
async function writePictures(
  site: OwnersSite,
  folder: string,
  names: readonly string[],
  { pictures }: FolderOnDisk,
): Promise<readonly string[]> {
  const wanted: string[] = [];
  for (const name of names) {
    const bytes = pictures.get(name)?.();
    if (!(bytes instanceof Uint8Array && (await isAsNamed(name, bytes)))) wanted.push(name);
  }
  const missing: string[] = [];
  for await (const { name, bytes } of fetchPictures(site.backend, wanted, (it) => missing.push(it)))
    writeInFolder(folder, name, bytes);
  return missing;
}

/** What somebody has written into the folder is not overwritten before the site has it. */
async function checkBrought(
  site: OwnersSite,
  folder: string,
  earlier: FolderOnDisk,
  kinds: NamedKinds,
  { content, epoch }: AllContent,
): Promise<void> {
  const before = readBrought(folder);
  const brought = before.notes;
  const read = await readEditedFolder(site, earlier, kinds, content, before);
  read.newPictures.end();
  const { added, changed, edited, deleted, orphaned } = planFolder({
    ...{ rows: read.rows, there: content, brought, epoch, replace: false },
    kinds: inOrder(Object.values(kinds)),
    hashOf: fingerprint,
  });
  const byTable = new Map(Object.values(kinds).map((kind) => [kind.table, kind]));
  const isUntouched = (row: FolderRow) => {
    const kind = byTable.get(row.table);
    const known = brought.get(nameOfRow(row))?.values ?? [];
    return kind !== undefined && known.includes(fingerprint(rowText(kind, row.values)));
  };
  const rows = [...added, ...changed.map(({ row }) => row), ...edited, ...deleted, ...orphaned];
  const lines = [
    ...read.problems.map((it) => `${it.path}: ${it.why}`),
    ...rows.filter((row) => !isUntouched(row)).map((it) => `${it.path}:${it.line}: was edited`),
  ];
  if (lines.length === 0) return;
  const shown = shortList([...new Set(lines)], null)
    .map(printable)
    .join('\n');
  throw new NotTransferred(
    `${folder} holds what the site does not have. Import it first, or add --replace to overwrite it:\n${shown}`,
  );
}
