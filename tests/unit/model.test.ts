import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { learningSlug, projectSlug } from '../../src/content/addresses.ts';
import { kinds } from '../../src/content/kinds.ts';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { projects } from '../../src/content/projects/projects.ts';
import { resources } from '../../src/content/resources/resources.ts';
import { tools } from '../../src/content/tools/tools.ts';
import { tracks } from '../../src/content/tracks/tracks.ts';
import { newestFirst, splitTags, textOrNull, uniqueTags } from '../../src/engine/columns.ts';
import { type AnyKind, compareOrder, itemName } from '../../src/engine/define.ts';
import { exampleRow } from '../support/example-rows.ts';
import { learningRow, projectRow, trackRow } from '../support/rows.ts';

describe('slugs', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['  --RAG & evals--  ', 'rag-evals'],
    ['Café 2.0', 'caf-2-0'],
    ['🚀', ''],
  ])('ROUTE-3: of a project titled %j is %j', (title, slug) => {
    expect(projectSlug(title)).toBe(slug);
  });

  it.each([
    ['What is RAG?', 'what-is-rag'],
    ['snake_case and  spaces', 'snake_case-and-spaces'],
    ['Chain-of-thought', 'chain-of-thought'],
    ['!?', ''],
  ])('ROUTE-4: of a learning titled %j is %j', (title, slug) => {
    expect(learningSlug(title)).toBe(slug);
  });

  it('are the id when a title gives no slug', () => {
    const row = v.parse(projects.row, projectRow({ title: '🚀' }));
    expect(projects.toItem(row).slug).toBe(row.id);
    const learning = v.parse(learnings.row, learningRow({ title: '!?' }));
    expect(learnings.toItem(learning).slug).toBe(learning.id);
  });
});

describe('list order', () => {
  const orderOf = (created_at: string | null) => newestFirst(created_at);

  it('DATA-4: is newest first, however the backend writes its timestamps, to the microsecond', () => {
    const newest = orderOf('2026-03-01 10:00:00.000002+00');
    expect(newest).toBeLessThan(orderOf('2026-03-01T10:00:00.000001+00:00'));
    expect(orderOf('2026-03-01T12:00:00+02:00')).toBe(orderOf('2026-03-01T10:00:00Z'));
    expect(orderOf('2026-03-01T10:00:00.1+00:00')).toBe(orderOf('2026-03-01T10:00:00.100000Z'));
    expect(newest).toBeLessThan(orderOf(null));
  });

  it('DATA-4 LEARNINGS-1: of learnings is by rank, then newest first; those without a rank come last', () => {
    const row = (rank: number | null, created_at: string) =>
      v.parse(learnings.row, learningRow({ rank, created_at, title: `${rank} ${created_at}` }));
    const inOrder = [
      row(1, '2025-01-01T00:00:00Z'),
      row(2, '2026-02-01T00:00:00Z'),
      row(2, '2026-01-01T00:00:00Z'),
      row(null, '2026-09-01T00:00:00Z'),
    ];
    const sorted = [...inOrder]
      .reverse()
      .sort((a, b) => compareOrder(learnings.order(a), learnings.order(b)));
    expect(sorted).toEqual(inOrder);
  });

  it('TOOLS-1: of tools without a date is by name', () => {
    const row = (name: string) =>
      v.parse(tools.row, {
        id: crypto.randomUUID(),
        name,
        bio: null,
        picture: null,
        hyperlink: null,
        tag: null,
        created_at: null,
      });
    const names = ['zebra', 'Émile', 'Ann', 'bob', 'emil'];
    names.sort((a, b) => compareOrder(tools.order(row(a)), tools.order(row(b))));
    expect(names).toEqual(['Ann', 'bob', 'emil', 'Émile', 'zebra']);
  });
});

describe('mapping', () => {
  it('DATA-1: names columns as screens do', () => {
    const row = v.parse(resources.row, {
      id: crypto.randomUUID(),
      title: 'T',
      description: 'D',
      link_url: 'https://example.com',
      image_url: ' ',
      tags: 'rag, evals,,rag',
      type: 'audio',
      Source: 'S',
      learning_id: null,
      created_at: '2026-03-01T10:00:00Z',
    });
    expect(resources.toItem(row)).toEqual({
      id: row.id,
      title: 'T',
      description: 'D',
      link: 'https://example.com',
      imageUrl: null,
      tags: ['rag', 'evals'],
      type: 'audio',
      source: 'S',
      learningId: null,
      createdAt: Date.UTC(2026, 2, 1, 10),
      updatedAt: null,
    });
    const track = v.parse(tracks.row, trackRow({ url: 'u', is_current: true }));
    expect(tracks.toItem(track)).toMatchObject({ spotifyUrl: 'u', isCurrentlyPlaying: true });
  });

  it('reads tags kept as a list and as text', () => {
    const tagsOf = (tags: unknown) =>
      learnings.toItem(v.parse(learnings.row, learningRow({ tags }))).tags;
    expect(tagsOf(['a', ' b ', 'a'])).toEqual(['a', 'b']);
    expect(tagsOf('a, b')).toEqual(['a', 'b']);
    expect(tagsOf(null)).toEqual([]);
    expect(splitTags(' ,\u200b,\u3164')).toEqual([]);
    expect(uniqueTags(['x', 'X'])).toEqual(['x', 'X']);
  });

  it('reads a text of which nothing can be seen as none', () => {
    expect(['', ' ', '\u200b\u3164', null].map(textOrNull)).toEqual([null, null, null, null]);
    expect(textOrNull(' a\u200b')).toBe(' a\u200b');
  });

  it.each(kinds.map((kind) => [kind.table, kind] as const))(
    'DATA-6: a name of which nothing can be seen is shown as Untitled: %s',
    (_, kind: AnyKind) => {
      const row = {
        ...kind.blank('2026-03-01T10:00:00Z'),
        ...exampleRow(kind, 1, () => crypto.randomUUID()),
      };
      for (const name of ['', '  ', '\u200b\u3164', '\u2800']) {
        const unseen = { ...row, id: crypto.randomUUID(), [kind.name]: name };
        expect(itemName(kind, unseen)).toBe('Untitled');
        expect(kind.toItem(unseen)).toMatchObject({ [kind.name]: 'Untitled' });
        // No address is made of it.
        const { slug } = kind.toItem({ ...unseen, slug: null });
        if (slug !== undefined) expect(slug).toBe(unseen.id);
      }
    },
  );

  it('keeps columns it does not know, for a later version of the app', () => {
    const parsed = v.parse(projects.row, projectRow({ mood: 'good' }));
    expect(parsed).toHaveProperty('mood', 'good');
  });

  it('has one definition for each table', () => {
    const tables = kinds.map((kind) => kind.table);
    expect(new Set(tables).size).toBe(tables.length);
  });
});
