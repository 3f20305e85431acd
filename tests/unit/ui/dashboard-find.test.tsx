import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDashboard } from '../../support/dashboard.tsx';
import { commentaryRow, friendRow, learningRow, projectRow, toolRow } from '../../support/rows.ts';
import {
  type Device,
  field,
  listOf,
  newDevice,
  type Part,
  press,
  stopClock,
  toast,
  type,
} from '../../support/site.tsx';

/** Rows of the dashboard's lists are found by words and narrowed by filters. */

let device: Device;
beforeEach(async () => {
  device = await newDevice();
});

const garden = projectRow({ title: 'Garden' });
const notebook = projectRow({ title: 'Notebook', created_at: '2024-01-01T10:00:00+00:00' });
const past = '2024-01-01T10:00:00+00:00';
const code = '# Timers\n\n```c\nsignal(SIGALRM, wake);\n```\n';

/** Twelve, newest first, so that their list has a head. */
const learnings = Array.from({ length: 12 }, (_, n) =>
  learningRow({
    title: `Learning ${n + 1}`,
    tags: n < 3 ? ['RAG'] : n === 3 ? ['rag', 'c'] : null,
    content: n === 6 ? code : null,
    project_id: n < 2 ? garden.id : n === 3 ? notebook.id : null,
    published_at: n === 0 || n === 6 ? null : past,
    created_at: `2026-03-${String(20 - n).padStart(2, '0')}T09:00:00+00:00`,
  }),
);

async function openLearnings(filters = ''): Promise<Part & { address: () => string }> {
  await device.arrive({ learnings, projects: [garden, notebook] });
  const { navigation } = await openDashboard(device, `learnings${filters}`);
  const list = await listOf('Learnings');
  await list.findByRole('searchbox');
  const address = () => navigation.arrival.location.search;
  return { ...list, address };
}

const rowsOf = (list: Part) =>
  list.queryAllByRole('listitem').map((row) => row.querySelector('p span')?.textContent);
const shows = (list: Part, ...titles: readonly string[]) =>
  waitFor(() => expect(rowsOf(list)).toEqual(titles));
const unfold = (list: Part, many = 'learnings') => press(list, `Filter ${many}`);
const choose = (list: Part, label: string, words: string) => {
  const box = list.getByRole<HTMLSelectElement>('combobox', { name: label });
  const option = within(box).getByRole<HTMLOptionElement>('option', { name: words });
  fireEvent.change(box, { target: { value: option.value } });
};
const options = (list: Part, label: string) =>
  within(list.getByRole('combobox', { name: label }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

describe('FIND-1: the words of a list’s search', () => {
  it('are those that the site’s search finds: of texts, also in code, in any case and with a typo', async () => {
    const list = await openLearnings();
    type(list, { 'Search learnings': 'sigalrm' });
    await shows(list, 'Learning 7');
    expect(list.getByText('1 of 12 learnings').closest('[role=status]')).not.toBeNull();
    type(list, { 'Search learnings': 'wake SIGALRN' });
    await shows(list, 'Learning 7');
    type(list, { 'Search learnings': 'wake nowhere' });
    await shows(list);
    expect(list.getByText('No learnings match.')).toBeTruthy();
  });

  it('leave the order of the list', async () => {
    const list = await openLearnings();
    type(list, { 'Search learnings': 'rag' });
    await shows(list, 'Learning 1', 'Learning 2', 'Learning 3', 'Learning 4');
  });

  it('find what comes and changes meanwhile, and a deleted row for as long as it can be taken back', async () => {
    stopClock();
    const list = await openLearnings();
    type(list, { 'Search learnings': 'sigalrm' });
    await shows(list, 'Learning 7');
    await device.arrive({ learnings: [learningRow({ title: 'More of SIGALRM' })] });
    await waitFor(() => expect(rowsOf(list)).toHaveLength(2));
    window.confirm = () => true;
    press(list, 'Delete Learning 7');
    const place = await list.findByRole('group', { name: '“Learning 7” deleted' });
    await list.findByText('1 of 12 learnings');
    press(within(place), /^Undo/);
    await waitFor(() => expect(rowsOf(list)).toHaveLength(2));
  });

  it('are in the address, each list’s for itself', async () => {
    const friends = Array.from({ length: 12 }, (_, n) =>
      friendRow({ name: `Friend ${n}`, role: n === 4 ? 'poet' : 'cook' }),
    );
    const tools = Array.from({ length: 12 }, (_, n) => toolRow({ name: `Tool ${n}` }));
    await device.arrive({ friends, ai_tools: tools });
    const { navigation } = await openDashboard(device, 'ai-tools&friends.q=poet');
    const list = await listOf('Friends');
    await shows(list, 'Friend 4');
    expect(rowsOf(await listOf('AI tools'))).toHaveLength(12);
    type(await listOf('AI tools'), { 'Search AI tools': 'tool 7' });
    await shows(await listOf('AI tools'), 'Tool 7');
    expect(navigation.arrival.location.search).toBe('?tab=ai-tools&friends.q=poet&q=tool+7');
    await shows(list, 'Friend 4');
  });
});

describe('FIND-2: the filters of a list', () => {
  it('combine with each other and with words, and say how many rows match and each would leave', async () => {
    const list = await openLearnings();
    unfold(list);
    expect(options(list, 'Tag')).toEqual(['Any tag', 'RAG (4)', 'c (1)']);
    expect(options(list, 'Project')).toEqual([
      'Any project',
      'No project (9)',
      'Garden (2)',
      'Notebook (1)',
    ]);
    choose(list, 'Tag', 'RAG (4)');
    await shows(list, 'Learning 1', 'Learning 2', 'Learning 3', 'Learning 4');
    expect(options(list, 'Project')).toEqual([
      'Any project',
      'No project (1)',
      'Garden (2)',
      'Notebook (1)',
    ]);
    choose(list, 'Project', 'Garden (2)');
    await shows(list, 'Learning 1', 'Learning 2');
    // Another one can still be chosen.
    expect(options(list, 'Project')).toHaveLength(4);
    press(list, '1 published');
    await shows(list, 'Learning 2');
    expect(list.getByText('1 of 12 learnings').closest('[role=status]')).not.toBeNull();
    expect(list.getByRole('button', { name: 'Filter learnings (3)' }).textContent).toContain('(3)');
    type(list, { 'Search learnings': 'sigalrm' });
    await shows(list);
    expect(list.address()).toBe(
      `?tab=learnings&tag=RAG&project=${garden.id}&state=published&q=sigalrm`,
    );
  });

  it('are reset by one button, and the focus is in the search then', async () => {
    const list = await openLearnings(`&tag=rag&project=${garden.id}&state=draft&q=learning`);
    await shows(list, 'Learning 1');
    press(list, 'Clear filters');
    await waitFor(() => expect(rowsOf(list)).toHaveLength(12));
    expect(list.address()).toBe('?tab=learnings');
    expect(field(list, 'Search learnings').value).toBe('');
    expect(document.activeElement).toBe(field(list, 'Search learnings'));
    expect(list.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('are brought back by Back, one after another, and stay while a row is edited', async () => {
    await device.arrive({ learnings, projects: [garden, notebook] });
    const { navigation } = await openDashboard(device, 'learnings');
    const list = await listOf('Learnings');
    await list.findByRole('searchbox');
    unfold(list);
    choose(list, 'Tag', 'RAG (4)');
    choose(list, 'Project', 'No project (1)');
    await shows(list, 'Learning 3');
    press(list, 'Edit Learning 3');
    await screen.findByRole('form', { name: 'Edit learning' });
    expect(rowsOf(list)).toEqual(['Learning 3']);
    press(screen, 'Close the form of the learning');
    await shows(list, 'Learning 3');
    act(() => navigation.navigator.go(-2));
    await waitFor(() => expect(rowsOf(list)).toHaveLength(4));
    act(() => navigation.navigator.go(-1));
    await waitFor(() => expect(rowsOf(list)).toHaveLength(12));
    act(() => navigation.navigator.go(1));
    await waitFor(() => expect(rowsOf(list)).toHaveLength(4));
  });

  it('of each tab are there again when the tab is', async () => {
    const list = await openLearnings('&tag=rag');
    await waitFor(() => expect(rowsOf(list)).toHaveLength(4));
    fireEvent.click(screen.getByRole('tab', { name: 'Projects' }));
    await shows(await listOf('Projects'), 'Garden', 'Notebook');
    fireEvent.click(screen.getByRole('tab', { name: 'Learnings' }));
    await waitFor(async () => expect(rowsOf(await listOf('Learnings'))).toHaveLength(4));
  });

  it('show what the address asks for although no row has it', async () => {
    const list = await openLearnings('&tag=nowhere&project=00000000-0000-4000-8000-000000000000');
    await shows(list);
    press(list, 'Filter learnings (2)');
    expect(list.getByRole<HTMLSelectElement>('combobox', { name: 'Tag' }).value).toBe('nowhere');
    expect(options(list, 'Project')).toContain('A deleted project (0)');
    expect(list.getByText('No learnings match.')).toBeTruthy();
  });

  it('find what readers see without a picture: also an address that no picture is fetched from', async () => {
    const addresses = [null, '', ' ', 'javascript:alert(1)', '/pictures/a.png'];
    const rows = Array.from({ length: 11 }, (_, n) =>
      projectRow({ title: `P${n}`, image_url: n < 5 ? addresses[n] : 'https://x.example/a.png' }),
    );
    await device.arrive({ projects: rows });
    await openDashboard(device, 'projects');
    const list = await listOf('Projects');
    await list.findByRole('searchbox');
    unfold(list, 'projects');
    press(list, '4 without a picture');
    await waitFor(() => expect(rowsOf(list).sort()).toEqual(['P0', 'P1', 'P2', 'P3']));
    press(list, '4 without a picture');
    await waitFor(() => expect(rowsOf(list)).toHaveLength(11));
  });

  it('leave to a selection only what they show', async () => {
    const list = await openLearnings('&tag=rag');
    await waitFor(() => expect(rowsOf(list)).toHaveLength(4));
    press(list, 'Select learnings');
    press(list, 'Select all 4');
    unfold(list, 'learnings (1)');
    choose(list, 'Project', 'Garden (2)');
    const bar = within(screen.getByRole('region', { name: 'Selected learnings' }));
    expect(bar.getByRole('status').textContent).toBe('2 selected');
    press(bar, 'Withdraw');
    await toast('Learning “Learning 2” withdrawn');
    const [edit] = await device.waiting();
    expect(edit?.changes.map(({ id }) => id)).toEqual([learnings[1]!.id]);
  });

  it('leave the order to what is pinned among all', async () => {
    const list = await openLearnings('&tag=rag');
    await waitFor(() => expect(rowsOf(list)).toHaveLength(4));
    press(list, 'More for Learning 3');
    fireEvent.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Pin' }));
    await toast('“Learning 3” pinned');
    await shows(list, 'Learning 3', 'Learning 1', 'Learning 2', 'Learning 4');
  });

  it('go with a list that is short, but for where its rows stand', async () => {
    const rows = ['A', 'B', 'C'].map((title, i) =>
      commentaryRow({ title, created_at: past, published_at: i === 0 ? null : past }),
    );
    await device.arrive({ commentaries: rows });
    await openDashboard(device, 'commentary');
    const list = await listOf('Commentaries');
    fireEvent.click(await list.findByRole('button', { name: '1 draft' }));
    expect(rowsOf(list)).toEqual(['A']);
    expect(list.queryByRole('searchbox')).toBeNull();
    expect(list.getByRole('status').textContent).toBe('1 of 3 commentaries');
    press(list, 'Clear filters');
    expect(rowsOf(list)).toHaveLength(3);
    expect(document.activeElement?.textContent).toBe('1 draft');
  });

  it('name what an address says in capitals', async () => {
    const list = await openLearnings(`&project=${garden.id.toUpperCase()}`);
    await shows(list, 'Learning 1', 'Learning 2');
    press(list, 'Filter learnings (1)');
    const box = list.getByRole<HTMLSelectElement>('combobox', { name: 'Project' });
    expect(box.selectedOptions[0]?.textContent).toMatch(/^Garden/);
  });

  it('that an address asks of a short list can be seen, and reset', async () => {
    await device.arrive({ projects: [garden, notebook] });
    await openDashboard(device, 'projects&q=garden');
    const list = await listOf('Projects');
    await shows(list, 'Garden');
    press(list, 'Clear filters');
    expect(list.queryByRole('searchbox')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Projects');
  });
});
