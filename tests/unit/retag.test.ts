import { describe, expect, it } from 'vitest';
import { registry } from '../../src/content/kinds.ts';
import {
  alikeGroups,
  knownSpelling,
  retag,
  tagColumns,
  tagsEverywhere,
} from '../../src/content/retag.ts';
import type { BaseRow } from '../../src/engine/index.ts';

/** Tags over all kinds: counted, and changed wherever they are. */

const { learnings, resources, tools, projects, friends } = registry;
const rows = (...all: object[]) => all as BaseRow[];
const all = [
  {
    kind: learnings,
    rows: rows(
      { id: 'l1', tags: ['RAG', 'github-actions'] },
      { id: 'l2', tags: ['rag', 'evals'] },
      // An earlier site's database may store a list as text.
      { id: 'l3', tags: 'Github Actions,rag' },
      { id: 'l4', tags: null },
    ),
  },
  { kind: resources, rows: rows({ id: 'r1', tags: 'evals, rag,,' }, { id: 'r2', tags: null }) },
  { kind: tools, rows: rows({ id: 't1', tag: 'github-actions' }, { id: 't2', tag: '' }) },
];
const changed = (from: string[], to: string) =>
  Object.fromEntries(
    retag(all, from, to).map((change) => [change.id, 'values' in change ? change.values : null]),
  );

describe('tags', () => {
  it('are in these columns', () => {
    const columns = [learnings, resources, tools, projects, friends].map(tagColumns);
    expect(columns).toEqual([['tags'], ['tags'], ['tag'], [], []]);
  });

  it('are counted over all kinds, in their most common spelling', () => {
    expect(
      tagsEverywhere(all).map(({ tag, uses, byTable }) => [tag, uses, Object.fromEntries(byTable)]),
    ).toEqual([
      ['rag', 4, { learnings: 3, resources: 1 }],
      ['evals', 2, { learnings: 1, resources: 1 }],
      ['github-actions', 2, { learnings: 1, ai_tools: 1 }],
      ['Github Actions', 1, { learnings: 1 }],
    ]);
  });

  it('that may be meant as one are found', () => {
    const groups = alikeGroups(tagsEverywhere(all)).map((group) => group.map(({ tag }) => tag));
    expect(groups).toEqual([['github-actions', 'Github Actions']]);
    const others = [
      { kind: learnings, rows: rows({ id: 'l', tags: ['c', 'c++', 'A b', 'A_-b', 'a-b'] }) },
    ];
    const [group, ...more] = alikeGroups(tagsEverywhere(others));
    expect([group?.map(({ tag }) => tag), more]).toEqual([['a-b', 'A b', 'A_-b'], []]);
  });
});

describe('a tag that is renamed', () => {
  it('is another one wherever it was, each time in its table’s form', () => {
    expect(changed(['rag'], 'retrieval')).toEqual({
      l1: { tags: ['retrieval', 'github-actions'] },
      l2: { tags: ['retrieval', 'evals'] },
      l3: { tags: 'Github Actions,retrieval' },
      r1: { tags: 'evals,retrieval' },
    });
  });

  it('is had once by an item that has the other one already', () => {
    expect(changed(['rag'], 'Evals')).toMatchObject({
      l2: { tags: ['Evals'] },
      r1: { tags: 'Evals' },
    });
  });

  it('takes others along that are merged into it', () => {
    expect(changed(['github-actions', 'Github Actions'], 'ci')).toEqual({
      l1: { tags: ['RAG', 'ci'] },
      l3: { tags: 'ci,rag' },
      t1: { tag: 'ci' },
    });
  });
});

it('a typed tag takes the spelling that is here', () => {
  const known = ['github-actions', 'RAG', 'rag'];
  expect(
    ['Github Actions', 'github_actions', 'rag', 'Rag', 'new'].map((typed) =>
      knownSpelling(typed, known),
    ),
  ).toEqual(['github-actions', 'github-actions', 'rag', 'RAG', 'new']);
});
