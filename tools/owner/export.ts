import { writeFileSync } from 'node:fs';
import { writeContentFile } from '../../src/content/write-content-file.ts';
import { onSite } from './on-site.ts';
import { NotTransferred, readTables } from './transfer.ts';

/** `npm run export -- file.json`: writes all content to a file, which must not exist. */
const [file] = process.argv.slice(2);
await onSite(async ({ backend, token, name }) => {
  if (file === undefined) throw new NotTransferred('Name a file: npm run export -- content.json');
  const { content } = await readTables(backend, token);
  try {
    writeFileSync(file, writeContentFile(content), { flag: 'wx' });
  } catch (error) {
    const isThere = Object(error).code === 'EEXIST';
    throw new NotTransferred(isThere ? `${file} exists already.` : String(error), { cause: error });
  }
  const count = [...content.values()].reduce((sum, rows) => sum + rows.length, 0);
  console.log(`${count} items of ${name} are in ${file}.`);
});
