import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeBatch } from '../../../src/engine/outbox/queue.ts';
import { HOLD_MOST_MS, UNDO_MS } from '../../../src/lib/limits.ts';
import { openDashboard } from '../../support/dashboard.tsx';
import { learningRow, projectRow, taskRow } from '../../support/rows.ts';
import {
  answer,
  type Device,
  listOf,
  newDevice,
  type Row,
  stopClock,
  toast,
} from '../../support/site.tsx';

let device: Device;
beforeEach(async () => {
  device = await newDevice();
});

/** Undo is in the place of what was deleted, exactly as long as the deletion is held, and is not sent. */

const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
const projects = titles.map((title, i) =>
  projectRow({ title, created_at: `2026-03-0${9 - i}T09:00:00+00:00` }),
);
const tasks = ['a', 'b', 'c'].map((content, position) =>
  taskRow({ content, position, project_id: projects[0]!.id }),
);
const learning = learningRow({ project_id: projects[0]!.id });

beforeEach(async () => {
  await device.arrive({ projects, tasks, learnings: [learning] });
  answer(true);
});
afterEach(() => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: false });
});

const open = async () => {
  await openDashboard(device, 'projects');
  return listOf('Projects');
};
const placeOf = (title: string) =>
  screen.findByRole('group', { name: new RegExp(`^“${title}” deleted`) });
const undoOf = async (title: string) =>
  within(await placeOf(title)).getByRole('button', { name: `Undo deletion of ${title}` });
async function remove(title: string): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: `Delete ${title}` }));
  return undoOf(title);
}
/** For how many ms after it was made the last deletion is held. */
const heldFor = async () => {
  const mutation = (await device.waiting()).at(-1)!;
  return mutation.heldUntil! - mutation.at;
};
const isPaused = () => waitFor(async () => expect(await heldFor()).toBe(HOLD_MOST_MS));
const runs = () =>
  waitFor(async () => {
    expect(await heldFor()).toBeGreaterThan(UNDO_MS);
    expect(await heldFor()).toBeLessThan(HOLD_MOST_MS);
  });
/** Not awaited: awaiting an `act` that did nothing async reopens its queue, and an update that comes then is an error. */
function hide(hidden: boolean): void {
  act(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}
/** The rows as they stand in the list, deleted ones in brackets. */
const standing = async () =>
  [...(await listOf('Projects')).getAllByRole('listitem')].map((item) => {
    const [place] = within(item).queryAllByRole('group');
    const title = titles.find((one) => item.textContent?.includes(one));
    return place === undefined ? title : `(${title})`;
  });

describe('Undo', () => {
  it('is in the row’s place, and names the row and what is deleted with it', async () => {
    await open();
    stopClock();
    await remove('Two');
    expect(await standing()).toEqual(['One', '(Two)', 'Three', 'Four', 'Five', 'Six']);
    await remove('One');
    await screen.findByRole('group', { name: '“One” deleted, with 3 tasks' });
    await toast('“One”');
    // The row keeps its height, but can be neither seen nor reached.
    expect((await placeOf('One')).querySelector('[inert]')?.textContent).toContain('Delete One');
    expect(screen.queryByRole('button', { name: 'Delete One' })).toBeNull();
  });

  it('brings back everything that belonged to the row, however long it was in use before', async () => {
    await open();
    const before = await Promise.all(['projects', 'tasks', 'learnings'].map(inOrder));
    const undo = await remove('One');
    fireEvent.pointerMove(undo.parentElement!, { movementX: 1 });
    await isPaused();
    const later = Date.now() + 30_000;
    expect(await takeBatch(device.database, { count: 9, bytes: 9_999 }, later)).toEqual([]);
    fireEvent.click(undo);
    await waitFor(async () => expect(await device.waiting()).toEqual([]));
    expect(await Promise.all(['projects', 'tasks', 'learnings'].map(inOrder))).toEqual(before);
    expect(await takeBatch(device.database, { count: 9, bytes: 9_999 }, later)).toEqual([]);
    expect(await standing()).toEqual(titles);
  });

  it('works for each of five quick deletions', async () => {
    await open();
    stopClock();
    for (const title of titles.slice(0, 5)) await remove(title);
    expect(await standing()).toEqual([...titles.slice(0, 5).map((title) => `(${title})`), 'Six']);
    for (const title of ['Three', 'One', 'Five', 'Two', 'Four']) {
      fireEvent.click(await undoOf(title));
      await screen.findByRole('button', { name: `Delete ${title}` });
    }
    expect(await device.waiting()).toEqual([]);
    expect(await device.rowsOf('projects')).toHaveLength(6);
  });

  it('takes back once when it is pressed twice, without another message', async () => {
    await open();
    stopClock();
    const undo = await remove('Two');
    fireEvent.click(undo);
    fireEvent.click(undo);
    await screen.findByRole('button', { name: 'Delete Two' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/could not be brought back/)).toBeNull();
  });

  it('disappears when the deletion is sent, in whichever tab', async () => {
    await open();
    await remove('Two');
    await act(() => takeBatch(device.database, { count: 9, bytes: 9_999 }, Date.now() + UNDO_MS));
    await waitFor(async () =>
      expect(await standing()).toEqual(titles.filter((it) => it !== 'Two')),
    );
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it('disappears when its time is over, although nothing was sent', async () => {
    await open();
    await remove('Two');
    await act(() =>
      device.database.outbox.toCollection().modify({ heldUntil: Date.now() + 1_000 }),
    );
    await waitFor(async () =>
      expect(await standing()).toEqual(titles.filter((it) => it !== 'Two')),
    );
    expect(await device.waiting()).toMatchObject([{ sent: false }]);
  });

  it('says so when it comes too late, and creates nothing anew', async () => {
    const list = await open();
    const undo = await remove('Two');
    // Of the two, the push reaches the outbox first.
    void takeBatch(device.database, { count: 9, bytes: 9_999 }, Date.now() + UNDO_MS);
    fireEvent.click(undo);
    const words = '“Two” could not be brought back. The deletion was already sent.';
    expect((await list.findByRole('alert')).textContent).toBe(words);
    expect((await device.waiting()).map(({ changes }) => changes[0]?.op)).toEqual(['delete']);
    await waitFor(async () =>
      expect(await standing()).toEqual(titles.filter((it) => it !== 'Two')),
    );
  });

  it('is offered again after a reload, but not to another account', async () => {
    await open();
    await remove('Two');
    hide(true);
    await isPaused();
    cleanup();
    hide(false);
    await open();
    expect(await undoOf('Two')).toBeTruthy();
    // Nobody uses the offer: the hold that the previous page had paused goes on.
    await runs();
    await act(() => device.database.outbox.toCollection().modify({ account: 'other' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
  });
});

describe('the hold', () => {
  it('is paused while the pointer is on the offer', async () => {
    await open();
    const undo = await remove('Two');
    fireEvent.pointerMove(undo.parentElement!, { movementX: 1 });
    await isPaused();
    fireEvent.pointerLeave(undo.parentElement!);
    await runs();
  });

  it('is paused while the focus is on Undo, unless it came there by itself', async () => {
    await open();
    const undo = await remove('Two');
    await waitFor(async () => expect(document.activeElement).toBe(await placeOf('Two')));
    expect(await heldFor()).toBe(UNDO_MS);
    act(() => undo.focus());
    await isPaused();
    act(() => undo.blur());
    await runs();
  });

  it('is paused while the page that offers Undo is hidden', async () => {
    await open();
    await remove('Two');
    hide(true);
    await isPaused();
    hide(false);
    await runs();
  });

  it('is not paused by a tab in the background that learns of the deletion', async () => {
    await open();
    hide(true);
    await remove('Two');
    expect(await heldFor()).toBe(UNDO_MS);
  });

  it('goes on when the offer leaves the screen while it is in use', async () => {
    await open();
    const undo = await remove('Two');
    fireEvent.pointerMove(undo.parentElement!, { movementX: 1 });
    await isPaused();
    fireEvent.click(screen.getByRole('tab', { name: 'Music' }));
    await runs();
  });
});

const inOrder = async (table: string): Promise<Row[]> =>
  (await device.rowsOf(table)).sort((a, b) => (a.id < b.id ? -1 : 1));
