import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { defineForm } from '../../../src/content/form/form.ts';
import type { AnyColumn } from '../../../src/engine/columns.ts';
import * as columns from '../../../src/engine/columns.ts';
import { type BaseRow, defineKind } from '../../../src/engine/index.ts';
import { ContentPanel } from '../../../src/features/dashboard/content-panel.tsx';
import { exampleRow } from '../../support/example-rows.ts';
import {
  admin,
  answer,
  type Device,
  field,
  formOf,
  newDevice,
  type Part,
  pick,
  press,
  toast,
  type,
} from '../../support/site.tsx';

/** A column of each sort, filled in by a form. No kind of the site has all of them. */

const { text, link, picture, tags, choice, reference, number, date, timestamp, flag } = columns;

const authors = defineKind({
  table: 'authors',
  columns: { name: text({ required: true }) },
  name: 'name',
  order: (row) => [row.name],
});

const books = defineKind({
  table: 'books',
  columns: {
    title: text({ required: true }),
    page: link(),
    cover: picture(),
    topics: tags('list'),
    format: choice(['paper', 'audio'], 'paper'),
    author_id: reference(() => authors),
    rating: number(),
    printed_on: date(),
    lent_at: timestamp(),
    is_owned: flag(),
  },
  name: 'title',
  order: (row) => [row.title],
});

const form = defineForm(books, {
  one: 'book',
  many: 'books',
  tab: { id: 'books', label: 'Books' },
  fields: {
    title: { label: 'Title' },
    page: { label: 'Page' },
    cover: { label: 'Cover' },
    topics: { label: 'Topics' },
    format: { label: 'Format', words: { paper: 'On paper', audio: 'To hear' } },
    author_id: { label: 'Author', none: 'Nobody' },
    rating: { label: 'Rating' },
    printed_on: { label: 'Printed on' },
    lent_at: { label: 'Lent at' },
    is_owned: { label: 'I have it', hint: 'In the shelf.' },
  },
  missing: 'Title is required',
  about: () => [],
});

const author = { id: randomUUID(), name: 'Ada' };
const row = { id: randomUUID(), ...exampleRow(books, 1, () => author.id), author_id: author.id };
const title = 'books title 1';

let device: Device;
beforeEach(async () => {
  device = await newDevice({ kinds: [books, authors], account: admin });
});

const open = (id = '') =>
  device.open('/', {
    screen: (
      <ContentPanel
        form={form}
        edited={{ id, open: () => {}, become: () => {}, close: () => {} }}
      />
    ),
  });
const rowsAre = (all: readonly BaseRow[]) => device.arrive({ books: all, authors: [author] });
const box = (at: Part) => field(at, 'I have it');
/** By the clock of the owner, in UTC, wherever the admin is. */
const atTen = '2026-03-04T10:00';

it('FORM-8: each has a field, under its own label, and what is filled in is saved as the column has it', async () => {
  await rowsAre([]);
  open();
  const at = await formOf('New book');
  for (const { label } of form.fields) expect(at.getAllByLabelText(label)).toHaveLength(1);
  type(at, {
    Title: 'A book',
    Page: 'https://example.com',
    Cover: '/a.png',
    Topics: 'rag, evals',
    Format: 'audio',
    Rating: '4.5',
    'Printed on': '2026-03-01',
    'Lent at': atTen,
  });
  await pick(at, 'Author', 'Ada');
  fireEvent.click(box(at));
  press(at, 'Add Book');
  await toast('Book added successfully');
  expect(await device.rowsOf('books')).toMatchObject([
    {
      title: 'A book',
      page: 'https://example.com',
      cover: '/a.png',
      topics: ['rag', 'evals'],
      format: 'audio',
      author_id: author.id,
      rating: 4.5,
      printed_on: '2026-03-01',
      lent_at: `${atTen}:00.000Z`,
      is_owned: true,
    },
  ]);
  expect(box(at).checked).toBe(false);
  expect(field(at, 'Lent at').value).toBe('');
});

it('FORM-8: the control is that of the column’s sort, so a device offers the keys and the choices for it', async () => {
  const controls: Readonly<Record<AnyColumn['sort'], string>> = {
    text: 'text',
    link: 'url',
    picture: 'url and file',
    tags: 'text and tags',
    choice: 'select',
    reference: 'combobox',
    number: 'number',
    date: 'date',
    timestamp: 'datetime-local',
    flag: 'checkbox',
  };
  await rowsAre([]);
  open();
  const at = await formOf('New book');
  const found = form.fields.map(({ column, label }): [string, string] => {
    const control = field(at, label);
    return [books.columns[column as keyof typeof books.columns].sort, controlOf(control)];
  });
  expect(Object.fromEntries(found)).toEqual(controls);
});

function controlOf(control: HTMLElement): string {
  const role = control.getAttribute('role');
  if (role !== null) return role;
  if (control instanceof HTMLSelectElement) return 'select';
  const { parentElement } = control;
  const hasFile = parentElement?.querySelector('input[type=file]') != null;
  const hasTags = parentElement?.querySelector('datalist') != null;
  return `${(control as HTMLInputElement).type}${hasFile ? ' and file' : ''}${hasTags ? ' and tags' : ''}`;
}

it('FORM-2: those left alone are sent as nothing, and a flag as false', async () => {
  await rowsAre([]);
  open();
  const at = await formOf('New book');
  type(at, { Title: 'A book' });
  press(at, 'Add Book');
  await toast('Book added successfully');
  const [mutation] = await device.waiting();
  const [change] = mutation?.changes ?? [];
  expect(change?.op === 'insert' && change.values).toEqual({
    title: 'A book',
    page: null,
    cover: null,
    topics: null,
    format: 'paper',
    author_id: null,
    rating: null,
    printed_on: null,
    lent_at: null,
    is_owned: false,
  });
  const { waiting } = JSON.parse(await device.editor.exportOutbox());
  expect(waiting[0].changes[0].values).toMatchObject({ lent_at: null, is_owned: false });
});

it('FORM-8: a moment is by the owner’s clock, also on a device whose clock is another', async () => {
  const here = process.env.TZ;
  process.env.TZ = 'America/Los_Angeles';
  try {
    const lent = { lent_at: '2026-03-04T00:30:00+00:00' };
    await rowsAre([{ ...row, ...lent }]);
    open(row.id);
    const at = await formOf('Edit book');
    await waitFor(() => expect(field(at, 'Lent at').value).toBe('2026-03-04T00:30'));
    type(at, { 'Lent at': atTen });
    press(at, 'Update Book');
    await toast('Book updated successfully');
    const [mutation] = await device.waiting();
    const [change] = mutation?.changes ?? [];
    expect(change?.op === 'update' && change.values).toEqual({ lent_at: `${atTen}:00.000Z` });
  } finally {
    if (here === undefined) delete process.env.TZ;
    else process.env.TZ = here;
  }
});

it('A8: a flag is a box that its label and its hint name', async () => {
  await rowsAre([]);
  open();
  const at = await formOf('New book');
  const tick = at.getByRole<HTMLInputElement>('checkbox', {
    name: 'I have it',
    description: 'In the shelf.',
  });
  expect(tick.getAttribute('name')).toBe('is_owned');
  fireEvent.click(at.getByText('I have it'));
  expect(tick.checked).toBe(true);
});

it('E1 E2: a draft brings each of them back, and only what was filled in is sent', async () => {
  await rowsAre([row]);
  const { unmount } = open(row.id);
  const at = await formOf('Edit book');
  await waitFor(() => expect(field(at, 'Title').value).toBe(title));
  expect(box(at).checked).toBe(false);
  fireEvent.click(box(at));
  type(at, { 'Lent at': atTen });
  unmount();
  await waitFor(async () => expect(await device.database.drafts.count()).toBe(1));
  open(row.id);
  const again = await formOf('Edit book');
  await waitFor(() => expect(box(again).checked).toBe(true));
  expect(field(again, 'Lent at').value).toBe(atTen);
  press(again, 'Update Book');
  await toast('Book updated successfully');
  const [mutation] = await device.waiting();
  const [change] = mutation?.changes ?? [];
  expect(change?.op === 'update' && change.values).toEqual({
    lent_at: `${atTen}:00.000Z`,
    is_owned: true,
  });
});

it('E7: a form says that someone else has changed a field meanwhile, and to what', async () => {
  const confirm = answer(false);
  await rowsAre([row]);
  open(row.id);
  const at = await formOf('Edit book');
  await waitFor(() => expect(field(at, 'Title').value).toBe(title));
  fireEvent.click(box(at));
  type(at, { 'Lent at': atTen });
  const theirs = { lent_at: '2026-05-05T05:05:00+00:00', is_owned: true };
  await rowsAre([{ ...row, ...theirs }]);
  await at.findByText('Saved now:', { exact: false });
  fireEvent.click(box(at));
  await screen.findByText(/The saved version has changed .*: Lent at, I have it\.$/);
  expect(at.getByText('2026-05-05 05:05')).toBeTruthy();
  expect(at.getByText('yes')).toBeTruthy();
  press(at, 'Update Book');
  expect(confirm).toHaveBeenCalled();
  press(at, 'Use saved I have it');
  await waitFor(() => expect(box(at).checked).toBe(true));
  press(at, 'Use saved Lent at');
  await waitFor(() => expect(screen.queryByText('Saved now:', { exact: false })).toBeNull());
  expect(await device.waiting()).toEqual([]);
});
