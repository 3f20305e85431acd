import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type Learning, learnings } from '../../src/content/learnings/learnings.ts';
import { latestOf, neighboursOf, relatedTo } from '../../src/content/learnings/near-learnings.ts';
import { learningRow } from '../support/rows.ts';

const learning = (
  title: string,
  tags: string[],
  created_at: string | null,
  project_id: string | null = null,
): Learning =>
  learnings.toItem(v.parse(learnings.row, learningRow({ title, tags, created_at, project_id })));

const open = learning('open', ['RAG', 'evals', 'cost'], '2026-03-01T00:00:00Z');
const all = [
  learning('one, undated', ['rag'], null),
  learning('two, older', ['Evals', 'rag'], '2026-01-01T00:00:00Z'),
  open,
  learning('one, newer', ['cost', 'COST'], '2026-04-01T00:00:00Z'),
  learning('none', ['storage'], '2026-05-01T00:00:00Z'),
  learning('two, newer', ['evals', 'cost'], '2026-02-01T00:00:00Z'),
];
const titles = (found: readonly Learning[]) => found.map(({ title }) => title);

it('LEARNING-6: related learnings share a tag in any case; those that share most come first, then the newest', () => {
  expect(titles(relatedTo(all, open, 10))).toEqual([
    'two, newer',
    'two, older',
    'one, newer',
    'one, undated',
  ]);
  expect(titles(relatedTo(all, open, 3))).toHaveLength(3);
  expect(relatedTo(all, learning('no tags', [], null), 3)).toEqual([]);
});

it('LEARNING-6: before those that share a tag come those of the same project; without a project that is nobody', () => {
  const project = '5f0dd3a0-0000-4000-8000-000000000001';
  const kin = [
    learning('old kin', [], null, project),
    learning('kin with a tag', ['evals'], '2024-01-01T00:00:00Z', project),
    learning('stranger', [], '2026-06-01T00:00:00Z'),
  ];
  const found = relatedTo([...all, ...kin], { ...open, projectId: project }, 3);
  expect(titles(found)).toEqual(['kin with a tag', 'old kin', 'two, newer']);
  expect(titles(relatedTo(kin, learning('alone', [], null), 3))).toEqual([]);
});

it('LEARNING-5: the previous and the next one are those of the list', () => {
  const { previous, next } = neighboursOf(all, open);
  expect([previous?.title, next?.title]).toEqual(['two, older', 'one, newer']);
  expect(neighboursOf(all, all[0]!).previous).toBeUndefined();
  expect(neighboursOf(all, all.at(-1)!).next).toBeUndefined();
  const elsewhere = learning('not in the list', [], null);
  expect(neighboursOf(all, elsewhere)).toEqual({ previous: undefined, next: undefined });
});

it('DIFF-9: the latest are the newest, in whatever order they are listed; those without a date come last', () => {
  expect(titles(latestOf(all, 3))).toEqual(['none', 'one, newer', 'open']);
  expect(titles(latestOf(all, 10)).at(-1)).toBe('one, undated');
});
