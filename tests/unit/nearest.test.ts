import { describe, expect, it } from 'vitest';
import { nearestTo } from '../../src/content/nearest.ts';

const item = (title: string, more: { slugs?: string[]; tags?: string[] } = {}) => ({
  title,
  slugs: [],
  tags: [],
  ...more,
});

const all = [
  item('Chunk for the question, not for the token limit'),
  item('Evals before prompts', { tags: ['evals', 'Prompting'] }),
  item('Caf\u00e9 of the question'),
  item('Renamed', { slugs: ['renamed', 'tunnel-lamp'] }),
  item('日本語の題名'),
  item('Of the others'),
];
const found = (address: string, count = 5) =>
  nearestTo(address, all, count).map(({ title }) => title);

describe('ADDRESS-5: the words of an address find', () => {
  it('titles, best first: a word that fewer have weighs more', () => {
    expect(found('/learnings/chunk-questions')).toEqual([all[0]?.title]);
    expect(found('/blog/2024/CAFE_question.html')).toEqual([all[2]?.title, all[0]?.title]);
  });

  it('beginnings of four letters or more', () => {
    expect(found('chunking')).toEqual([all[0]?.title]);
    expect(found('prompt')).toEqual(['Evals before prompts']);
    expect(found('eva')).toEqual([]);
  });

  it('former addresses, tags, and words in any script', () => {
    expect(found('tunnel')).toEqual(['Renamed']);
    expect(found('prompting-tips')).toEqual(['Evals before prompts']);
    expect(found('日本語の題名')).toEqual(['日本語の題名']);
  });

  it('nothing by what more than half of all have, by nothing, and no more than asked for', () => {
    expect(found('the')).toEqual([all[0]?.title, all[2]?.title, all[5]?.title]);
    const others = Array.from({ length: 9 }, (_, n) => item(`The ${n}`));
    expect(nearestTo('the', [...all, ...others], 5)).toEqual([]);
    expect(nearestTo('the-3', [...all, ...others], 5)).toEqual([others[3]]);
    expect(found('')).toEqual([]);
    expect(found('///')).toEqual([]);
    expect(found('the-evals')).toEqual([
      'Evals before prompts',
      all[0]?.title,
      all[2]?.title,
      all[5]?.title,
    ]);
    expect(found('the-evals-before')).toEqual(['Evals before prompts']);
    expect(found('question-evals-renamed', 2)).toHaveLength(2);
  });
});
