import { writeFileSync } from 'node:fs';
import { kinds } from '../../src/content/kinds.ts';
import { summary } from '../../src/content/moving-in/import-report.ts';
import { printable } from '../../src/content/moving-in/printable.ts';
import { writeContentFile } from '../../src/content/write-content-file.ts';
import { counted } from '../../src/lib/in-words.ts';
import { beginning } from '../../src/lib/shortened.ts';
import { pictureFilesIn } from '../../src/lib/site-picture.ts';
import type { WantedImport } from './import-options.ts';
import { type AddedPictures, addPictures } from './move-pictures.ts';
import { readContentFile } from './read-content-file.ts';
import type { Takeout } from './read-takeout.ts';
import { shortList } from './short-list.ts';
import { contentPlan, type OwnersSite, readTables, sendChanges } from './transfer.ts';

/**
 * `npm run import` of this site's own export: adds the rows that the site does not have, and before them the pictures that they
 * name.
 *
 * @throws {UnusableFile | NotTransferred}
 */
export async function importTakeout(
  site: OwnersSite,
  { source, isDryRun, replace, list }: WantedImport,
  takeout: Takeout,
): Promise<void> {
  const { backend, token, name } = site;
  const there = await readTables(backend, token);
  const wanted = readContentFile(takeout.text, kinds, there.content);
  const plan = contentPlan(kinds, wanted, there, replace);
  const total = summary({
    added: plan.added.length,
    changed: plan.changed.length,
    gone: 0,
    same: plan.same.length,
    edited: plan.different.length,
    deleted: 0,
  });
  const left = plan.different.map(
    (it) => `${it}: other values here, and left alone; --replace overwrites them`,
  );
  if (list !== null) {
    const lines = [
      total,
      ...plan.added.map(({ table, id }) => `${table} ${id}: new`),
      ...plan.changed.map((it) => `${it.table} ${it.id}: changed`),
      ...plan.same.map((it) => `${it}: as it was`),
      ...left,
    ];
    writeFileSync(list, `${lines.map(printable).join('\n')}\n`, { flag: 'wx' });
  }
  const pictures = pictureFilesIn(writeContentFile(wanted));
  if (isDryRun) {
    console.log(total);
    for (const line of shortList(left.map(printable), list)) console.log(line);
    const along = pictures.filter((it) => takeout.pictures.has(it)).length;
    if (along > 0) console.log(`${counted(along, 'file')} of pictures would come along.`);
    console.log(`Nothing was changed: this was a dry run on ${name}.`);
    return;
  }
  const moved = await addPictures(backend, token, pictures, takeout);
  try {
    await sendChanges(backend, token, there.epoch, [...plan.added, ...plan.changed]);
    console.log(
      `${plan.added.length} items were added to ${name}; ${plan.same.length} were there already.`,
    );
    if (plan.changed.length > 0) console.log(`${plan.changed.length} were changed.`);
    if (left.length > 0) {
      console.log(`${left.length} are there with other values, and stay as they are.`);
    }
  } finally {
    tellOfPictures(source, takeout, moved);
  }
}

function tellOfPictures(file: string, { ignored }: Takeout, moved: AddedPictures): void {
  const { added, same, missing, refused } = moved;
  if (added + same > 0) console.log(`Pictures: ${added} added, ${same} were there already.`);
  for (const it of missing) console.log(`${it} is neither in ${file} nor on the site.`);
  for (const { name, why } of refused) console.log(`${name} was not added: ${why}.`);
  if (ignored.length > 0)
    console.log(`Left out, as they are neither rows nor pictures: ${inShort(ignored)}.`);
}

const NAMED = 5;

function inShort(names: readonly string[]): string {
  const more = names.length - NAMED;
  const first = names.slice(0, NAMED).map((it) => `'${printable(beginning(it, 80))}'`);
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
