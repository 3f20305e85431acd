import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { projects } from '../../../src/content/projects/projects.ts';
import { tasks } from '../../../src/content/tasks/tasks.ts';
import type { RejectedMutation } from '../../../src/engine/mutation.ts';
import { insert, update } from '../../../src/engine/mutation.ts';
import { refusalInWords } from '../../../src/features/outbox/refusal-words.ts';
import { mirrorRows } from '../../support/device.ts';
import { follow } from '../../support/navigation.ts';
import {
  button,
  choose,
  editingDevice,
  main,
  openPage,
  other,
  project,
  row,
  section,
  text,
  titles,
} from '../../support/outbox-page.ts';

let device: Awaited<ReturnType<typeof editingDevice>>;
beforeEach(async () => {
  device = await editingDevice();
});

describe('refused edits', () => {
  it('come first, with the reason in words and the server’s message behind a fold', async () => {
    const bad = await device.edited('Bad');
    await device.edited('Good', other.id);
    await device.refuse([{ id: bad.id, code: '23514', message: 'violates check constraint "x"' }]);
    await openPage(device);
    const needs = await section('Needs you');
    expect(titles(needs)).toEqual(['Edit learning “Bad”']);
    expect(within(needs).getByText('One of the values isn’t allowed.')).toBeTruthy();
    const words = within(needs).getByText('23514: violates check constraint "x"');
    expect(words.closest('details')?.open).toBe(false);
    const [first, second] = main().getAllByRole('heading', { level: 2 });
    expect([first?.textContent, second?.textContent]).toEqual(['Needs you', 'Waiting']);
  });

  it('are retried', async () => {
    const bad = await device.edited('Bad');
    await device.refuse([
      { id: bad.id, code: '23505', message: 'unique constraint "learnings_pkey"' },
    ]);
    await openPage(device);
    expect(await screen.findByText('It exists already.')).toBeTruthy();
    const again = await button('Try again Edit learning “Bad”');
    again.focus();
    fireEvent.click(again);
    expect(titles(await section('Waiting'))).toEqual(['Edit learning “Bad”']);
    expect(screen.queryByRole('region', { name: 'Needs you' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit learning “Bad”'));
  });

  it('are all retried at once, in their order', async () => {
    const made = insert(projects, { title: 'P', description: 'd' });
    const first = await device.editor.edit({ label: 'Add project “P”', changes: [made] });
    await device.editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: made.id, content: 'T' })],
    });
    const bad = await device.edited('Bad');
    await device.refuse([
      { id: first!.id, code: '42501' },
      { id: bad.id, code: '42501' },
    ]);
    await openPage(device);
    await choose('Try all again');
    expect(titles(await section('Waiting'))).toEqual([
      'Add project “P”',
      'Add task',
      'Edit learning “Bad”',
    ]);
    expect(screen.queryByRole('region', { name: 'Needs you' })).toBeNull();
    const { waiting } = await device.editor.outbox();
    expect(waiting[1]!.after).toEqual([waiting[0]!.id]);
    expect(waiting.every(({ sent }) => !sent)).toBe(true);
  });

  it('restore a row that was deleted elsewhere (Y23)', async () => {
    const bad = await device.edited('Bad');
    const gone = { table: 'learnings', id: row.id, version: 2, row: null };
    await device.refuse([{ id: bad.id, code: 'P0002', message: 'no row' }], [gone]);
    await openPage(device);
    expect(await screen.findByText('It was deleted elsewhere.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
    await choose('Restore Edit learning “Bad”');
    expect(text(await section('Waiting'))).toContain('Adds learning “Bad”, with');
    expect((await mirrorRows(device.database, 'learnings')).get(row.id)).toMatchObject({
      title: 'Bad',
    });
  });

  it('BULK-2: name the one of many rows that was deleted elsewhere', async () => {
    const edit = await device.editor.edit({
      label: 'Set the link of 2 learnings',
      changes: [row, other].map(({ id }) => update(learnings, id, { link: 'https://a.bc' })),
    });
    const gone = { table: 'learnings', id: row.id, version: 2, row: null };
    await device.refuse(
      [{ id: edit!.id, code: 'P0002', message: 'the row no longer exists' }],
      [gone],
    );
    await openPage(device);
    expect(await screen.findByText(`Deleted: learning “${row.title}”.`)).toBeTruthy();
  });

  it('say so when they were refused because of another one (Y17)', async () => {
    const made = insert(projects, { title: 'P', description: 'd' });
    const first = await device.editor.edit({ label: 'Add project “P”', changes: [made] });
    await device.editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: made.id, content: 'T' })],
    });
    await device.refuse([{ id: first!.id, code: '42501' }]);
    await openPage(device);
    expect(await screen.findByText('This account isn’t allowed to do this.')).toBeTruthy();
    expect(screen.getByText('It depends on “Add project ‘P’”, which was refused.')).toBeTruthy();
    await choose('Discard Add project “P”');
    expect(await screen.findByText('Discarded 2 edits')).toBeTruthy();
    await choose('Undo');
    expect(titles(await section('Needs you'))).toEqual(['Add project “P”', 'Add task']);
  });

  it('open in their form with everything that was typed; saving there replaces the refused edit', async () => {
    const made = insert(projects, { title: 'P', description: 'All\nof it', status: 'idea' });
    const first = await device.editor.edit({ label: 'Add project “P”', changes: [made] });
    await device.editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: made.id, content: 'T' })],
    });
    await device.refuse([{ id: first!.id, code: '23514' }]);
    await openPage(device);
    expect(await button('Edit and send again Add project “P”')).toBeTruthy();
    // An edit that depends on another waits for it.
    expect(screen.queryByRole('button', { name: 'Edit and send again Add task' })).toBeNull();
    await choose('Edit and send again Add project “P”');
    const form = within(await screen.findByRole('form', { name: 'New project' }));
    expect(form.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('P');
    expect(form.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('All\nof it');
    fireEvent.change(form.getByLabelText(/^Title/), { target: { value: 'Q' } });
    fireEvent.click(form.getByRole('button', { name: /^Add/ }));
    await waitFor(async () => expect((await device.editor.outbox()).rejected).toEqual([]));
    const { waiting } = await device.editor.outbox();
    expect(waiting.map(({ label }) => label)).toEqual(['Add project “Q”', 'Add task']);
    expect(waiting[0]!.changes).toMatchObject([
      { id: made.id, values: { title: 'Q', description: 'All\nof it' } },
    ]);
    expect(waiting[1]!.after).toEqual([waiting[0]!.id]);
    expect(await device.database.drafts.count()).toBe(0);
  });

  it('of an update open in the form of the item, and stay until it is saved', async () => {
    const bad = await device.edited('Bad');
    await device.refuse([{ id: bad.id, code: '23514' }]);
    const { navigation } = device.open('/admin/outbox');
    await choose('Edit and send again Edit learning “Bad”');
    const form = within(await screen.findByRole('form', { name: 'Edit learning' }));
    expect(form.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Bad');
    expect((await device.editor.outbox()).rejected).toHaveLength(1);
    fireEvent.change(form.getByLabelText(/^Title/), { target: { value: 'Good' } });
    // After a reload the draft still knows which edit it replaces.
    await waitFor(async () =>
      expect(await device.database.drafts.toArray()).toMatchObject([
        { replaces: { edit: bad.id } },
      ]),
    );
    await follow(navigation, '/contact');
    await follow(navigation, `/admin?tab=learnings&edit=${row.id}`);
    const again = within(await screen.findByRole('form', { name: 'Edit learning' }));
    expect(again.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Good');
    fireEvent.click(again.getByRole('button', { name: /^(Save|Update)/ }));
    await waitFor(async () => expect((await device.editor.outbox()).rejected).toEqual([]));
    const { waiting } = await device.editor.outbox();
    expect(waiting.map(({ changes }) => changes)).toMatchObject([[{ values: { title: 'Good' } }]]);
  });

  it('of a task open on its board', async () => {
    const added = await device.editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: project.id, content: 'T', status: 'done' })],
    });
    await device.refuse([{ id: added!.id, code: '23514' }]);
    await openPage(device);
    await choose('Edit and send again Add task');
    const box = await screen.findByLabelText<HTMLInputElement>('New task');
    expect(box.value).toBe('T');
    fireEvent.change(box, { target: { value: 'U' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(async () => expect((await device.editor.outbox()).rejected).toEqual([]));
    const { waiting } = await device.editor.outbox();
    expect(waiting.map(({ changes }) => changes)).toMatchObject([
      [{ id: added!.changes[0]!.id, values: { content: 'U', status: 'done' } }],
    ]);
  });

  const refused = (code: string | null, cause: string | null = null, reason = '') =>
    refusalInWords({ code, cause, reason } as RejectedMutation, []);
  const unique = (name: string) => `duplicate key value violates unique constraint "${name}"`;
  const key = (what: string) => `${what} on table "a" violates foreign key constraint "a_b_fkey"`;

  it.each([
    ['23505', unique('learnings_pkey'), 'It exists already.'],
    ['23505', unique('commentaries_slug_key'), 'It exists already.'],
    ['23505', unique('learnings_title_key'), 'Another item already has one of the values.'],
    ['23503', key('insert or update'), 'What it belongs to is gone.'],
    ['23503', key('update or delete'), 'Something on the server still needs it.'],
  ])('for %s, %s: %s', (code, reason, words) => expect(refused(code, null, reason)).toBe(words));

  it('name the edit that they depend on, whatever the server found missing', async () => {
    const made = insert(projects, { title: 'P', description: 'd' });
    const first = await device.editor.edit({ label: 'Add project “P”', changes: [made] });
    const second = await device.editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: made.id, content: 'T' })],
    });
    await device.send();
    await device.refuse([
      { id: first!.id, code: '23514' },
      { id: second!.id, code: '23503', message: key('insert or update') },
    ]);
    await openPage(device);
    const needs = await section('Needs you');
    expect(
      await within(needs).findByText('It depends on “Add project ‘P’”, which was refused.'),
    ).toBeTruthy();
    expect(needs.textContent).not.toContain('What it belongs to is gone.');
    await choose('Try again Add task');
    expect(titles(await section('Waiting'))).toEqual(['Add project “P”', 'Add task']);
  });

  it.each([
    ['22001', 'One of the values isn’t valid.'],
    ['22P02', 'One of the values isn’t valid.'],
    ['23502', 'Something that is required is missing.'],
    ['23503', 'It conflicts with what is on the server.'],
    ['23505', 'It conflicts with what is on the server.'],
    ['23514', 'One of the values isn’t allowed.'],
    ['23P01', 'It conflicts with what is on the server.'],
    ['42501', 'This account isn’t allowed to do this.'],
    [
      '42703',
      'The server doesn’t know one of the columns yet. The edit is sent again once the newest migration has been run.',
    ],
    [
      '42P01',
      'The server doesn’t know this kind of content yet. The edit is sent again once the newest migration has been run.',
    ],
    ['P0002', 'It was deleted elsewhere.'],
    ['413', 'It is too large for the server.'],
    ['file 413', 'A picture in it is too large for the server.'],
    ['file 403', 'This account isn’t allowed to add pictures.'],
    [
      'file 404',
      'The server has no place for pictures yet. Run “supabase db push”. The edit is sent again then.',
    ],
    ['file 507', 'The server has no room left for pictures.'],
    ['file lost', 'This device has lost a picture in it.'],
    ['file 422', 'The server refused a picture in it.'],
    ['P0001', 'The server refused it.'],
    ['constructor', 'The server refused it.'],
    [null, 'The server refused it.'],
  ])('for %s: %s', (code, words) => expect(refused(code)).toBe(words));

  it('say so when their cause has gone', () =>
    expect(refused(null, 'gone')).toBe('It depends on an edit that was refused.'));
});
