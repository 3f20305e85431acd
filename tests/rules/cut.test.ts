import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * What people read is cut by src/lib/shortened.ts: `slice` cuts an emoji, or a letter with its accents, in the middle. What is cut
 * to a length is told from what is counted by the name of its limit, or by a number of two digits.
 */
const cut =
  /\.(?:slice|substr|substring)\(\s*0,\s*[^()]*?(?:\b[A-Z_]*(?:LENGTH|LONGEST|EXCERPT|WORDS|TEXT|BEGINNING|TAKEN)[A-Z_]*\b|\b\d{2,}[\d_]*\b)/;

/** Nobody reads what these cut. */
const unread = [
  // The whole text comes a moment later.
  'src/content/markdown/first-words.ts',
  // Something is looked for in it, or it is compared.
  'src/content/learnings/learning-filter.ts',
  'src/content/learnings/learning-sheet.tsx',
  'src/content/moving-in/note-parts.ts',
  'src/content/moving-in/read-wordpress.ts',
  'src/features/writing/edit-links.tsx',
  'src/lib/search-words.ts',
  // Hashes, ids, dates, and characters instead of their halves.
  'src/content/moving-in/note-ids.ts',
  'src/content/moving-in/written-date.ts',
  'src/content/tag-place.ts',
  'src/features/pictures/house-pictures.ts',
  'src/lib/owner-days.ts',
  'src/lib/zones.ts',
  'tools/build/pages/site-pictures.ts',
  'tools/build/plugins/model-fingerprint.ts',
  'tools/owner/note-pictures.ts',
  // It is longer than what is taken, and refused.
  'src/sw/share-target.ts',
  // The rule.
  'src/lib/shortened.ts',
];

it('a text that people read is not cut within a sign', () => {
  const files = ['src', 'tools'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const cutting = files.filter(
    (name) => /\.tsx?$/.test(name) && cut.test(readFileSync(name, 'utf8')),
  );
  expect(cutting.filter((name) => !unread.includes(name))).toEqual([]);
  expect(cutting.length).toBeGreaterThan(10);
});

it.each([
  ['title.slice(0, 80)', true],
  ['words.slice(0, TITLE_LENGTH)', true],
  ['text.substring(0, 2 * EXCERPT)', true],
  ['items.slice(0, RESULTS_SHOWN)', false],
  ['text.slice(0, at)', false],
])('tells what is cut to a length: %s', (code, isCut) => {
  expect(cut.test(code)).toBe(isCut);
});
