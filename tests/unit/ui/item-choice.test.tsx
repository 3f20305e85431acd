import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { nameFinder } from '../../../src/lib/name-finder.ts';
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
  type Row,
  toast,
  type,
} from '../../support/site.tsx';

/** A field that chooses another row finds it by words: a combobox, over the real store. */

const [evals, chunking, cafe] = [
  'Evals before prompts',
  'Chunking by question',
  'A Café for embeddings',
].map((title, n) => learningRow({ title, created_at: `2026-03-0${3 - n}T09:00:00+00:00` })) as [
  Row,
  Row,
  Row,
];
const LEARNING = 'Learning (Optional)';

let device: Device;
beforeEach(async () => {
  device = await newDevice();
});

/** The form of a resource that belongs to a learning, or of a new one. */
async function openForm(learning?: { id: string }): Promise<Part> {
  const paper = resourceRow({ title: 'Paper', learning_id: learning?.id ?? null });
  await device.arrive({ learnings: [evals, chunking, cafe], resources: learning ? [paper] : [] });
  await openDashboard(device, 'resources', learning ? { edit: paper.id } : {});
  const form = await formOf(learning ? 'Edit resource' : 'New resource');
  // Once it can be opened, everything is here.
  await waitFor(() => {
    fireEvent.keyDown(box(form), { key: 'ArrowDown' });
    expect(offered(form)).toHaveLength(4);
  });
  key(form, 'Escape');
  return form;
}

const box = (form: Part) => field(form, LEARNING);
const offered = (form: Part) =>
  form
    .queryAllByRole('option')
    .filter((it) => it.closest('[role=listbox]'))
    .map(({ textContent }) => textContent);
const key = (form: Part, name: string, more: object = {}) =>
  fireEvent.keyDown(box(form), { key: name, ...more });
/** The option that the field names as the active one. */
const active = (form: Part) => {
  const id = box(form).getAttribute('aria-activedescendant');
  const option = id === null ? null : document.getElementById(id);
  expect(option?.getAttribute('aria-selected') ?? null).toBe(id === null ? null : 'true');
  return option?.textContent ?? null;
};
const isOpen = (form: Part) => box(form).getAttribute('aria-expanded') === 'true';
const sentLearning = async () => {
  const [change] = (await device.waiting()).at(-1)?.changes ?? [];
  return change !== undefined && 'values' in change ? change.values.learning_id : 'nothing';
};

describe('FORM-9: an item is found by words of its title', () => {
  it('in any case, without accents, in any order, by the beginning of each word', async () => {
    const form = await openForm();
    for (const typed of ['cafe', 'EMB café', 'for a']) {
      type(form, { [LEARNING]: typed });
      expect(offered(form)).toEqual(['A Café for embeddings']);
    }
    type(form, { [LEARNING]: 'fe' });
    expect(offered(form)).toEqual([]);
    expect(form.getByText('Nothing has these words.')).toBeTruthy();
    expect(isOpen(form)).toBe(false);
  });

  it('names that begin with what is typed stand first, the others in their order', () => {
    const find = nameFinder(['On evals', 'Evals', 'Prompts', 'Older evals', 'C++']);
    expect(find('ev')).toEqual([1, 0, 3]);
    expect(find('++')).toEqual([4]);
    expect(find('')).toEqual([0, 1, 2, 3, 4]);
  });

  it('all are offered while nothing is typed, what is chosen before the others; of many the first ones', async () => {
    const form = await openForm(cafe);
    fireEvent.click(box(form));
    expect(offered(form)).toEqual([
      'No learning',
      'A Café for embeddings',
      'Evals before prompts',
      'Chunking by question',
    ]);
    expect(active(form)).toBe('A Café for embeddings');
    key(form, 'Escape');
    const many = Array.from({ length: 200 }, (_, n) =>
      learningRow({ title: `One of many ${n}`, created_at: '2025-01-01T09:00:00+00:00' }),
    );
    await act(() => device.arrive({ learnings: many }));
    fireEvent.click(box(form));
    expect(await form.findByText(/^50 of 204 shown/)).toBeTruthy();
    expect(offered(form)).toHaveLength(50);
    type(form, { [LEARNING]: 'many 177' });
    expect(offered(form)).toEqual(['One of many 177']);
  });
});

describe('FORM-9: the keys of a field that chooses', () => {
  it('arrows open the list and go round its ends, Enter chooses and does not save, Escape changes nothing', async () => {
    const form = await openForm();
    expect(box(form).getAttribute('role')).toBe('combobox');
    expect(box(form).getAttribute('aria-controls')).toBeNull();
    key(form, 'ArrowDown');
    const list = form.getByRole('listbox', { name: 'Learning' });
    expect(box(form).getAttribute('aria-controls')).toBe(list.id);
    expect(active(form)).toBe('No learning');
    key(form, 'ArrowUp');
    expect(active(form)).toBe('A Café for embeddings');
    key(form, 'ArrowDown');
    key(form, 'ArrowDown');
    expect(active(form)).toBe('Evals before prompts');
    key(form, 'Escape');
    expect([isOpen(form), box(form).value]).toEqual([false, '']);
    type(form, { [LEARNING]: 'chu' });
    expect(active(form)).toBe('Chunking by question');
    // It would have saved the form.
    expect(key(form, 'Enter')).toBe(false);
    expect([isOpen(form), box(form).value]).toEqual([false, 'Chunking by question']);
    type(form, { Title: 'Paper', Description: 'x' });
    press(form, 'Add Resource');
    await toast('Resource added successfully');
    expect(await sentLearning()).toBe(chunking.id);
  });

  it('a press that confirms a word of an input method chooses nothing', async () => {
    const form = await openForm();
    type(form, { [LEARNING]: 'chu' });
    // Safari reports it when the word is there.
    key(form, 'Enter', { keyCode: 229 });
    expect([isOpen(form), box(form).value]).toEqual([true, 'chu']);
  });

  it('whoever leaves the field keeps what was chosen, unless a whole title is typed', async () => {
    const form = await openForm(evals);
    type(form, { [LEARNING]: 'chunking' });
    fireEvent.blur(box(form));
    expect([isOpen(form), box(form).value]).toEqual([false, 'Evals before prompts']);
    type(form, { [LEARNING]: 'chunking by Question ' });
    fireEvent.blur(box(form));
    expect(box(form).value).toBe('Chunking by question');
    press(form, 'Update Resource');
    await toast('Resource updated successfully');
    expect(await sentLearning()).toBe(chunking.id);
  });

  it('a key that saves takes a whole title, too', async () => {
    const form = await openForm(evals);
    type(form, { [LEARNING]: 'Chunking by question' });
    key(form, 's', { ctrlKey: true });
    await toast('Resource updated successfully');
    expect(await sentLearning()).toBe(chunking.id);
  });
});

describe('FORM-9: what is chosen', () => {
  it('is taken by a tap, with the focus still in the field', async () => {
    const form = await openForm();
    box(form).focus();
    fireEvent.click(box(form));
    // Else the field would lose the focus to it, and with it a phone's keyboard.
    expect(fireEvent.mouseDown(form.getByRole('option', { name: 'Chunking by question' }))).toBe(
      false,
    );
    await pick(form, LEARNING, 'Chunking by question');
    expect(document.activeElement).toBe(box(form));
    expect(isOpen(form)).toBe(false);
  });

  it('can be cleared by a button, by the first option, or by emptying the field', async () => {
    const form = await openForm(evals);
    const undo = () => pick(form, LEARNING, 'Evals before prompts');
    press(form, 'Clear Learning');
    expect(box(form).value).toBe('');
    expect(document.activeElement).toBe(box(form));
    expect(form.queryByRole('button', { name: 'Clear Learning' })).toBeNull();
    await undo();
    type(form, { [LEARNING]: '' });
    fireEvent.blur(box(form));
    expect(box(form).value).toBe('');
    await undo();
    fireEvent.click(box(form));
    fireEvent.click(form.getByRole('option', { name: 'No learning' }));
    press(form, 'Update Resource');
    await toast('Resource updated successfully');
    expect(await sentLearning()).toBeNull();
  });

  it('stays what it is if it was deleted', async () => {
    const form = await openForm({ id: crypto.randomUUID() });
    expect(box(form).value).toBe('A deleted item');
    box(form).focus();
    fireEvent.blur(box(form));
    type(form, { Title: 'Paper 2' });
    press(form, 'Update Resource');
    await toast('Resource updated successfully');
    expect(await sentLearning()).toBeUndefined();
  });

  it('PUBLISH-2: is a draft, and says so, in the list and below the field', async () => {
    const half = learningRow({ title: 'Half', created_at: null, published_at: null });
    await device.arrive({ learnings: [half, evals] });
    await device.signIn(admin);
    device.open('/admin?tab=resources');
    const form = await formOf('New resource');
    await waitFor(() => {
      type(form, { [LEARNING]: 'ha' });
      expect(offered(form)).toEqual(['Halfdraft']);
    });
    key(form, 'Enter');
    expect(box(form).value).toBe('Half');
    const about = (box(form).getAttribute('aria-describedby') ?? '').split(' ');
    expect(about.map((id) => document.getElementById(id)?.textContent)).toContain('draft');
    await pick(form, LEARNING, 'Evals before prompts');
    expect(within(screen.getByRole('form')).queryByText('draft')).toBeNull();
  });

  it('E7: is named where another device has chosen another one meanwhile', async () => {
    const paper = resourceRow({ title: 'Paper', learning_id: evals.id });
    await device.arrive({ learnings: [evals, chunking, cafe], resources: [paper] });
    await openDashboard(device, 'resources', { edit: paper.id });
    const form = await formOf('Edit resource');
    await pick(form, LEARNING, 'Chunking by question');
    await act(() =>
      device.arrive({ resources: [resourceRow({ ...paper, learning_id: cafe.id })] }),
    );
    const note = await form.findByText('Saved now:', { exact: false });
    expect(note.closest('p')?.textContent).toBe('Saved now: A Café for embeddings');
  });
});
