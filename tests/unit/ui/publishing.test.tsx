import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withPublication } from '../../../src/content/form/publishing.ts';
import { openDashboard } from '../../support/dashboard.tsx';
import { commentaryRow, learningRow } from '../../support/rows.ts';
import {
  admin,
  type Device,
  field,
  formOf,
  listOf,
  newDevice,
  type Part,
  press,
  toast,
  type,
} from '../../support/site.tsx';

/** Keeping back, publishing, publishing later and withdrawing, over the real store. */

let device: Device;
beforeEach(async () => {
  device = await newDevice();
});

const future = '2999-03-14T10:30:00+00:00';
const past = '2024-01-01T10:00:00+00:00';
const out = commentaryRow({ title: 'Out', created_at: past, published_at: past });
const draft = commentaryRow({ title: 'Half', created_at: null, published_at: null });
const planned = commentaryRow({ title: 'Planned', created_at: future, published_at: future });

/** The values of the last edit that waits. */
const sent = async () => {
  const last = (await device.waiting()).at(-1);
  const change = last?.changes[0];
  return {
    label: last?.label,
    values: change !== undefined && 'values' in change ? change.values : null,
  };
};
const open = (edit?: string, rows = [out, draft, planned]) =>
  device
    .arrive({ commentaries: rows })
    .then(() => openDashboard(device, 'commentary', edit === undefined ? {} : { edit }));
const save = (on: Element) => fireEvent.keyDown(on, { key: 's', ctrlKey: true });
const buttons = (form: Part) => form.getAllByRole('button').map(({ textContent }) => textContent);

describe('PUBLISH-1: a form', () => {
  it('publishes a new item at once, by the server’s clock', async () => {
    await open();
    const form = await formOf('New commentary');
    type(form, { Title: 'Now', Content: 'x' });
    press(form, 'Add Commentary');
    await toast('Commentary added successfully');
    expect((await sent()).values).not.toHaveProperty('published_at');
    expect((await sent()).values).not.toHaveProperty('created_at');
  });

  it('keeps a draft, which has no date yet, and goes on as its form', async () => {
    await open();
    const form = await formOf('New commentary');
    type(form, { Title: 'Later', Content: 'half a sen' });
    press(form, 'Save draft');
    await toast('Draft saved');
    expect(await sent()).toMatchObject({
      label: 'Keep back commentary “Later”',
      values: { title: 'Later', published_at: null, created_at: null },
    });
    const own = await formOf('Edit commentary');
    expect(field(own, 'Content').value).toBe('half a sen');
    expect(buttons(own)).toEqual(expect.arrayContaining(['Publish', 'Save draft', 'Cancel']));
  });

  it('FORM-1: asks for nothing but a draft’s name, and for the rest when readers get it', async () => {
    await open();
    const form = await formOf('New commentary');
    type(form, { Content: 'Half a thought' });
    save(field(form, 'Content'));
    await form.findByText('Title is required');
    await waitFor(() => expect(document.activeElement).toBe(field(form, 'Title')));
    type(form, { Title: 'Begun', Content: '' });
    press(form, 'Add Commentary');
    await form.findByText('Title and content are required');
    press(form, 'Save draft');
    await toast('Draft saved');
    expect((await sent()).values).toMatchObject({ title: 'Begun', content: '' });
    const own = await formOf('Edit commentary');
    const refuses = async (way: string) => {
      type(own, { Content: 'x' });
      await waitFor(() => expect(own.queryByRole('alert')).toBeNull());
      type(own, { Content: ' ' });
      press(own, way);
      await own.findByText('Title and content are required');
    };
    await refuses('Publish');
    type(own, { 'Publish at (Optional)': '2999-03-14T10:30' });
    await refuses('Schedule');
    await refuses('Save draft');
    expect(await device.waiting()).toHaveLength(1);
  });

  it('publishes a draft, at the server’s time', async () => {
    await open(draft.id);
    const form = await formOf('Edit commentary');
    type(form, { Content: 'A whole sentence.' });
    press(form, 'Publish');
    await toast('Commentary published successfully');
    expect(await sent()).toMatchObject({
      label: 'Publish commentary “Half”',
      values: { content: 'A whole sentence.', published_at: 'now' },
    });
  });

  it('publishes a draft in which nothing was typed', async () => {
    await open(draft.id);
    press(await formOf('Edit commentary'), 'Publish');
    await toast('Commentary published successfully');
    expect((await sent()).values).toEqual({ published_at: 'now' });
  });

  it('publishes later, and dates it so', async () => {
    await open(draft.id);
    const form = await formOf('Edit commentary');
    type(form, { 'Publish at (Optional)': '2999-03-14T10:30' });
    press(form, 'Schedule');
    await toast('Commentary scheduled successfully');
    const at = '2999-03-14T10:30:00.000Z';
    expect((await sent()).values).toEqual({ published_at: at, created_at: at });
  });

  it('takes a plan back, or forward', async () => {
    await open(planned.id);
    const form = await formOf('Edit commentary');
    expect(buttons(form)).toEqual(
      expect.arrayContaining(['Update Commentary', 'Publish now', 'Back to draft']),
    );
    press(form, 'Publish now');
    await toast('Commentary published successfully');
    // Of the day on which it goes out, which the server knows.
    expect((await sent()).values).toEqual({ published_at: 'now', created_at: null });
  });

  it('withdraws what is out, and leaves its date', async () => {
    await open(out.id);
    const form = await formOf('Edit commentary');
    expect(buttons(form)).toEqual(expect.arrayContaining(['Update Commentary', 'Withdraw']));
    press(form, 'Withdraw');
    await toast('Commentary withdrawn successfully');
    expect((await sent()).values).toEqual({ published_at: null });
  });
});

describe('PUBLISH-2: what has just gone out', () => {
  const marks = () => document.querySelector(`[data-row="${draft.id}"] p`)?.textContent ?? '';

  it('is not called scheduled while its publication waits', async () => {
    await open(draft.id);
    press(await formOf('Edit commentary'), 'Publish');
    await toast('Commentary published successfully');
    await waitFor(() => expect(marks()).not.toContain('draft'));
    expect(marks()).not.toContain('scheduled');
  });

  it('nor when the server has published it since the list was opened', async () => {
    await open();
    await waitFor(() => expect(marks()).toContain('draft'));
    const published_at = new Date().toISOString();
    const columns = { ...draft, published_at, created_at: published_at };
    await device.arrive({ commentaries: [columns] });
    await waitFor(() => expect(marks()).not.toContain('draft'));
    expect(marks()).not.toContain('scheduled');
  });
});

describe('E17: a key', () => {
  it('saves a new item as a draft and stays, with what is typed meanwhile', async () => {
    await open();
    const form = await formOf('New commentary');
    type(form, { Title: 'Mine', Content: 'half a sen' });
    const text = form.getByLabelText<HTMLTextAreaElement>('Content');
    text.focus();
    text.setSelectionRange(4, 4);
    save(text);
    fireEvent.change(text, { target: { value: 'half a sentence' } });
    await toast('Draft saved');
    expect((await sent()).values).toMatchObject({ content: 'half a sen', published_at: null });
    await formOf('Edit commentary');
    expect(document.activeElement).toBe(text);
    expect(text.isConnected && text.value).toBe('half a sentence');
    expect(await device.waiting()).toHaveLength(1);
    save(text);
    await waitFor(async () => expect(JSON.stringify(await sent())).toContain('half a sentence'));
    expect(screen.getByRole('form', { name: 'Edit commentary' })).toBeTruthy();
    // One mutation: the second went into the first, which waits.
    expect(await device.waiting()).toHaveLength(1);
  });

  it('saves what is out, and stays', async () => {
    await open(out.id);
    const form = await formOf('Edit commentary');
    type(form, { Content: 'Better.' });
    save(field(form, 'Content'));
    await toast('Commentary updated successfully');
    expect((await sent()).values).toEqual({ content: 'Better.' });
    expect(field(await formOf('Edit commentary'), 'Content').value).toBe('Better.');
  });

  it('publishes nothing: Enter in a field neither adds nor publishes', async () => {
    await open(draft.id);
    const form = await formOf('Edit commentary');
    type(form, { Content: 'Half' });
    // What a browser does unless it is prevented: `fireEvent` is false then.
    const enter = { key: 'Enter' };
    expect(fireEvent.keyDown(field(form, 'Title'), enter)).toBe(false);
    expect(fireEvent.keyDown(field(form, 'Title'), { ...enter, isComposing: true })).toBe(true);
    expect(fireEvent.keyDown(field(form, 'Content'), enter)).toBe(true);
    expect(fireEvent.keyDown(form.getByRole('button', { name: 'Publish' }), enter)).toBe(true);
    expect(await device.waiting()).toHaveLength(0);
  });
});

describe('PUBLISH-2: what is kept back', () => {
  it('is marked in the dashboard, and can be chosen', async () => {
    await open();
    const list = await listOf('Commentaries');
    expect(await list.findByText('draft')).toBeTruthy();
    expect(list.getByText('scheduled for 14 Mar 2999, 10:30')).toBeTruthy();
    press(list, '1 draft');
    expect(list.queryByRole('button', { name: 'Edit Out' })).toBeNull();
    expect(list.getByRole('button', { name: 'Edit Half' })).toBeTruthy();
  });

  it('stands first in lists while it has no date', async () => {
    await open();
    const list = await listOf('Commentaries');
    const names = await list.findAllByRole('button', { name: /^Edit / });
    expect(names.map((name) => name.textContent)).toEqual([
      'Edit Half',
      'Edit Planned',
      'Edit Out',
    ]);
  });

  it('is marked on cards, for admins', async () => {
    const own = learningRow({ title: 'Mine', created_at: null, published_at: null });
    await device.arrive({ learnings: [own, learningRow({ title: 'Shown' })] });
    await device.signIn(admin);
    device.open('/learnings');
    const card =
      (await screen.findByRole('link', { name: 'Mine' })).closest('article') ?? document.body;
    expect(await within(card as HTMLElement).findByText('draft')).toBeTruthy();
    expect(screen.getAllByText('draft')).toHaveLength(1);
  });
});

it('a date that was typed is its author’s', () => {
  const time = '2020-05-05T00:00:00.000Z';
  expect(withPublication({ title: 'x', created_at: time }, null, 'draft')).toEqual({
    title: 'x',
    created_at: time,
    published_at: null,
  });
  const dated = { id: 'a', created_at: time, published_at: null };
  vi.useFakeTimers({ now: Date.parse('2026-01-01') });
  expect(withPublication({}, dated, 'publish')).toEqual({ published_at: 'now' });
  vi.useRealTimers();
});
