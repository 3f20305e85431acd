import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { LIST_SEARCHED_FROM } from '../../../src/lib/limits.ts';
import { openDashboard } from '../../support/dashboard.tsx';
import { learningRow } from '../../support/rows.ts';
import { type Device, listOf, newDevice, toast } from '../../support/site.tsx';

/** The order of learnings, by the menus of the dashboard's rows. */

let device: Device;
const day = (place: number) => `2026-03-0${8 - place}T09:00:00+00:00`;
beforeEach(async () => {
  device = await newDevice();
  const learnings = ['New', 'Middle', 'Old'].map((title, i) =>
    learningRow({ title, created_at: day(i) }),
  );
  await device.arrive({ learnings });
  await openDashboard(device, 'learnings');
});

const order = async () =>
  (await listOf('Learnings'))
    .getAllByRole('listitem')
    .map((item) => /New|Middle|Old/.exec(item.textContent ?? '')?.[0]);
const menuOf = async (title: string) => {
  const list = await listOf('Learnings');
  fireEvent.click(await list.findByRole('button', { name: `More for ${title}` }));
  return within(screen.getByRole('menu'));
};
const items = (menu: Awaited<ReturnType<typeof menuOf>>) =>
  within(menu.getByRole('group', { name: 'Order' }))
    .getAllByRole('menuitem')
    .map((one) => [one.textContent, one.getAttribute('aria-disabled') === 'true']);
async function move(title: string, words: string): Promise<void> {
  const menu = await menuOf(title);
  fireEvent.click(menu.getByRole('menuitem', { name: words }));
  // As browsers do to what is in a row that moves.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

it('ORDER-1: learnings are pinned before all others, moved among the pinned, and unpinned, by their menus', async () => {
  await move('Old', 'Pin');
  await toast('“Old” pinned');
  await waitFor(async () => expect(await order()).toEqual(['Old', 'New', 'Middle']));
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More for Old'),
  );
  await move('Middle', 'Pin');
  await waitFor(async () => expect(await order()).toEqual(['Middle', 'Old', 'New']));
  await move('Middle', 'Move down');
  await waitFor(async () => expect(await order()).toEqual(['Old', 'Middle', 'New']));
  expect(items(await menuOf('Old'))).toEqual([
    ['Move up', true],
    ['Move down', false],
    ['Unpin', false],
  ]);
  fireEvent.keyDown(screen.getByRole('menu').firstElementChild!.firstElementChild!, { key: 'Tab' });
  // A new one has no rank: it stands behind the pinned, and before the rest.
  await device.arrive({ learnings: [learningRow({ title: 'Newer', created_at: day(-1) })] });
  await move('Old', 'Unpin');
  await waitFor(async () => expect(await order()).toEqual(['Middle', 'New', 'New', 'Old']));
  expect((await device.waiting()).map(({ label }) => label)).toContain('Unpin learning “Old”');
});

const grip = async (title: string) =>
  (await listOf('Learnings')).findByRole('button', { name: `Drag “${title}”` });
const press = (key: string) => {
  fireEvent.keyDown(document.activeElement!, { key });
  fireEvent.keyUp(document.activeElement!, { key });
};
const said = (sentence: string) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map((it) => it.textContent)).toContain(sentence),
  );

it('ORDER-1 A5: a learning is lifted, moved, dropped and returned by keyboard, and screen readers are told', async () => {
  (await grip('Old')).focus();
  press(' ');
  await said('Lifted “Old”. Not pinned, by its date.');
  press('ArrowUp');
  await said('Pinned, 1 of 1.');
  press(' ');
  await said('Moved “Old”. Pinned, 1 of 1.');
  await waitFor(async () => expect(await order()).toEqual(['Old', 'New', 'Middle']));
  await toast('“Old” pinned');

  (await grip('Middle')).focus();
  for (const key of ['Enter', 'Home', 'ArrowDown']) press(key);
  await said('Pinned, 2 of 2.');
  press('Enter');
  await waitFor(async () => expect(await order()).toEqual(['Old', 'Middle', 'New']));
  expect((await device.waiting()).map(({ label }) => label)).toContain('Pin learning “Middle”');

  (await grip('Old')).focus();
  for (const key of [' ', 'ArrowDown', 'Escape']) press(key);
  await said('Returned “Old” to Pinned, 1 of 2.');
  for (const key of [' ', 'End', ' ']) press(key);
  await said('Moved “Old”. Not pinned, by its date.');
  await waitFor(async () => expect(await order()).toEqual(['Middle', 'New', 'Old']));
});

it('ORDER-1: nothing is dragged while rows are selected', async () => {
  await grip('Old');
  const list = await listOf('Learnings');
  fireEvent.click(list.getByRole('button', { name: 'Select learnings' }));
  expect(list.queryByRole('button', { name: /^Drag/ })).toBeNull();
  fireEvent.click(list.getByRole('button', { name: 'Done selecting learnings' }));
  await grip('Old');
});

it('ORDER-1: nothing is dragged in a list that is narrowed', async () => {
  const more = Array.from({ length: LIST_SEARCHED_FROM }, (_, i) =>
    learningRow({ title: `Middle ${i}`, created_at: day(3) }),
  );
  await device.arrive({ learnings: more });
  await grip('Old');
  const list = await listOf('Learnings');
  const search = await list.findByRole('searchbox', { name: 'Search learnings' });
  fireEvent.change(search, { target: { value: 'Middle' } });
  await waitFor(() => expect(list.queryByRole('button', { name: /^Drag/ })).toBeNull());
  fireEvent.change(search, { target: { value: '' } });
  await grip('Old');
});
