import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/**
 * `npm run shots:compare -- before after`: compares two folders of pictures that `npm run shots` has made, picture by
 * picture, and prints which differ and by how much. Pictures in shots-compared/ mark the differences. The exit code is
 * 1 if there is any: differences are to be looked at and explained.
 */

/** Edges of letters are not drawn the same each time: fewer differing pixels than this, of a thousand, do not count. */
const PER_MILLE_ALIKE = 0.2;

const [before, after] = process.argv.slice(2).map((folder) => resolve(folder));
if (before === undefined || after === undefined) {
  console.error('Two folders of pictures: npm run shots:compare -- before after');
  process.exit(2);
}

const out = resolve('shots-compared');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const picturesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.png'));
const names = [...new Set([...picturesIn(before), ...picturesIn(after)])].sort();
let different = 0;
for (const name of names) {
  const told = compare(name, before, after);
  if (told === null) continue;
  different += 1;
  console.log(`${name}: ${told}`);
}
console.log(`${names.length - different} of ${names.length} pictures are alike.`);
if (different > 0) process.exitCode = 1;

/** @returns the differences, or null */
function compare(name: string, folder: string, other: string): string | null {
  if (!picturesIn(folder).includes(name)) return 'only in the second folder';
  if (!picturesIn(other).includes(name)) return 'only in the first folder';
  const [a, b] = [folder, other].map((one) => PNG.sync.read(readFileSync(join(one, name))));
  if (a === undefined || b === undefined) return null;
  if (a.width !== b.width || a.height !== b.height) {
    return `${a.width} × ${a.height} px has become ${b.width} × ${b.height} px`;
  }
  const marked = new PNG({ width: a.width, height: a.height });
  const count = pixelmatch(a.data, b.data, marked.data, a.width, a.height, { threshold: 0.1 });
  const perMille = (count / (a.width * a.height)) * 1000;
  if (perMille <= PER_MILLE_ALIKE) return null;
  writeFileSync(join(out, name), PNG.sync.write(marked));
  return `${perMille.toFixed(1)} ‰ of the pixels differ`;
}
