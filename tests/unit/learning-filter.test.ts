import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  filteredAddress,
  type LearningFilter,
} from '../../src/content/learnings/filtered-address.ts';
import { filterLearnings, learningYears } from '../../src/content/learnings/learning-filter.ts';
import { type Learning, learnings } from '../../src/content/learnings/learnings.ts';
import { learningRow } from '../support/rows.ts';

const learning = (title: string, columns: Record<string, unknown> = {}): Learning =>
  learnings.toItem(v.parse(learnings.row, learningRow({ title, ...columns })));

const everything: LearningFilter = { words: '', tag: '', year: '' };
const titles = (all: readonly Learning[], filter: Partial<LearningFilter>) =>
  filterLearnings(all, { ...everything, ...filter }).map(({ title }) => title);

// In the order of the list: a rank comes before any date.
const all = [
  learning('ranked', { rank: 1, tags: ['RAG'], created_at: '2024-06-01T12:00:00Z' }),
  learning('new', {
    description: 'About Postgres',
    tags: ['rag', 'evals'],
    created_at: '2026-06-01T12:00:00Z',
  }),
  learning('old', {
    content:
      'See [the docs](https://example.com/postgres) and `handlers[0](event)`.\n\n[notes]: /postgres\n\nA Window function.',
    tags: ['ragged'],
    created_at: '2024-06-02T12:00:00Z',
  }),
  learning('undated', { created_at: null }),
];

describe('learnings', () => {
  it('LEARNINGS-3: are found if each word is in title, tags, description or content, in any case', () => {
    expect(titles(all, { words: 'POST about' })).toEqual(['new']);
    expect(titles(all, { words: ' function  docs ' })).toEqual(['old']);
    expect(titles(all, { words: 'evals' })).toEqual(['new']);
    expect(titles(all, { words: 'undat' })).toEqual(['undated']);
    expect(titles(all, { words: 'function postgres' })).toEqual([]);
  });

  it('LEARNINGS-3: are not found by addresses behind links, but by code that looks like a link', () => {
    expect(titles(all, { words: 'postgres' })).toEqual(['new']);
    expect(titles(all, { words: 'event' })).toEqual(['old']);
  });

  it('LEARNINGS-4 LEARNINGS-5 LEARNINGS-6: are found by a whole tag in any case, by year, by all together, and stay in order', () => {
    expect(titles(all, {})).toEqual(['ranked', 'new', 'old', 'undated']);
    expect(titles(all, { tag: 'rag' })).toEqual(['ranked', 'new']);
    expect(titles(all, { year: '2024' })).toEqual(['ranked', 'old']);
    expect(titles(all, { words: 'rank', tag: 'RAG', year: '2024' })).toEqual(['ranked']);
    expect(titles(all, { tag: 'evals', year: '2024' })).toEqual([]);
  });

  it('LEARNINGS-5: have years, the newest first, with how many are of each', () => {
    expect(learningYears(all)).toEqual([
      { year: '2026', count: 1 },
      { year: '2024', count: 2 },
    ]);
  });
});

it('LEARNINGS-6: the choices are the address, which has none that is not made', () => {
  expect(filteredAddress({})).toBe('/learnings');
  expect(filteredAddress({ tag: 'C# & co' })).toBe('/tags/c-sharp-co');
  expect(filteredAddress({ tag: 'C#', year: '2024' })).toBe('/learnings?tag=C%23&year=2024');
  expect(filteredAddress({ words: 'a b', tag: 'x', year: '2024' })).toBe(
    '/learnings?q=a+b&tag=x&year=2024',
  );
});
