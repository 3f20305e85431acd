// @vitest-environment happy-dom
import { randomUUID } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import '../../support/render.tsx';
import { kinds } from '../../../src/content/kinds.ts';
import {
  answer,
  arrive,
  database,
  field,
  formOf,
  isFull,
  listOf,
  openDashboard,
  press,
  rowsOf,
  toast,
  type,
  waiting,
} from '../../support/dashboard.tsx';

/** The dashboard's behaviour with every kind; saved values are read back from the mirror and the outbox. */

interface Case {
  tab: string;
  table: string;
  one: string;
  many: string;
  button: string;
  /** The typed texts, by label; the first is the item's name. */
  typed: Record<string, string>;
  columns: Record<string, unknown>;
  missing: string;
  added: string;
  failed: string;
  failedDelete: string;
  /** The browser's question before deleting; null if there is none. */
  asks: string | null;
}

const full = 'This device has no room left. Free some and try again.';

const cases: Case[] = [
  {
    tab: 'commentary',
    table: 'commentaries',
    one: 'commentary',
    many: 'Commentaries',
    button: 'Commentary',
    typed: { Title: ' Agents ', 'Image URL (Optional)': '', Content: 'They act.' },
    columns: { title: 'Agents', image_url: null, content: 'They act.' },
    missing: 'Title and content are required',
    added: 'Commentary added successfully',
    failed: 'Failed to add commentary',
    failedDelete: 'Failed to delete commentary',
    asks: 'Are you sure you want to delete this commentary?',
  },
  {
    tab: 'projects',
    table: 'projects',
    one: 'project',
    many: 'Projects',
    button: 'Project',
    typed: { Title: 'Bird Watch', Description: 'Counts birds.', 'Details (Optional)': '<p>x</p>' },
    columns: {
      title: 'Bird Watch',
      description: 'Counts birds.',
      status: 'idea',
      image_url: null,
      details: '<p>x</p>',
      slug: 'bird-watch',
    },
    missing: 'Please fill in all required fields',
    added: 'Project added successfully',
    failed: `Failed to create project: ${full}`,
    failedDelete: 'Failed to delete project',
    asks: 'Are you sure you want to delete this project?',
  },
  {
    tab: 'music',
    table: 'current_listening',
    one: 'track',
    many: 'Tracks',
    button: 'Track',
    typed: { Title: 'Song', Artist: 'Somebody', 'Album (Optional)': 'Record' },
    columns: {
      title: 'Song',
      artist: 'Somebody',
      album: 'Record',
      url: null,
      is_current: false,
      type: 'track',
    },
    missing: 'Title and artist are required',
    added: 'Track added successfully',
    failed: 'Failed to add track',
    failedDelete: 'Failed to delete track',
    asks: 'Are you sure you want to delete this track?',
  },
  {
    tab: 'resources',
    table: 'resources',
    one: 'resource',
    many: 'Resources',
    button: 'Resource',
    typed: { Title: 'Paper', Description: 'On agents.', 'Source (Optional)': 'A journal' },
    columns: {
      title: 'Paper',
      description: 'On agents.',
      link_url: null,
      image_url: null,
      tags: null,
      type: 'text',
      Source: 'A journal',
      learning_id: null,
    },
    missing: 'Title and description are required.',
    added: 'Resource added successfully',
    failed: `Failed to add resource: ${full}`,
    failedDelete: `Failed to delete resource: ${full}`,
    asks: null,
  },
  {
    tab: 'ai-tools',
    table: 'ai_tools',
    one: 'AI tool',
    many: 'AI tools',
    button: 'AI Tool',
    typed: { Name: 'Ollama', Tag: 'local', Hyperlink: 'https://ollama.example' },
    columns: { name: 'Ollama', tag: 'local', hyperlink: 'https://ollama.example', picture: null },
    missing: 'Name, tag, and hyperlink are required',
    added: 'AI tool added successfully',
    failed: 'Failed to add AI tool',
    failedDelete: 'Failed to delete AI tool',
    asks: 'Are you sure you want to delete this AI tool?',
  },
  {
    tab: 'ai-tools',
    table: 'friends',
    one: 'friend',
    many: 'Friends',
    button: 'Friend',
    typed: { Name: 'Noor', 'Role (Optional)': 'Engineer' },
    columns: { name: 'Noor', role: 'Engineer', avatar_url: null, bio: null },
    missing: 'Name is required',
    added: 'Friend added successfully',
    failed: 'Failed to add friend',
    failedDelete: 'Failed to delete friend',
    asks: 'Are you sure you want to delete this friend?',
  },
  {
    tab: 'learnings',
    table: 'learnings',
    one: 'learning',
    many: 'Learnings',
    button: 'Learning',
    typed: { Title: 'Chunking', Description: 'By question.' },
    columns: {
      title: 'Chunking',
      description: 'By question.',
      content: null,
      tags: null,
      link: null,
      project_id: null,
    },
    missing: 'Title and description are required',
    added: 'Learning added successfully',
    failed: 'Failed to add learning',
    failedDelete: 'Failed to delete learning',
    asks: 'Are you sure you want to delete this learning?',
  },
];

describe.each(cases)('$many', (it_) => {
  const { tab, table, one, many, button, typed, columns, missing, added, asks } = it_;
  const [firstLabel = '', firstText = ''] = Object.entries(typed)[0] ?? [];
  const name = firstText.trim();
  const newForm = () => formOf(`New ${one}`);

  /** An item that came from the server. */
  async function openWithOne() {
    const kind = kinds.find((it) => it.table === table);
    const row = { ...kind?.blank('2026-03-01T09:00:00Z'), ...columns, id: randomUUID() };
    await arrive(database, { [table]: [row] });
    await openDashboard(database, tab);
    const list = await listOf(many);
    await list.findByRole('button', { name: `Edit ${name}` });
    return { row, list };
  }

  async function addOne() {
    await arrive(database, {});
    await openDashboard(database, tab);
    const form = await newForm();
    type(form, typed);
    press(form, `Add ${button}`);
    await toast(added);
    return form;
  }

  it('ADMIN-3 ADMIN-6 ADMIN-7 ADMIN-8 FORM-4: are added at once on the device and queued; a toast says so, and the form is empty again', async () => {
    const form = await addOne();
    expect(await rowsOf(database, table)).toMatchObject([columns]);
    expect(await waiting(database)).toMatchObject([
      { label: `Add ${one} “${name}”`, changes: [{ op: 'insert', table, values: columns }] },
    ]);
    const list = await listOf(many);
    expect(await list.findByText('on this device')).toBeTruthy();
    for (const label of Object.keys(typed)) expect(field(form, label).value).toBe('');
    expect(await database.drafts.count()).toBe(0);
  });

  it('E16 FORM-1: are not added without the required fields, which say what is missing', async () => {
    await arrive(database, {});
    await openDashboard(database, tab);
    const form = await newForm();
    press(form, `Add ${button}`);
    const alert = await form.findByRole('alert');
    expect(alert.textContent).toBe(missing);
    const first = field(form, firstLabel);
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(first.getAttribute('aria-invalid')).toBe('true');
    expect(first.getAttribute('aria-describedby')?.split(' ')).toContain(alert.id);
    expect(await waiting(database)).toEqual([]);
    type(form, typed);
    await waitFor(() => expect(form.queryByRole('alert')).toBeNull());
    expect(first.getAttribute('aria-invalid')).toBe('false');
  });

  it('ADMIN-6 DIFF-7: are edited: only what was typed is sent, then the form adds again', async () => {
    const { list } = await openWithOne();
    press(list, `Edit ${name}`);
    const form = await formOf(`Edit ${one}`);
    await waitFor(() => expect(document.activeElement).toBe(field(form, firstLabel)));
    expect(field(form, firstLabel).value).toBe(name);
    type(form, { [firstLabel]: 'Changed' });
    press(form, `Update ${button}`);
    await toast(added.replace('added', 'updated'));
    await newForm();
    const [first = ''] = Object.keys(columns);
    expect(await rowsOf(database, table)).toMatchObject([{ ...columns, [first]: 'Changed' }]);
    expect(await waiting(database)).toMatchObject([
      {
        label: `Edit ${one} “Changed”`,
        changes: [{ op: 'update', values: { [first]: 'Changed' } }],
      },
    ]);
    const [mutation] = await waiting(database);
    const [change] = mutation?.changes ?? [];
    expect(change?.op === 'update' && Object.keys(change.values)).toEqual([first]);
    await waitFor(() =>
      expect(document.activeElement).toBe(list.getByRole('button', { name: 'Edit Changed' })),
    );
  });

  it('stay as they were after Cancel, which can be undone', async () => {
    const { list } = await openWithOne();
    press(list, `Edit ${name}`);
    const form = await formOf(`Edit ${one}`);
    type(form, { [firstLabel]: 'Changed' });
    press(form, 'Cancel');
    await newForm();
    expect(await database.drafts.count()).toBe(0);
    expect(await waiting(database)).toEqual([]);
    press(screen, 'Undo');
    const again = await formOf(`Edit ${one}`);
    await waitFor(() => expect(field(again, firstLabel).value).toBe('Changed'));
  });

  it('E15 FORM-3 FORM-4: are deleted at once, after asking, and come back by Undo', async () => {
    const { list } = await openWithOne();
    const no = answer(false);
    if (asks !== null) {
      press(list, `Delete ${name}`);
      expect(no).toHaveBeenCalledWith(asks);
      expect(await rowsOf(database, table)).toHaveLength(1);
    }
    const yes = answer(true);
    list.getByRole('button', { name: `Delete ${name}` }).focus();
    press(list, `Delete ${name}`);
    await toast(added.replace('added', 'deleted'));
    await toast(`“${name}”`);
    expect(await rowsOf(database, table)).toHaveLength(0);
    expect(yes).toHaveBeenCalledTimes(asks === null ? 0 : 1);
    const [mutation] = await waiting(database);
    expect(mutation?.label).toBe(`Delete ${one} “${name}”`);
    expect((mutation?.heldUntil ?? 0) - (mutation?.at ?? 0)).toBeGreaterThanOrEqual(8_000);
    const place = await list.findByRole('group', { name: `“${name}” deleted` });
    await waitFor(() => expect(document.activeElement).toBe(place));
    press(within(place), /^Undo/);
    await waitFor(async () => expect(await rowsOf(database, table)).toMatchObject([columns]));
    expect(await waiting(database)).toEqual([]);
    await waitFor(() =>
      expect(document.activeElement).toBe(list.getByRole('button', { name: `Edit ${name}` })),
    );
  });

  it('E14 FORM-5: stay in the form when the device is full, with the reason beside it', async () => {
    await arrive(database, {});
    await openDashboard(database, tab);
    const form = await newForm();
    type(form, typed);
    isFull(database);
    press(form, `Add ${button}`);
    await toast(it_.failed);
    const alert = await form.findByRole('alert');
    expect(alert.textContent).toBe(`${full} What you typed is still here.`);
    for (const [label, text] of Object.entries(typed)) expect(field(form, label).value).toBe(text);
    expect(await rowsOf(database, table)).toHaveLength(0);
    vi.restoreAllMocks();
    press(form, `Add ${button}`);
    await toast(added);
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('FORM-5: stay in the list when the device cannot store the deletion', async () => {
    const { list } = await openWithOne();
    answer(true);
    isFull(database);
    press(list, `Delete ${name}`);
    await toast(it_.failedDelete);
    expect((await list.findByRole('alert')).textContent).toBe(`“${name}” was not deleted. ${full}`);
    expect(await rowsOf(database, table)).toHaveLength(1);
  });
});
