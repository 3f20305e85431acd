import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  filterResources,
  type ResourceFilter,
} from '../../src/content/resources/resource-filter.ts';
import { type Resource, resources } from '../../src/content/resources/resources.ts';
import { popularTags, sameTag } from '../../src/content/tags.ts';
import { resourceRow } from '../support/rows.ts';

function resource(title: string, columns: Record<string, unknown> = {}): Resource {
  const row = resourceRow({ title, created_at: null, ...columns });
  return resources.toItem(v.parse(resources.row, row));
}

const everything: ResourceFilter = { tag: '', type: null, learningId: null, oldestFirst: false };
const titles = (items: readonly Resource[], filter: Partial<ResourceFilter>) =>
  filterResources(items, { ...everything, ...filter }).map(({ title }) => title);

describe('resources', () => {
  const learning = crypto.randomUUID();
  // In list order: newest first, those without a date last.
  const items = [
    resource('new', { tags: 'RAG, evals', created_at: '2026-03-03T00:00:00Z' }),
    resource('old', {
      tags: 'storage',
      type: 'video',
      learning_id: learning,
      created_at: '2026-03-02T00:00:00Z',
    }),
    resource('undated', { type: 'audio' }),
  ];

  it('RESOURCES-1: are found by a part of any tag, in any case', () => {
    expect(titles(items, { tag: 'ra' })).toEqual(['new', 'old']);
    expect(titles(items, { tag: ' EVALS ' })).toEqual(['new']);
    expect(titles(items, { tag: 'new' })).toEqual([]);
  });

  it('RESOURCES-3 RESOURCES-4: are found by type, by learning, and by all together', () => {
    expect(titles(items, { type: 'audio' })).toEqual(['undated']);
    expect(titles(items, { learningId: learning })).toEqual(['old']);
    expect(titles(items, { tag: 'ra', type: 'video', learningId: learning })).toEqual(['old']);
    expect(titles(items, { tag: 'evals', type: 'video' })).toEqual([]);
  });

  it('RESOURCES-2: are turned round by date; those without one come last', () => {
    expect(titles(items, {})).toEqual(['new', 'old', 'undated']);
    expect(titles(items, { oldestFirst: true })).toEqual(['old', 'new', 'undated']);
  });
});

describe('RESOURCES-5: popular tags', () => {
  const tagged = (...tags: string[]) => tags.map((list) => resource('', { tags: list }));
  const named = (items: readonly Resource[]) => popularTags(items).map(({ tag }) => tag);

  it('are all tags once, the most used first, equally used ones by the alphabet', () => {
    expect(named(tagged('b, c', 'c', 'a'))).toEqual(['c', 'a', 'b']);
    expect(popularTags([])).toEqual([]);
  });

  it('count spellings as one tag, and show the most used', () => {
    expect(popularTags(tagged('rag', 'RAG', 'RAG', 'evals', 'evals'))).toEqual([
      { tag: 'RAG', uses: 3 },
      { tag: 'evals', uses: 2 },
    ]);
  });

  it('are the same tag whatever their case', () => {
    expect(sameTag('RAG', ' rag')).toBe(true);
    expect(sameTag('rag', 'ra')).toBe(false);
  });
});
