import { expect, it } from 'vitest';
import {
  compareParagraphs,
  mergedText,
  type TakenSide,
} from '../../src/features/writing/compare-paragraphs.ts';

/** Two texts that come from one, by paragraphs. */

const text = (...paragraphs: string[]) => paragraphs.join('\n\n');
const differing = (mine: string, theirs: string, before: string) =>
  compareParagraphs(mine, theirs, before).flatMap((part) =>
    part.isSame ? [] : [[part.mine.trim(), part.theirs.trim(), part.changedBy]],
  );
const merged = (mine: string, theirs: string, side: TakenSide) =>
  mergedText(compareParagraphs(mine, theirs, ''), () => side);

it('tells by whom a paragraph was changed, added or deleted', () => {
  const before = text('a', 'b', 'c', 'd');
  expect(differing(text('A', 'b', 'c', 'd'), text('a', 'b', 'C', 'd'), before)).toEqual([
    ['A', 'a', 'me'],
    ['c', 'C', 'them'],
  ]);
  expect(differing(text('a', 'A', 'b', 'c', 'd'), text('a', 'b', 'c', 'd', 'D'), before)).toEqual([
    ['A', '', 'me'],
    ['', 'D', 'them'],
  ]);
  expect(differing(text('b', 'c', 'd'), text('a', 'b', 'c'), before)).toEqual([
    ['', 'a', 'me'],
    ['d', '', 'them'],
  ]);
  expect(differing(text('A', 'b'), text('Ä', 'b'), text('a', 'b'))).toEqual([['A', 'Ä', 'both']]);
});

it('as many on both sides are compared one by one, others as one difference', () => {
  expect(differing(text('A', 'B'), text('a', 'b'), '')).toHaveLength(2);
  expect(differing(text('A', 'B'), text('a'), '')).toEqual([['A\n\nB', 'a', 'both']]);
});

it('blanks at the end of a paragraph are no difference', () => {
  expect(differing('a \n\n\nb\n', 'a\n\nb', '')).toEqual([]);
});

it('what is taken of one side alone is that text, to the last letter', () => {
  const mine = '\n\na\n \nb\nstill b\n\n\n\n```\ncode\n\n\nmore\n```\n';
  const theirs = text('x', 'b\nstill b', 'y');
  expect(merged(mine, theirs, 'mine')).toBe(mine);
  expect(merged(mine, '', 'mine')).toBe(mine);
  expect(merged('', mine, 'theirs')).toBe(mine);
  expect(merged(text('p', 'q'), text('x', 'y'), 'theirs')).toBe(text('x', 'y'));
});

it('both stand behind one another, mine first, as paragraphs of their own', () => {
  expect(merged(text('a', 'z'), text('b', 'z'), 'both')).toBe(text('a', 'b', 'z'));
  expect(merged('a', 'b', 'both')).toBe(text('a', 'b'));
});
