import { writeFileSync } from 'node:fs';
import { writeContentFile } from '../../src/content/write-content-file.ts';
import { contentFile, writeContentZip } from '../../src/content/write-content-zip.ts';
import { counted } from '../../src/lib/in-words.ts';
import { pictureFilesIn } from '../../src/lib/site-picture.ts';
import { fetchPictures } from './move-pictures.ts';
import { onSite } from './on-site.ts';
import { NotTransferred, readTables } from './transfer.ts';

// As a build sets it, before the kinds are loaded. Nothing here reads it.
Object.assign(globalThis, { __MODEL_FINGERPRINT__: '' });
const { registry } = await import('../../src/content/kinds.ts');
const { exportFolder, isFolderArgument } = await import('./export-folder.ts');

/**
 * `npm run export -- file.zip`: writes all content with its pictures to a file, which must not exist. A file of any other name
 * is JSON, without pictures. A name that ends in `/`, or a folder, gets Markdown, CSV and pictures (export-folder.ts).
 */
const words = process.argv.slice(2);
const [file, option] = words.filter((it) => it !== '--replace');
await onSite(async (site) => {
  const { backend, token, name } = site;
  if (option !== undefined)
    throw new NotTransferred(
      `${option} is not known. It is called so: npm run export -- content.zip, or npm run export -- folder/ [--replace]`,
    );
  if (file !== undefined && isFolderArgument(file))
    return exportFolder(site, file, registry, words.includes('--replace'));
  if (file === undefined) throw new NotTransferred('Name a file: npm run export -- content.zip');
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
});

function write(name: string, data: string | Buffer): void {
  try {
    writeFileSync(name, data, { flag: 'wx' });
  } catch (error) {
    const isThere = Object(error).code === 'EEXIST';
    throw new NotTransferred(isThere ? `${name} exists already.` : String(error), { cause: error });
  }
}
