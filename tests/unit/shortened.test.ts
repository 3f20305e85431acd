import { expect, it } from 'vitest';
import { opening } from '../../src/content/learnings/learning-text.ts';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { shortName } from '../../src/content/short-name.ts';
import { learningPage } from '../../src/features/head/public-page.ts';
import { excerpt, excerptsOfChange } from '../../src/features/outbox/excerpt.ts';
import { excerptAround } from '../../src/features/search/marks.ts';
import { beginning, shortened } from '../../src/lib/shortened.ts';
import { logLine } from '../../tools/server/database/log-line.ts';
import { learningRow } from '../support/rows.ts';

/** Of several characters each, which are one sign. */
const signs = ['👩‍👩‍👧‍👦', '🇪🇺', '👍🏽', 'é', '🎉'];

const described = (description: string) => {
  const row = learningRow({ description }) as Parameters<typeof learnings.toItem>[0];
  return learningPage(learnings.toItem(row), 'a', []).description;
};

/** Every place where a text is cut for a reader, with what stands around it. */
const cuts: readonly [string, (text: string) => string][] = [
  ['a name', (text) => shortName(text)],
  ['the opening of a learning', opening],
  ['the description of a page', described],
  ['the text of a result', (text) => excerptAround(text, new Set())],
  ['a text in the outbox', (text) => excerpt(text)],
  ['the middle of a text in the outbox', (text) => excerpt(text, 51)],
  ['a change in the outbox', (text) => excerptsOfChange(text, `${text.slice(0, 400)}!`)[0]],
];

it.each(cuts.flatMap(([name, cut]) => signs.map((sign) => [name, sign, cut] as const)))(
  'in %s, cut anywhere, %s stays whole',
  (_, sign, cut) => {
    for (let before = 0; before < sign.length; before += 1) {
      const shown = cut('x'.repeat(before) + sign.repeat(600));
      expect(shown.length).toBeLessThan(600);
      expect(
        shown
          .replaceAll(sign, '')
          .replace(/^[“…x]*/, '')
          .replace(/[…”]+$/, ''),
      ).toBe('');
    }
  },
);

it('a line of the log, which holds no joined signs, is cut between characters', () => {
  for (const before of ['', 'x'])
    expect(logLine([before + '🎉'.repeat(600)])).toMatch(/: x?🎉+…$/u);
});

it('a text is cut after a word, or where it has to be', () => {
  expect(shortened('one two', 7)).toBe('one two');
  expect(shortened('one two', 6)).toBe('one…');
  expect(shortened('onetwo', 3)).toBe('one…');
  expect(beginning('a\u0301'.repeat(2), 3)).toBe('a\u0301');
});

it('a sign without end is cut all the same, and no character of it', () => {
  expect(beginning(`a${'\u0301'.repeat(50)}`, 9)).toHaveLength(9);
  expect(beginning('🎉\u200d'.repeat(50), 4)).toBe('🎉\u200d');
});
