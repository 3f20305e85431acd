import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDashboard } from '../../support/dashboard.tsx';
import { learningRow, resourceRow } from '../../support/rows.ts';
import {
  admin,
  type Device,
  field,
  formOf,
  newDevice,
  type Part,
  pick,
  press,
  stopClock,
  toast,
  type,
} from '../../support/site.tsx';

/** The form of a learning has its resources, and saves them with it. */

const learning = learningRow({ title: 'Chunking', published_at: '2026-03-01T09:00:00+00:00' });
const other = learningRow({ title: 'Evals', published_at: '2026-03-01T09:00:00+00:00' });
const day = (n: number) => `2026-03-0${n}T09:00:00+00:00`;
const older = resourceRow({ title: 'Older', learning_id: learning.id, created_at: day(1) });
const newer = resourceRow({ title: 'Newer', learning_id: learning.id, created_at: day(2) });
const loose = resourceRow({ title: 'Loose', created_at: day(3) });
const taken = resourceRow({ title: 'Taken', learning_id: other.id, created_at: day(4) });

let device: Device;
beforeEach(async () => {
  device = await newDevice();
  await device.arrive({ learnings: [learning, other], resources: [older, newer, loose, taken] });
});

async function openForm(edit: string | undefined = learning.id): Promise<Part> {
  await openDashboard(device, 'learnings', edit === '' ? {} : { edit });
  const form = await formOf(edit === '' ? 'New learning' : 'Edit learning');
  if (edit === learning.id) await waitFor(() => expect(held(form)).toHaveLength(2));
  return form;
}

const RESOURCES = 'Resources (Optional)';
const held = (form: Part) => {
  const list = form.queryByRole('list', { name: 'Resources so far' });
  return list === null
    ? []
    : within(list)
        .getAllByRole('listitem')
        .map((it) => it.textContent);
};
const belonging = async () =>
  Object.fromEntries(
    (await device.rowsOf('resources')).map(({ title, learning_id }) => [title, learning_id]),
  );
const changes = async () => (await device.waiting()).at(-1)?.changes ?? [];

describe('MEMBERS-1: the resources of a learning, in its form', () => {
  it('are listed in the order of the site, the newest first, and follow other devices', async () => {
    const form = await openForm();
    expect(held(form)).toEqual(['Newer', 'Older']);
    await act(() =>
      device.arrive({ resources: [resourceRow({ ...loose, learning_id: learning.id })] }),
    );
    await waitFor(() => expect(held(form)).toEqual(['Loose', 'Newer', 'Older']));
  });

  it('are put to it, taken off and made anew, all in one edit with the learning, which one Undo takes back', async () => {
    stopClock();
    const before = await belonging();
    const form = await openForm();
    await pick(form, RESOURCES, 'Loose');
    press(form, 'Take off Older');
    type(form, { 'New resource': 'A talk', 'Its link (Optional)': 'https://youtu.be/x' });
    press(form, 'Add resource');
    expect(held(form)).toEqual(['A talknew', 'Loose', 'Newer']);
    expect(document.activeElement).toBe(field(form, 'New resource'));
    type(form, { Title: 'Chunking by question' });
    // Nothing is saved before that is asked for.
    expect(await device.waiting()).toEqual([]);
    press(form, 'Update Learning');
    await toast('Learning updated successfully');
    expect(await device.waiting()).toHaveLength(1);
    expect((await changes()).map(({ op, table }) => `${op} ${table}`)).toEqual([
      'update learnings',
      'update resources',
      'update resources',
      'insert resources',
    ]);
    expect(await belonging()).toEqual({
      'A talk': learning.id,
      Loose: learning.id,
      Newer: learning.id,
      Older: null,
      Taken: other.id,
    });
    const talk = (await device.rowsOf('resources')).find(({ title }) => title === 'A talk');
    expect(talk).toMatchObject({
      link_url: 'https://youtu.be/x',
      type: 'video',
      Source: 'youtu.be',
    });
    press(screen, 'Undo');
    await waitFor(async () => expect(await belonging()).toEqual(before));
    expect(await device.waiting()).toEqual([]);
    // What was typed is a draft again.
    const again = await formOf('Edit learning');
    await waitFor(() => expect(field(again, 'Title').value).toBe('Chunking by question'));
    expect(held(again)).toEqual(['A talknew', 'Loose', 'Newer']);
  });

  it('come with a new learning, with one that is typed and not yet added', async () => {
    const form = await openForm('');
    type(form, { Title: 'New', Description: 'x', 'New resource': 'Half typed' });
    await pick(form, RESOURCES, 'Loose');
    press(form, 'Add Learning');
    await toast('Learning added successfully');
    const [made] = await changes();
    expect(await belonging()).toMatchObject({ 'Half typed': made?.id, Loose: made?.id });
    expect(await device.waiting()).toHaveLength(1);
    // The form begins anew.
    await waitFor(() => expect(field(form, 'New resource').value).toBe(''));
    expect(held(form)).toEqual([]);
  });

  it('come with a new learning, and one Undo takes back all of it', async () => {
    stopClock();
    const before = await belonging();
    const form = await openForm('');
    type(form, { Title: 'New', Description: 'x', 'New resource': 'A talk' });
    press(form, 'Add resource');
    await pick(form, RESOURCES, 'Loose');
    press(form, 'Add Learning');
    await toast('Learning added successfully');
    expect(await belonging()).not.toEqual(before);
    // The next one is begun already.
    type(form, { Title: 'The next' });
    press(screen, 'Undo');
    await waitFor(async () => expect(await belonging()).toEqual(before));
    expect(await device.waiting()).toEqual([]);
    expect((await device.rowsOf('learnings')).map(({ title }) => title).sort()).toEqual([
      'Chunking',
      'Evals',
    ]);
    await waitFor(async () =>
      expect(field(await formOf('New learning'), 'Title').value).toBe('New'),
    );
    const again = await formOf('New learning');
    expect(held(again)).toEqual(['A talknew', 'Loose']);
    // It is offered.
    await again.findByText(/Title: “The next”/);
  });

  it('in the writing view the Undo of a new learning keeps what was typed since', async () => {
    await device.signIn(admin);
    const { navigation } = device.open('/admin/learnings/new');
    const form = await formOf('New learning');
    type(form, { Title: 'New', Description: 'x', 'New resource': 'A talk' });
    press(form, 'Add Learning');
    await toast('Learning added successfully');
    const own = await formOf('Edit learning');
    await waitFor(() => expect(held(own)).toEqual(['A talk']));
    type(own, { Description: 'x and y' });
    await pick(own, RESOURCES, 'Loose');
    press(screen, 'Undo');
    const again = await formOf('New learning');
    expect(field(again, 'Title').value).toBe('New');
    expect(field(again, 'Description').value).toBe('x and y');
    expect(held(again)).toEqual(['A talknew', 'Loose']);
    expect(navigation.arrival.location.pathname).toBe('/admin/learnings/new');
    expect(await device.waiting()).toEqual([]);
    expect((await device.database.drafts.toArray()).map(({ place }) => place)).toEqual([
      'learnings/new',
    ]);
  });

  it('say that they belong to another learning before they are taken from it', async () => {
    const form = await openForm();
    type(form, { [RESOURCES]: 'tak' });
    const option = await form.findByRole('option', { name: /^Taken/ });
    expect(option.textContent).toBe('Takenof another');
    fireEvent.keyDown(field(form, RESOURCES), { key: 'Enter' });
    expect(held(form)).toEqual(['Taken', 'Newer', 'Older']);
    press(form, 'Update Learning');
    await toast('Learning updated successfully');
    expect(await belonging()).toMatchObject({ Taken: learning.id });
    expect(await changes()).toHaveLength(1);
  });

  it('taken off and picked again, nothing has changed', async () => {
    const form = await openForm();
    press(form, 'Take off Newer');
    expect(held(form)).toEqual(['Older']);
    await pick(form, RESOURCES, 'Newer');
    expect(held(form)).toEqual(['Newer', 'Older']);
    await waitFor(async () => expect(await device.database.drafts.count()).toBe(0));
  });

  it('the focus goes to the next line, and at the end to the field', async () => {
    const form = await openForm();
    press(form, 'Take off Newer');
    expect(document.activeElement).toBe(form.getByRole('button', { name: 'Take off Older' }));
    press(form, 'Take off Older');
    expect(document.activeElement).toBe(field(form, RESOURCES));
  });

  it('Enter adds a new one and does not save, unless it confirms a word of an input method', async () => {
    const form = await openForm();
    type(form, { 'New resource': 'A talk' });
    const box = field(form, 'New resource');
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
    expect(held(form)).toEqual(['Newer', 'Older']);
    expect(fireEvent.keyDown(box, { key: 'Enter' })).toBe(false);
    expect(held(form)).toEqual(['A talknew', 'Newer', 'Older']);
    expect(box.value).toBe('');
  });

  it('E1: are part of the draft', async () => {
    const { unmount } = await openDashboard(device, 'learnings', { edit: learning.id });
    const form = await formOf('Edit learning');
    await waitFor(() => expect(held(form)).toHaveLength(2));
    press(form, 'Take off Newer');
    await pick(form, RESOURCES, 'Loose');
    type(form, { 'New resource': 'Half t' });
    unmount();
    await waitFor(async () => expect(await device.database.drafts.count()).toBe(1));
    await openDashboard(device, 'learnings', { edit: learning.id });
    const again = await formOf('Edit learning');
    await waitFor(() => expect(held(again)).toEqual(['Loose', 'Older']));
    expect(field(again, 'New resource').value).toBe('Half t');
  });

  it('a new one of a draft is a draft', async () => {
    const half = learningRow({ title: 'Half', created_at: null, published_at: null });
    await device.arrive({ learnings: [half] });
    const form = await openForm(half.id);
    type(form, { 'New resource': 'A talk' });
    press(form, 'Save draft');
    await toast('Draft saved');
    expect(await changes()).toMatchObject([
      { op: 'insert', values: { title: 'A talk', published_at: null, learning_id: half.id } },
    ]);
  });

  describe('MEMBERS-2: that are kept back', () => {
    const future = '2999-03-14T10:30:00.000Z';
    const half = learningRow({ title: 'Half', created_at: null, published_at: null });
    const planned = learningRow({ title: 'Planned', created_at: future, published_at: future });
    const kept = (title: string, learning_id: string | null, published_at: string | null) =>
      resourceRow({ title, learning_id, created_at: published_at, published_at });
    const rows = {
      draft: kept('Draft', half.id, null),
      later: kept('Later', half.id, '2998-01-01T00:00:00.000Z'),
      loose: kept('Loose draft', null, null),
      with: kept('With it', planned.id, future),
      out: resourceRow({ title: 'Out', learning_id: half.id, created_at: day(5) }),
    };
    const PUBLISH_AT = 'Publish at (Optional)';
    const published = async () =>
      Object.fromEntries(
        (await changes()).flatMap((change) =>
          change.table === 'resources' && 'values' in change
            ? [[change.id, change.values.published_at]]
            : [],
        ),
      );
    const edit = async (id: string) => {
      await device.arrive({ learnings: [half, planned], resources: Object.values(rows) });
      await openDashboard(device, 'learnings', { edit: id });
      const form = await formOf('Edit learning');
      await waitFor(() => expect(held(form)).not.toEqual([]));
      return form;
    };

    it('go out with it, in one edit, except for what has a time of its own; and it says so', async () => {
      const form = await edit(half.id);
      form.getByText('1 of these goes out with it, not before.');
      await pick(form, RESOURCES, 'Loose draft');
      type(form, { 'New resource': 'A talk' });
      press(form, 'Add resource');
      form.getByText('3 of these go out with it, not before.');
      press(form, 'Publish');
      await toast('Learning published successfully');
      expect(await device.waiting()).toHaveLength(1);
      const made = (await changes()).find(({ op }) => op === 'insert');
      expect(await published()).toEqual({
        [rows.draft.id]: 'now',
        [rows.loose.id]: 'now',
        // The server publishes it.
        [made?.id ?? '']: undefined,
      });
      expect(await belonging()).toMatchObject({ 'Loose draft': half.id, 'A talk': half.id });
    });

    it('stay drafts with a draft, and what is taken off stays one', async () => {
      const form = await edit(half.id);
      press(form, 'Take off Draft');
      expect(form.queryByText(/out with it/)).toBeNull();
      press(form, 'Publish');
      await toast('Learning published successfully');
      expect(await published()).toEqual({ [rows.draft.id]: undefined });
    });

    it('are scheduled with it, new ones too', async () => {
      const form = await edit(half.id);
      type(form, { [PUBLISH_AT]: '2999-03-14T10:30', 'New resource': 'A talk' });
      press(form, 'Schedule');
      await toast('Learning scheduled successfully');
      const made = (await changes()).find(({ op }) => op === 'insert');
      expect(await published()).toEqual({ [rows.draft.id]: future, [made?.id ?? '']: future });
    });

    it('go out earlier with what was scheduled', async () => {
      const form = await edit(planned.id);
      press(form, 'Publish now');
      await toast('Learning published successfully');
      expect(await published()).toEqual({ [rows.with.id]: 'now' });
    });

    it('come back with what was scheduled', async () => {
      press(await edit(planned.id), 'Back to draft');
      await toast('Learning withdrawn successfully');
      expect(await published()).toEqual({ [rows.with.id]: null });
    });

    it('stay out when it is withdrawn, and drafts of what is out stay drafts', async () => {
      const own = kept('Own', learning.id, null);
      await device.arrive({ resources: [own] });
      const form = await edit(learning.id);
      expect(held(form)).toContain('Own');
      expect(form.queryByText(/out with it/)).toBeNull();
      press(form, 'Withdraw');
      await toast('Learning withdrawn successfully');
      expect(await published()).toEqual({});
    });

    it('BULK-2: go out with many at once', async () => {
      await edit(half.id);
      fireEvent.click(screen.getByRole('button', { name: 'Select learnings' }));
      const bar = within(screen.getByRole('region', { name: 'Selected learnings' }));
      press(bar, /^Select all/);
      press(bar, 'Publish');
      await toast('2 learnings published');
      expect(await device.waiting()).toHaveLength(1);
      expect(await published()).toEqual({ [rows.draft.id]: 'now', [rows.with.id]: 'now' });
    });
  });

  it('WRITE-2: in the writing view they are saved with the text, which stays, and not twice', async () => {
    await device.signIn(admin);
    device.open(`/admin/learnings/${learning.id}`);
    const form = await formOf('Edit learning');
    type(form, { 'New resource': 'A talk' });
    press(form, 'Add resource');
    const save = () => fireEvent.keyDown(field(form, 'Title'), { key: 's', ctrlKey: true });
    save();
    await toast('Learning updated successfully');
    await waitFor(() => expect(held(form)).toEqual(['A talk', 'Newer', 'Older']));
    type(form, { Description: 'Another' });
    save();
    await waitFor(async () => expect(await device.waiting()).toHaveLength(2));
    expect(await changes()).toMatchObject([
      { table: 'learnings', values: { description: 'Another' } },
    ]);
  });
});
