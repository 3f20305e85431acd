import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownHtml } from '../../src/content/markdown/markdown-html.ts';
import { learnSyntax, mayBeRare } from '../../src/content/markdown/rare-syntax.ts';
import { tablesAndNotes } from '../../src/content/markdown/tables-and-notes.ts';

const marks = ['|', '-', ':', ':-', '-:', '\n', '\n\n', '> ', '- ', '`', ' ', '[', '[^', ']', ':'];
const piece = fc.constantFrom(
  ...marks,
  'a',
  'b',
  '\n---',
  '\n[^a]: b',
  '[a]',
  '\\',
  '^[',
  '[[a|b]]',
  '[[',
);

it('LEARNING-2: a text that waits for neither tables nor footnotes is read alike with and without them', () => {
  const texts = fc
    .sample(fc.array(piece, { minLength: 1, maxLength: 14 }), { numRuns: 6_000, seed: 7 })
    .map((pieces) => pieces.join(''));
  const readable = texts.filter((text) => !mayBeRare(text));
  const without = readable.map((text) => markdownHtml(text));
  const rare = texts.filter(mayBeRare);
  const rareWithout = rare.map((text) => markdownHtml(text));
  learnSyntax(tablesAndNotes);
  expect(readable.length).toBeGreaterThan(500);
  expect(readable.map((text) => markdownHtml(text))).toEqual(without);
  expect(rare.some((text, place) => markdownHtml(text) !== rareWithout[place])).toBe(true);
});

it.each(['a|b\n-|-', 'a\n:-', '> a\n> -:', 'a[^1]\n\n[^1]: b'])(
  'LEARNING-2: %j waits for them',
  (text) => {
    learnSyntax(tablesAndNotes);
    expect(markdownHtml(text)).toMatch(/<table|data-footnote-ref/);
    expect(mayBeRare(text)).toBe(true);
  },
);
