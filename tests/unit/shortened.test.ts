import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldInWords } from '../../src/content/form/field-in-words.ts';
import type { Field } from '../../src/content/form/form.ts';
import { learningForm } from '../../src/content/learnings/learning-form.ts';
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

const field = learningForm.fields.find(({ input }) => input === 'text') as Field;

/** Every place where a text is cut for a reader, with what stands around it. */
const cuts: readonly [string, (text: string) => string][] = [
  ['a name', (text) => shortName(text)],
  ['the opening of a learning', opening],
  ['the description of a page', described],
  ['the text of a result', (text) => excerptAround(text, new Set())],
  ['what a field holds', (text) => fieldInWords(field, text)],
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

const word = fc.array(fc.constantFrom('a', 'ż', ...signs), { minLength: 1, maxLength: 30 });

it('a cut never ends within a word if one ends in the last two fifths, and takes no more than it may', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 40 }),
      fc.integer({ min: 1, max: 200 }),
      (all, most) => {
        const text = all.map((letters) => letters.join('')).join(' ');
        const shown = shortened(text, most);
        if (text.length <= most) {
          expect(shown).toBe(text);
          return;
        }
        const cut = shown.slice(0, -1);
        expect([shown.at(-1), cut.length <= most, text.startsWith(cut)]).toEqual(['…', true, true]);
        // Where a word ends, a space follows.
        const end = text.lastIndexOf(' ', most);
        if (end >= most * 0.6) expect(cut).toBe(text.slice(0, end));
        else if (end < most / 2) expect(cut).toBe(beginning(text, most));
      },
    ),
  );
});

it.each(cuts)('in %s, words stay whole', (_, cut) => {
  const words = 'zwölf '.repeat(300).trim();
  const rest = cut(words)
    .replace(/^[“…]*\S*/, '')
    .replace(/[”]$/, '');
  expect(rest).toMatch(/^(?: zwölf)+…$/);
});

it('a text without spaces is cut after a sign, wherever its only space is', () => {
  expect(shortened('日本語の文章はここで切れる', 5)).toBe('日本語の文…');
  expect(shortened(`To ${'x'.repeat(90)}`, 20)).toBe(`To ${'x'.repeat(17)}…`);
  expect(shortened('one\ntwo three', 7)).toBe('one\ntwo…');
});

it('a sign without end is cut all the same, and no character of it', () => {
  expect(beginning(`a${'\u0301'.repeat(50)}`, 9)).toHaveLength(9);
  expect(beginning('🎉\u200d'.repeat(50), 4)).toBe('🎉\u200d');
});
