import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PLANTED } from '../support/build-site.ts';
import { expect, siteDir, test } from './fixtures.ts';

/** What is in the build, and what is not. */

const files = readdirSync(siteDir, { recursive: true, encoding: 'utf8' });
const read = (name: string) => readFileSync(join(siteDir, name));

test('the build holds the variables that the site uses and no others', () => {
  const telling = files.filter((name) => /\.(js|html|map)$/.test(name));
  expect(telling.length).toBeGreaterThan(10);
  expect(telling.filter((name) => read(name).includes(PLANTED))).toEqual([]);
});

test('every text of the build is there compressed, the service worker as it was written in the end', () => {
  for (const name of ['index.html', 'sw.js']) {
    expect(files).toContain(`${name}.br`);
    expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name))).toBe(true);
    expect(gunzipSync(read(`${name}.gz`)).equals(read(name))).toBe(true);
  }
  const sizeOf = (ending: string) =>
    files
      .filter((name) => name.startsWith('assets/') && name.endsWith(ending))
      .reduce((sum, name) => sum + read(name).length, 0);
  expect(sizeOf('.js.br')).toBeLessThan(sizeOf('.js') / 2);
});

test('the page of pieces is for development alone: nothing of it is in the build', () => {
  const text = files.filter((name) => /\.(js|css|map|html)$/.test(name));
  const holding = text.filter((name) =>
    /Every piece of the interface|features\/pieces\/[^"]+\.tsx"/.test(read(name).toString()),
  );
  expect(holding).toEqual([]);
});
