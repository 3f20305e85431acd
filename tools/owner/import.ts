import { readFileSync } from 'node:fs';
import { onSite } from './on-site.ts';
import { decodedText, readContentFile } from './read-content-file.ts';
import { addContent, NotTransferred, readTables } from './transfer.ts';

/** `npm run import -- file.json`: adds the content of an exported file that the site does not have yet. */
// As a build sets it, before the kinds are loaded. Nothing here reads it.
Object.assign(globalThis, { __MODEL_FINGERPRINT__: '' });
const { kinds } = await import('../../src/content/kinds.ts');

const [file] = process.argv.slice(2);
await onSite(async ({ backend, token, name }) => {
  if (file === undefined) throw new NotTransferred('Name a file: npm run import -- content.json');
  const text = readText(file);
  const there = await readTables(backend, token);
  const wanted = readContentFile(text, kinds, there.content);
  const { added, same, different } = await addContent(backend, token, kinds, wanted, there);
  console.log(`${added} items were added to ${name}; ${same} were there already.`);
  if (different > 0) {
    console.log(`${different} are there with other values, and stay as they are.`);
  }
});

function readText(name: string): string {
  try {
    return decodedText(readFileSync(name));
  } catch (error) {
    throw new NotTransferred(`${name} cannot be read: ${String(error)}`, { cause: error });
  }
}
