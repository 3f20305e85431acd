import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BUILT_FOR } from '../../src/lib/built-page.ts';
import { picturesMissing, staticCopy } from '../../tools/owner/static-copy.ts';

/** The pictures of the site as files to read. A browser reads the whole copy in tests/built/static-copy.spec.ts. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldnotes-static-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, data: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), data);
}

const page = (path: string, body: string) =>
  `<!doctype html><meta name="${BUILT_FOR}" content="${path}"><main>${body}</main>`;

const stem = `/notes/pictures/${'0'.repeat(32)}-1000x500-aabbcc`;
const shown = (of: string) =>
  `<picture><source media="(max-width: 767px)" srcset="${of}-card.webp"><img src="${of}.webp" srcset="${of}.webp 2x, https://there.example/a.webp 3x"></picture>`;

it('PICTURE-7: a copy has the pictures of the site, the small ones too, at addresses of its own', () => {
  put('index.html', page('/notes', ''));
  put('learnings/a.html', page('/notes/learnings/a', shown(stem)));
  for (const ending of ['.webp', '-card.webp']) put(`${stem}${ending}`.slice(7), 'bytes');
  const copy = staticCopy(folder);
  const { document } = new JSDOM(copy.get('learnings/a.html')).window;
  const inCopy = stem.slice('/notes'.length);
  const image = document.querySelector('img');
  expect(document.querySelector('source')?.getAttribute('srcset')).toBe(`..${inCopy}-card.webp`);
  expect(image?.getAttribute('src')).toBe(`..${inCopy}.webp`);
  expect(image?.getAttribute('srcset')).toBe(
    `..${inCopy}.webp 2x, https://there.example/a.webp 3x`,
  );
  for (const ending of ['.webp', '-card.webp'])
    expect(copy.get(`${inCopy}${ending}`.slice(1))?.toString()).toBe('bytes');
  expect(picturesMissing(folder, copy)).toEqual([]);
});

it('PICTURE-7: a copy says which pictures the build could not get, and asks nobody for them', () => {
  put('index.html', page('/notes', shown(stem)));
  put(`${stem}.webp`.slice(7), 'bytes');
  const copy = staticCopy(folder);
  const { document } = new JSDOM(copy.get('index.html')).window;
  expect(document.querySelector('source')?.hasAttribute('srcset')).toBe(false);
  expect(document.querySelector('img')?.getAttribute('src')).toMatch(/^pictures\//);
  expect(picturesMissing(folder, copy)).toEqual([`${stem}-card.webp`.slice(7)]);
});
