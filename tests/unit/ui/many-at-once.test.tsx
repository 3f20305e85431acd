import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDashboard } from '../../support/dashboard.tsx';
import { commentaryRow, learningRow, projectRow, resourceRow } from '../../support/rows.ts';
import {
  answer,
  type Device,
  field,
  listOf,
  newDevice,
  type Part,
  pick,
  press,
  stopClock,
  toast,
} from '../../support/site.tsx';

/** One thing is done to many rows of the dashboard's lists, over the real store. */

let device: Device;
beforeEach(async () => {
  device = await newDevice();
});

const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
const day = (place: number) => `2026-03-0${9 - place}T09:00:00+00:00`;
const project = projectRow({ title: 'Fieldnotes' });
const learnings = titles.map((title, i) =>
  learningRow({
    title,
    tags: i === 0 ? ['RAG', 'old'] : i === 1 ? ['rag'] : null,
    created_at: day(i),
  }),
);

const select = async (list: Part, many: string) =>
  fireEvent.click(await list.findByRole('button', { name: `Select ${many}` }));
const box = (list: Part, title: string) => list.getByRole('checkbox', { name: `Select ${title}` });
const choose = (list: Part, ...names: string[]) => {
  for (const name of names) fireEvent.click(box(list, name));
};
const chosen = (list: Part) =>
  list
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((one) => one.closest('label')?.textContent?.replace('Select ', ''));
const bar = (): Part => within(screen.getByRole('region', { name: /^Selected / }));
const count = () => bar().getByRole('status').textContent;
const isIdle = (name: string) =>
  bar().getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

async function openLearnings(): Promise<Part> {
  await device.arrive({ learnings, projects: [project] });
  await openDashboard(device, 'learnings');
  const list = await listOf('Learnings');
  await select(list, 'learnings');
  return list;
}
/** The only edit that waits. */
const edit = async () => {
  const [made, ...others] = await device.waiting();
  expect(others).toEqual([]);
  return made!;
};
const valuesByTitle = async () =>
  Object.fromEntries(
    (await edit()).changes.map((change) => [
      learnings.find(({ id }) => id === change.id)?.title,
      'values' in change ? change.values : change.op,
    ]),
  );

describe('BULK-1: rows of a list', () => {
  it('are selected once that is asked for, each by a box with its name, and the count is told', async () => {
    await device.arrive({ learnings });
    await openDashboard(device, 'learnings');
    const list = await listOf('Learnings');
    await list.findByRole('button', { name: 'Edit Three' });
    expect(list.queryByRole('checkbox')).toBeNull();
    await select(list, 'learnings');
    expect(count()).toBe('0 selected');
    choose(list, 'One', 'Three');
    expect(count()).toBe('2 selected');
    choose(list, 'One');
    expect(count()).toBe('1 selected');
    press(list, 'Select all 5');
    expect(count()).toBe('5 selected');
    press(list, 'Clear');
    expect(chosen(list)).toEqual([]);
    press(list, 'Done selecting learnings');
    expect(list.queryByRole('checkbox')).toBeNull();
  });

  it('are selected up to another one with Shift, by a click and by Space, in both directions', async () => {
    const list = await openLearnings();
    choose(list, 'Two');
    fireEvent.click(box(list, 'Four'), { shiftKey: true });
    expect(chosen(list)).toEqual(['Two', 'Three', 'Four']);
    fireEvent.click(box(list, 'Three'), { shiftKey: true });
    expect(chosen(list)).toEqual(['Two']);
    const first = box(list, 'One');
    // The key alone, not what the browser makes of it: that would choose the row once more.
    expect(fireEvent.keyDown(first, { key: ' ', shiftKey: true })).toBe(false);
    expect(fireEvent.keyUp(first, { key: ' ', shiftKey: true })).toBe(false);
    expect(chosen(list)).toEqual(['One', 'Two', 'Three']);
    expect(fireEvent.keyDown(first, { key: ' ' })).toBe(true);
  });

  it('stay selected after an edit, and leave the selection for good with a filter or their deletion', async () => {
    const past = '2024-01-01T10:00:00+00:00';
    const rows = ['A', 'B', 'C'].map((title, i) =>
      commentaryRow({ title, created_at: past, published_at: i === 0 ? null : past }),
    );
    await device.arrive({ commentaries: rows });
    await openDashboard(device, 'commentary');
    const list = await listOf('Commentaries');
    await select(list, 'commentaries');
    press(list, 'Select all 3');
    press(list, '1 draft');
    expect(count()).toBe('1 selected');
    press(list, '1 draft');
    expect(chosen(list)).toEqual(['A']);
    choose(list, 'B');
    press(bar(), 'Publish');
    await toast('Commentary “A” published');
    // The choice of drafts is gone, and nothing else.
    await waitFor(() => expect(list.queryByRole('button', { name: '1 draft' })).toBeNull());
    expect(chosen(list).toSorted()).toEqual(['A', 'B']);
    const [gone] = rows.filter(({ title }) => title === 'B');
    await device.editor.edit({
      label: 'Delete',
      changes: [{ op: 'delete', table: 'commentaries', id: gone!.id }],
    });
    await waitFor(() => expect(count()).toBe('1 selected'));
  });
});

describe('BULK-2: what is done to many rows is one edit', () => {
  it('that adds a tag to those without it, in the spelling that is there', async () => {
    const list = await openLearnings();
    press(list, 'Select all 5');
    press(bar(), 'Add a tag');
    fireEvent.change(field(bar(), 'Tags to add'), { target: { value: 'Old, evals' } });
    const add = bar().getByRole('button', { name: 'Add' });
    add.focus();
    fireEvent.click(add);
    await toast('5 learnings tagged with “old” and “evals”');
    expect(await edit()).toMatchObject({ label: 'Add “old” and “evals” to 5 learnings' });
    expect(await valuesByTitle()).toMatchObject({
      One: { tags: ['RAG', 'old', 'evals'] },
      Two: { tags: ['rag', 'old', 'evals'] },
      Five: { tags: ['old', 'evals'] },
    });
    // The question is gone, and the focus is where it was asked.
    expect(document.activeElement?.textContent).toBe('Add a tag');
    expect(chosen(list)).toEqual(titles);
  });

  it('that removes a tag in every spelling, and changes no row that has none', async () => {
    const list = await openLearnings();
    press(list, 'Select all 5');
    press(bar(), 'Remove a tag');
    const tags = field(bar(), 'Tag to remove');
    expect(
      within(tags)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['RAG (2 learnings)', 'old (1 learning)']);
    press(bar(), 'Remove');
    await toast('2 learnings without “RAG”');
    expect(await valuesByTitle()).toEqual({ One: { tags: ['old'] }, Two: { tags: null } });
  });

  it('that keeps tags in commas where the table does', async () => {
    const resource = resourceRow({ title: 'Paper', tags: 'a, b' });
    await device.arrive({ resources: [resource] });
    await openDashboard(device, 'resources');
    const list = await listOf('Resources');
    await select(list, 'resources');
    choose(list, 'Paper');
    press(bar(), 'Add a tag');
    fireEvent.change(field(bar(), 'Tags to add'), { target: { value: 'c' } });
    press(bar(), 'Add');
    await toast('Resource “Paper” tagged with “c”');
    expect((await edit()).changes).toMatchObject([{ values: { tags: 'a,b,c' } }]);
  });

  it('that sets the project, or none', async () => {
    const list = await openLearnings();
    choose(list, 'Two', 'Four');
    press(bar(), 'Set the project');
    await pick(bar(), 'Project', String(project.title));
    press(bar(), 'Set');
    await toast('2 learnings: project set');
    expect(await valuesByTitle()).toEqual({
      Two: { project_id: project.id },
      Four: { project_id: project.id },
    });
  });

  it('that publishes drafts by the server’s clock, or withdraws what is out, and leaves the others alone', async () => {
    stopClock();
    const past = '2024-01-01T10:00:00+00:00';
    const rows = ['A', 'B', 'C'].map((title, i) =>
      commentaryRow({ title, created_at: i < 2 ? null : past, published_at: i < 2 ? null : past }),
    );
    await device.arrive({ commentaries: rows });
    await openDashboard(device, 'commentary');
    const list = await listOf('Commentaries');
    await select(list, 'commentaries');
    choose(list, 'C');
    expect([isIdle('Publish'), isIdle('Withdraw')]).toEqual([true, false]);
    press(list, 'Select all 3');
    press(bar(), 'Publish');
    await toast('2 commentaries published');
    const published = (await edit()).changes;
    expect(published).toMatchObject([
      { values: { published_at: 'now' } },
      { values: { published_at: 'now' } },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await toast('As it was before');
    expect(await device.waiting()).toEqual([]);
    await list.findByRole('button', { name: '2 drafts' });
    press(bar(), 'Withdraw');
    await toast('Commentary “C” withdrawn');
    expect((await edit()).changes).toMatchObject([{ values: { published_at: null } }]);
    expect((await edit()).heldUntil).not.toBeNull();
  });

  it('FORM-1: that publishes nothing while one of them lacks what readers need', async () => {
    const draft = { created_at: null, published_at: null };
    await device.arrive({
      commentaries: [
        commentaryRow({ title: 'Whole', ...draft }),
        commentaryRow({ title: 'Begun', content: '', ...draft }),
      ],
    });
    await openDashboard(device, 'commentary');
    const list = await listOf('Commentaries');
    await select(list, 'commentaries');
    press(list, 'Select all 2');
    press(bar(), 'Publish');
    expect((await bar().findByRole('alert')).textContent).toBe(
      '“Begun” is unfinished: Title and content are required. Nothing was changed.',
    );
    expect(await device.waiting()).toEqual([]);
  });

  it('that deletes 400 after one question, and one Undo brings all of them back', async () => {
    stopClock();
    const rows = Array.from({ length: 400 }, (_, i) => projectRow({ title: `P${i}` }));
    await device.arrive({ projects: rows });
    await openDashboard(device, 'projects');
    const list = await listOf('Projects');
    await select(list, 'projects');
    press(list, 'Select all 400');
    const asked = answer(false);
    press(bar(), 'Delete');
    expect(asked).toHaveBeenCalledExactlyOnceWith(
      'Are you sure you want to delete these 400 projects?',
    );
    expect(await device.waiting()).toEqual([]);
    answer(true);
    press(bar(), 'Delete');
    await toast('400 projects deleted');
    expect((await edit()).changes).toHaveLength(400);
    await waitFor(() => expect(count()).toBe('0 selected'));
    // Found by its words: to ask 400 rows for their roles and names takes longer than an Undo is there.
    const [words] = await list.findAllByText(/Undo brings back all 400/);
    press(within(words!.closest<HTMLElement>('[role=group]')!), /^Undo/);
    await waitFor(async () => expect(await device.waiting()).toEqual([]));
    await waitFor(() => expect(list.queryByRole('group', { name: /deleted/ })).toBeNull());
  });

  it('that changes nothing where the device cannot keep it, and says so', async () => {
    const list = await openLearnings();
    press(list, 'Select all 5');
    device.fill();
    press(bar(), 'Withdraw');
    await toast('Nothing was changed');
    expect(bar().getByRole('alert').textContent).toContain('Nothing was changed. This device');
    expect(chosen(list)).toEqual(titles);
  });
});
