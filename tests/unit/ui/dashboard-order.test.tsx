import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
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
