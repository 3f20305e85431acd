import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { learningParagraphs, plainText } from '../../src/content/learnings/learning-text.ts';
import { filterResources } from '../../src/content/resources/resource-filter.ts';
import { resources } from '../../src/content/resources/resources.ts';
import { popularTags } from '../../src/content/tags.ts';

describe('a learning’s text', () => {
  it.each([
    ['a <strong>word</strong>', 'a word'],
    ['<p class="x">one</p>', 'one'],
    ['a < b and List<int>', 'a < b and List<int>'],
    ['Tom &amp; Jerry&nbsp;say &quot;hi&quot; &#39;now&#39;', 'Tom & Jerry say "hi" \'now\''],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['<scr<script></script>ipt>alert(1)</script>', 'alert(1)'],
    ['before<!-- hidden -->after<style>p{}</style>', 'beforeafter'],
  ])('%j reads %j', (content, text) => {
    expect(plainText(content)).toBe(text);
  });

  it('is split on blank lines, of either line ending', () => {
    expect(learningParagraphs('one\nstill one\n\n \n two\r\n\r\nthree')).toEqual([
      'one\nstill one',
      'two',
      'three',
    ]);
  });
});

describe('resources', () => {
  const items = [
    { tags: 'RAG, evals', type: 'text', created_at: '2026-03-03T00:00:00Z' },
    { tags: 'rag', type: 'video', created_at: '2026-03-02T00:00:00Z' },
    { tags: null, type: 'text', created_at: null },
  ].map((columns, n) =>
    resources.toItem(
      v.parse(resources.row, {
        id: crypto.randomUUID(),
        title: `r${n}`,
        description: '',
        link_url: null,
        image_url: null,
        Source: null,
        learning_id: null,
        ...columns,
      }),
    ),
  );
  const all = { tag: '', type: null, learningId: null, oldestFirst: false } as const;
  const titles = (filter: Parameters<typeof filterResources>[1]) =>
    filterResources(items, filter).map(({ title }) => title);

  it('are found by part of a tag in any case, by type, and by both', () => {
    expect(titles({ ...all, tag: 'ra' })).toEqual(['r0', 'r1']);
    expect(titles({ ...all, type: 'text' })).toEqual(['r0', 'r2']);
    expect(titles({ ...all, tag: 'RAG', type: 'video' })).toEqual(['r1']);
    expect(titles({ ...all, learningId: 'none' })).toEqual([]);
  });

  it('are turned round by date; those without one come last', () => {
    expect(titles(all)).toEqual(['r0', 'r1', 'r2']);
    expect(titles({ ...all, oldestFirst: true })).toEqual(['r1', 'r0', 'r2']);
  });

  it('give their tags, the most used first', () => {
    expect(popularTags([...items, ...items.slice(1, 2)])[0]?.tag).toBe('rag');
  });
});
