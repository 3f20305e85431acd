import { writeContentFile } from '../../src/content/write-content-file.ts';
import { pictureFilesIn } from '../../src/lib/site-picture.ts';
import { isExportedFolder } from './folder-on-disk.ts';
import { type AddedPictures, addPictures } from './move-pictures.ts';
import { onSite } from './on-site.ts';
import { readContentFile, UnusableFile } from './read-content-file.ts';
import { readTakeout, type Takeout } from './read-takeout.ts';
import { addContent, NotTransferred, readTables } from './transfer.ts';

/**
 * `npm run import -- content.zip`: adds the content of an export that the site does not have yet, and before it the pictures that
 * it names. Also from a file of rows alone, and from the folder that a zip was unpacked to. A folder that an export has written is
 * brought back with its edits (import-folder.ts). Of another folder with Markdown files it makes learnings (import-notes.ts).
 */
// As a build sets it, before the kinds are loaded. Nothing here reads it.
Object.assign(globalThis, { __MODEL_FINGERPRINT__: '' });
const { kinds, registry } = await import('../../src/content/kinds.ts');
const { importNotes, notesImportOf } = await import('./import-notes.ts');
const { importFolder } = await import('./import-folder.ts');

const [file, ...options] = process.argv.slice(2);
await onSite(async (site) => {
  const { backend, token, name } = site;
  if (file === undefined) throw new NotTransferred('Name a file: npm run import -- content.zip');
  const notes = notesImportOf([file, ...options]);
  if (notes !== null && isExportedFolder(notes.folder)) return importFolder(site, notes, registry);
  if (notes !== null) return importNotes(site, notes);
  const takeout = readOrSay(file);
  const there = await readTables(backend, token);
  const wanted = readContentFile(takeout.text, kinds, there.content);
  const pictures = pictureFilesIn(writeContentFile(wanted));
  const moved = await addPictures(backend, token, pictures, takeout);
  try {
    const { added, same, different } = await addContent(backend, token, kinds, wanted, there);
    console.log(`${added} items were added to ${name}; ${same} were there already.`);
    if (different > 0) {
      console.log(`${different} are there with other values, and stay as they are.`);
    }
  } finally {
    tellOfPictures(file, takeout, moved);
  }
});

function readOrSay(name: string): Takeout {
  try {
    return readTakeout(name);
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new NotTransferred(`${name} cannot be read: ${String(error)}`, { cause: error });
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

/** Names in a zip are not ours, and a terminal obeys control characters. */
function inShort(names: readonly string[]): string {
  const more = names.length - NAMED;
  const first = names.slice(0, NAMED).map((it) => `'${it.slice(0, 80).replace(/\p{C}/gu, '?')}'`);
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
