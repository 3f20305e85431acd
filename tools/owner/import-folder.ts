import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedKinds } from '../../src/content/folder-export/folder-layout.ts';
import type { FolderRemark, FolderRow } from '../../src/content/folder-export/folder-rows.ts';
import {
  type FolderPlan,
  nameOfRow,
  planFolder,
  rememberedRows,
} from '../../src/content/folder-export/plan-folder.ts';
import { BROUGHT_FILE, type Brought } from '../../src/content/moving-in/brought.ts';
import { outcomeOf, summary } from '../../src/content/moving-in/import-report.ts';
import { fingerprint } from '../../src/content/moving-in/note-ids.ts';
import { printable } from '../../src/content/moving-in/printable.ts';
import type { AnyKind } from '../../src/engine/index.ts';
import type { SentChange } from '../../src/engine/sync/protocol.ts';
import { counted } from '../../src/lib/in-words.ts';
import { pictureFilesIn } from '../../src/lib/site-picture.ts';
import { readBrought, writeBrought } from './brought-notes.ts';
import { type FolderOnDisk, readFolderOnDisk } from './folder-on-disk.ts';
import type { WantedImport } from './import-options.ts';
import { addPictures } from './move-pictures.ts';
import { inOrder } from './read-content-file.ts';
import { type EditedFolder, readEditedFolder } from './read-edited-folder.ts';
import { shortList } from './short-list.ts';
import {
  type AllContent,
  NotTransferred,
  type OwnersSite,
  readTables,
  sendChanges,
  toInsert,
} from './transfer.ts';

/** `npm run import -- folder`, of a folder that an export has written (src/content/folder-export). */

/**
 * Prints what it does, or would do.
 *
 * @throws {NotTransferred} with all that must be mended first, and nothing has changed then; or if the server refuses a part
 */
export async function importFolder(
  site: OwnersSite,
  wanted: WantedImport,
  kinds: NamedKinds,
): Promise<void> {
  const { source: folder, list } = wanted;
  const brought = readBrought(folder);
  const disk = readFolderOnDisk(folder, kinds);
  const there = await readTables(site.backend, site.token);
  const edited = await readEditedFolder(site, disk, kinds, there.content, brought);
  try {
    refuse(edited.problems, list);
    await bringFolder(site, wanted, kinds, { disk, edited, brought, there });
  } finally {
    edited.newPictures.end();
  }
}

async function bringFolder(
  site: OwnersSite,
  { source: folder, isDryRun, replace, list }: WantedImport,
  kinds: NamedKinds,
  {
    disk,
    edited,
    brought,
    there: { content, epoch },
  }: { disk: FolderOnDisk; edited: EditedFolder; brought: Brought; there: AllContent },
): Promise<void> {
  const { rows, told, newPictures } = edited;
  const plan = planFolder({
    ...{ rows, there: content, brought: brought.notes, epoch, replace },
    kinds: inOrder(Object.values(kinds)),
    hashOf: fingerprint,
  });
  const lines = [
    ...whatIsLeft(plan),
    ...told.map(remarkInWords),
    ...disk.others.map((path) => `${path}: is no part of the export, and is not taken`),
  ].map(printable);
  const all = [summary(outcomeOf([plan])), ...everyRow(plan).map(printable), ...lines];
  if (list !== null) writeFileSync(list, `${all.join('\n')}\n`, { flag: 'wx' });
  console.log(summary(outcomeOf([plan])));
  for (const line of shortList(lines, list)) console.log(line);
  if (isDryRun) {
    console.log(`Nothing was changed: this was a dry run on ${site.name}.`);
    return;
  }
  // Also those of rows that are as they were: an earlier import may have been interrupted.
  const kept = [...plan.added, ...plan.changed.map(({ row }) => row), ...plan.same];
  const names = pictureFilesIn(JSON.stringify(kept.map(({ values }) => values)));
  const pictures = await addPictures(site.backend, site.token, names, {
    pictures: new Map([...disk.pictures, ...newPictures.made]),
  });
  for (const it of pictures.missing) console.log(`${it} is neither in ${folder} nor on the site.`);
  for (const { name, why } of pictures.refused) console.log(`${name} was not added: ${why}.`);
  await sendChanges(site.backend, site.token, epoch, changesOf(plan, Object.values(kinds)));
  const now = await readTables(site.backend, site.token);
  const notes = rememberedRows(
    ...([brought.notes, kept.map(nameOfRow), kinds, now.content, now.epoch, fingerprint] as const),
  );
  const isKept = writeBrought(folder, {
    notes,
    pictures: new Map([...brought.pictures, ...newPictures.brought]),
  });
  if (!isKept) {
    console.log(
      `${join(folder, BROUGHT_FILE)} cannot be written: what changes in the folder later counts as edited here.`,
    );
  }
  const along = pictures.added > 0 ? `, with ${counted(pictures.added, 'file')} of pictures` : '';
  console.log(
    `${plan.added.length} were added to ${site.name}, and ${plan.changed.length} changed${along}.`,
  );
}

/** What is printed of many problems; `--list` writes all. */
const SHOWN = 200;

function refuse(problems: readonly FolderRemark[], list: string | null): void {
  if (problems.length === 0) return;
  const lines = sortedByPlace(problems).map(remarkInWords).map(printable);
  if (list !== null) writeFileSync(list, `${lines.join('\n')}\n`, { flag: 'wx' });
  const more = lines.length > SHOWN ? `\n… and ${lines.length - SHOWN} more.` : '';
  throw new NotTransferred(
    `Nothing was changed: ${counted(lines.length, 'thing')} must be mended first.\n${lines.slice(0, SHOWN).join('\n')}${more}`,
  );
}

function sortedByPlace(remarks: readonly FolderRemark[]): readonly FolderRemark[] {
  return [...remarks].sort((a, b) =>
    a.path === b.path ? (a.line ?? 0) - (b.line ?? 0) : a.path < b.path ? -1 : 1,
  );
}

function remarkInWords({ path, line, why }: FolderRemark): string {
  return `${path}${line === null ? '' : `:${line}`}: ${why}`;
}

function changesOf({ added, changed }: FolderPlan, kinds: readonly AnyKind[]): SentChange[] {
  const byTable = new Map(kinds.map((kind) => [kind.table, kind]));
  const inserts = added.flatMap(({ table, id, values }) => {
    const kind = byTable.get(table);
    return kind === undefined ? [] : [toInsert(kind, { ...values, id })];
  });
  const updates = changed.map(
    ({ row: { table, id }, values, base }) =>
      ({ op: 'update', table, id, values, base }) as SentChange,
  );
  return [...inserts, ...updates];
}

const placeOf = ({ path, line }: FolderRow) => `${path}:${line}`;

function whatIsLeft({ edited, deleted, orphaned, gone }: FolderPlan): string[] {
  return [
    ...edited.map(
      (it) => `${placeOf(it)}: edited here since, and left alone; --replace overwrites it`,
    ),
    ...deleted.map(
      (it) => `${placeOf(it)}: deleted here since, and left away; --replace brings it back`,
    ),
    ...orphaned.map((it) => `${placeOf(it)}: left away: what it belongs to was deleted here`),
    ...gone.map((it) => `${it}: no more in the folder; on the site it stays`),
  ];
}

function everyRow({ added, changed, same }: FolderPlan): string[] {
  return [
    ...added.map((it) => `${placeOf(it)}: new`),
    ...changed.map(
      ({ row, values }) => `${placeOf(row)}: changed: ${Object.keys(values).join(', ')}`,
    ),
    ...same.map((it) => `${placeOf(it)}: as it was`),
  ];
}
