import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { remove, update } from '../../src/engine/mutation.ts';
import { type Editor, openEditor } from '../../src/engine/outbox/editor.ts';
import { takeBatch, watchOutbox } from '../../src/engine/outbox/queue.ts';
import { HOLD_MOST_MS, UNDO_MS } from '../../src/lib/limits.ts';
import { device } from '../support/editing-device.ts';
import { eventually } from '../support/eventually.ts';
import { friendRow } from '../support/rows.ts';

/** How long a deletion can be taken back and is not sent, by a clock that the test sets. */

const START = 1_790_000_000_000;
const [ada, grace] = [friendRow({ name: 'Ada' }), friendRow({ name: 'Grace' })];
let database: MirrorDatabase;
let editor: Editor;
let now: number;

beforeEach(async () => {
  now = START;
  ({ database } = await device({ friends: [ada, grace] }));
  editor = openEditor(database, { now: () => now });
});

afterEach(() => {
  // First the spy on the test's clock; put back after the clock, it would leave that clock in place of the real one.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const draft = { label: 'Delete friend “Ada”', changes: [remove(friends, ada.id)], holds: true };
async function deleteAda(): Promise<string> {
  const mutation = await editor.edit(draft);
  return mutation?.id ?? '';
}
/** How many edits a push that begins `ms` after the first edit would send. */
async function sentAfter(ms: number): Promise<number> {
  now = START + ms;
  return (await takeBatch(database, { count: 9, bytes: 9_999 }, now)).length;
}

describe('a deletion', () => {
  it('R28 E15: is held for eight seconds at least, and what was done after it waits', async () => {
    expect(UNDO_MS).toBeGreaterThanOrEqual(8_000);
    await deleteAda();
    await editor.edit({ label: 'Edit', changes: [update(friends, grace.id, { name: 'G.' })] });
    expect(await sentAfter(UNDO_MS - 1)).toBe(0);
    expect(await sentAfter(UNDO_MS)).toBe(2);
  });

  it('R28: is held while someone is at its offer, in every tab and over a reload, and begins anew when they leave', async () => {
    const id = await deleteAda();
    await editor.pauseHold(id);
    expect(await sentAfter(30_000)).toBe(0);
    const reloaded = openEditor(database, { now: () => now });
    await reloaded.resumeHold(id);
    expect(await sentAfter(30_000 + UNDO_MS - 1)).toBe(0);
    expect(await sentAfter(30_000 + UNDO_MS)).toBe(1);
  });

  it('R28: is held for a minute at most, also by a tab that died with someone at the offer', async () => {
    const id = await deleteAda();
    await editor.pauseHold(id);
    now = START + HOLD_MOST_MS - 1_000;
    await editor.pauseHold(id);
    expect(await sentAfter(HOLD_MOST_MS - 1)).toBe(0);
    await editor.resumeHold(id);
    expect(await sentAfter(HOLD_MOST_MS)).toBe(1);
  });

  it('is held no longer by an offer that nobody was at', async () => {
    const id = await deleteAda();
    now = START + 5_000;
    await editor.resumeHold(id);
    expect(await sentAfter(UNDO_MS)).toBe(1);
  });

  it('is not held again when its time was over before someone came to the offer', async () => {
    const id = await deleteAda();
    now = START + UNDO_MS;
    await editor.pauseHold(id);
    await editor.pauseHold('not there');
    expect(await sentAfter(UNDO_MS)).toBe(1);
  });

  it('is sent at once when it is to be, with all behind it; not that of another account', async () => {
    await deleteAda();
    const { place: _, ...own } = (await database.outbox.toArray())[0]!;
    const other = { ...own, id: crypto.randomUUID(), account: 'other', rows: [] };
    await database.outbox.add(other);
    await editor.releaseHolds();
    expect(await sentAfter(0)).toBe(1);
    expect(await database.outbox.get({ id: other.id })).toMatchObject({
      heldUntil: START + UNDO_MS,
    });
  });

  it('is either sent or taken back, whichever came first', async () => {
    const id = await deleteAda();
    await editor.releaseHolds();
    const [sent, isBack] = await Promise.all([sentAfter(0), editor.takeBack(id)]);
    expect([sent, isBack]).toEqual([1, false]);
    await editor.discard(id);
    const next = await deleteAda();
    await editor.releaseHolds();
    expect(await Promise.all([editor.takeBack(next), sentAfter(0)])).toEqual([true, 0]);
  });

  it('R28: is held no longer than is possible where the clock was set back by hours', async () => {
    const id = await deleteAda();
    expect(await sentAfter(-3_600_000)).toBe(1);
    expect(await editor.takeBack(id)).toBe(false);
  });

  it('R28: is sent soon after its time is over also where the clock was set back meanwhile', async () => {
    await deleteAda();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const news = vi.fn();
    const set = vi.spyOn(globalThis, 'setTimeout');
    const stop = watchOutbox(database, news, () => now);
    await eventually(() => expect(set.mock.calls.map(([, ms]) => ms)).toContain(UNDO_MS));
    // By the device's clock there are two seconds left.
    now += UNDO_MS - 2_000;
    vi.advanceTimersByTime(UNDO_MS);
    expect(news).not.toHaveBeenCalled();
    now += 2_000;
    vi.advanceTimersByTime(2_000);
    expect(news).toHaveBeenCalledWith('edits');
    stop();
  });
});
