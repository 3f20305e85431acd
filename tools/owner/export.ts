import { existsSync, writeFileSync } from 'node:fs';
import { writeContentFile } from '../../src/content/write-content-file.ts';
import { contentFile, writeContentZip } from '../../src/content/write-content-zip.ts';
import { counted } from '../../src/lib/in-words.ts';
import { pictureFilesIn } from '../../src/lib/site-picture.ts';
import { fetchPictures } from './move-pictures.ts';
import { onSite } from './on-site.ts';
import { NotTransferred, type OwnersSite, readTables } from './transfer.ts';

// As a build sets it, before the kinds are loaded. Nothing here reads it.
Object.assign(globalThis, { __MODEL_FINGERPRINT__: '' });
const { registry } = await import('../../src/content/kinds.ts');
const { checkFolder, exportFolder, isFolderArgument } = await import('./export-folder.ts');

/**
 * `npm run export -- file.zip`: writes all content with its pictures to a file, which must not exist. A file of any other name
 * is JSON, without pictures. A name that ends in `/`, or a folder, gets Markdown, CSV and pictures (export-folder.ts).
 */
await onSite(() => {
  const words = process.argv.slice(2);
  const replace = words.includes('--replace');
  const names = words.filter((it) => it !== '--replace');
  const unknown = names.find((it, i) => i > 0 || it.startsWith('-'));
  if (unknown !== undefined)
    throw new NotTransferred(
      `${unknown} is not known. It is called so: npm run export -- content.zip, or npm run export -- folder/ [--replace]`,
    );
  const [file] = names;
  if (file === undefined) throw new NotTransferred('Name a file: npm run export -- content.zip');
  if (isFolderArgument(file)) {
    checkFolder(file);
    return (site) => exportFolder(site, file, registry, replace);
  }
  if (existsSync(file)) throw new NotTransferred(isThere(file));
  return (site) => exportFile(site, file);
});

async function exportFile({ backend, token, name }: OwnersSite, file: string): Promise<void> {
  const { content } = await readTables(backend, token);
  const text = writeContentFile(content);
  const names = pictureFilesIn(text);
  const count = [...content.values()].reduce((sum, rows) => sum + rows.length, 0);
  if (!/\.zip$/i.test(file)) {
    write(file, text);
    console.log(`${count} items of ${name} are in ${file}.`);
    if (names.length > 0)
      console.log('Their pictures are not in it: with a name that ends in .zip they are.');
    return;
  }
  const missing: string[] = [];
  const pictures = fetchPictures(backend, names, (it) => missing.push(it));
  const zip = await writeContentZip([contentFile(text)], pictures);
  write(file, Buffer.from(await zip.arrayBuffer()));
  const files = counted(names.length - missing.length, 'file');
  console.log(`${count} items of ${name} are in ${file}, and ${files} of pictures.`);
  for (const it of missing) console.log(`${it} is not in it: the site does not have it.`);
}

function write(name: string, data: string | Buffer): void {
  try {
    writeFileSync(name, data, { flag: 'wx' });
  } catch (error) {
    const why = Object(error).code === 'EEXIST' ? isThere(name) : String(error);
    throw new NotTransferred(why, { cause: error });
  }
}

function isThere(name: string): string {
  return `${name} exists already.`;
}
