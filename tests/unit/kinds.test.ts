import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { defineForm } from '../../src/content/form/form.ts';
import { columnsOf, missingColumns, valuesOf } from '../../src/content/form/values.ts';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { projects } from '../../src/content/projects/projects.ts';
import {
  date,
  flag,
  link,
  number,
  picture,
  reference,
  tags,
  text,
  timestamp,
} from '../../src/engine/columns.ts';
import { defineKind, type ItemOf, type RowOf } from '../../src/engine/define.ts';
import { find } from '../../src/engine/mirror/query.ts';
import { insert, update } from '../../src/engine/mutation.ts';

/** A kind with a column of nearly every sort. */
const books = defineKind({
  table: 'books',
  columns: {
    title: text({ required: true }),
    author: text({ default: 'anonymous', search: 'tags' }),
    rating: number(),
    read_at: date(),
    url: link({ as: 'shop' }),
    cover: picture(),
    tags: tags('list'),
    is_best: flag({ by: 'elsewhere', exclusive: true }),
    learning_id: reference(() => learnings),
    created_at: timestamp({ by: 'server' }),
  },
  name: 'title',
  order: (row) => [row.rating ?? 0],
});
const tab = { id: 'books', label: 'Books' };
const fields = {
  title: { label: 'Title' },
  author: { label: 'Author' },
  rating: { label: 'Rating (Optional)' },
  read_at: { label: 'Read (Optional)' },
  url: { label: 'Shop' },
  cover: { label: 'Cover' },
  tags: { label: 'Tags' },
  learning_id: { label: 'Learning', none: 'No learning' },
};
const words = { one: 'book', many: 'books', tab, missing: 'Title is required', about: () => [] };
const bookForm = defineForm(books, { ...words, fields, labels: { is_best: 'Best' } });
const id = '00000000-0000-4000-8000-000000000001';

describe('a kind is derived from its columns', () => {
  it('what a new row holds, and what screens get of it', () => {
    const row = v.parse(books.row, { ...books.blank('2026-03-01T00:00:00Z'), id });
    expect(row).toEqual({
      id,
      title: '',
      author: 'anonymous',
      rating: null,
      read_at: null,
      url: null,
      cover: null,
      tags: null,
      is_best: false,
      learning_id: null,
      created_at: '2026-03-01T00:00:00Z',
    });
    const item: ItemOf<typeof books> = books.toItem({ ...row, author: null, rating: 4 });
    expect(item).toEqual({
      id,
      title: 'Untitled',
      author: 'anonymous',
      rating: 4,
      readAt: null,
      shop: null,
      cover: null,
      tags: [],
      isBest: false,
      learningId: null,
      createdAt: Date.UTC(2026, 2, 1),
    });
    expect(books.order(row)).toEqual([0, id]);
  });

  it('its checks, lookups, references and flag', () => {
    const row = { ...books.blank('2026-03-01T00:00:00Z'), id, learning_id: id };
    expect(Object.keys(books.lookups)).toEqual(['learning']);
    expect(books.lookups.learning(row)).toBe(id);
    expect(books).toMatchObject({
      references: ['learning_id'],
      exclusive: 'is_best',
    });
    for (const wrong of [
      { rating: '4' },
      { read_at: 'May' },
      { learning_id: 'x' },
      { title: null },
    ])
      expect(v.is(books.row, { ...row, ...wrong })).toBe(false);
  });

  it('its form: what is required, and how a number and a day are kept', () => {
    expect(missingColumns(bookForm, valuesOf(bookForm, null))).toEqual(['title']);
    const typed = { ...valuesOf(bookForm, null), rating: ' 4.5 ', read_at: '2026-03-01' };
    const isAsked = (column: string) => ['rating', 'read_at'].includes(column);
    expect(columnsOf(bookForm, typed, isAsked, [])).toEqual({ rating: 4.5, read_at: '2026-03-01' });
    expect(columnsOf(bookForm, { rating: 'four' }, (it) => it === 'rating', [])).toEqual({
      rating: null,
    });
    const row = { ...books.blank('x'), id, rating: 4.5 };
    expect(valuesOf(bookForm, row)).toMatchObject({ rating: '4.5', title: '' });
    expect(bookForm.labels.get('rating')).toBe('Rating');
    expect(bookForm.labels.get('is_best')).toBe('Best');
  });
});

/** `tsc` checks each of these: without the error, the comment above it is an error. */
describe('what does not compile', () => {
  it('a column, a value or a lookup that the kind does not have', () => {
    const row: RowOf<typeof projects> = { ...projects.blank('x'), id };
    const wrong = [
      // @ts-expect-error there is no such column
      () => insert(projects, { titel: 'x' }),
      // @ts-expect-error a title is text
      () => update(projects, id, { title: 3 }),
      // @ts-expect-error no project has this status
      () => update(projects, id, { status: 'someday' }),
      // @ts-expect-error there is no such lookup
      () => find(projects, 'project', id),
      // @ts-expect-error tasks are no kind here
      () => find('tasks', 'project', id),
      // @ts-expect-error there is no such column
      () => row.titel,
    ];
    expect(wrong).toHaveLength(6);
  });

  it('a definition or a form that does not fit its columns', () => {
    const { title: _, ...others } = fields;
    const labels = { is_best: 'Best' };
    const columns = { title: text(), made: number() };
    const wrong = [
      // @ts-expect-error the name is a column of text
      () => defineKind({ table: 't', columns, name: 'made', order: () => [] }),
      // @ts-expect-error there is no column to order by
      () => defineKind({ table: 't', columns, name: 'title', order: (row) => [row.rank] }),
      // @ts-expect-error a column has no field
      () => defineForm(books, { ...words, fields: others, labels }),
      // @ts-expect-error a column that something else fills has no label
      () => defineForm(books, { ...words, fields }),
      () =>
        defineForm(books, {
          ...words,
          labels,
          // @ts-expect-error a number has no lines
          fields: { ...fields, rating: { label: 'Rating', lines: 2 } },
        }),
    ];
    expect(wrong).toHaveLength(5);
  });
});
