import { positionsAt } from '../tasks/position.ts';

/**
 * The order of learnings is by rank, then by date, and those without a rank come last (DATA-4). So a rank is a pin: what has one
 * stands before all that has none, and a new learning, which has none, stands first among the others.
 */

export type PinMove = 'pin' | 'unpin' | 'up' | 'down';

/** A learning, and its new rank. */
export interface Ranked {
  readonly id: string;
  readonly rank: number | null;
}

/** A place for a learning: the number of the other ones before it. One that is not pinned has only the place of its date. */
export interface PinSpot {
  readonly isPinned: boolean;
  readonly index: number;
}

/** The learnings that are pinned. @param all in the order of the list */
function pinnedOf(all: readonly Ranked[]): readonly (Ranked & { readonly rank: number })[] {
  return all.flatMap(({ id, rank }) => (rank === null ? [] : [{ id, rank }]));
}

/** The other ones that are pinned. */
export function pinnedBut(id: string, all: readonly Ranked[]) {
  return pinnedOf(all).filter((one) => one.id !== id);
}

/** Where a learning stands. */
export function pinSpotOf({ id, rank }: Ranked, all: readonly Ranked[]): PinSpot {
  return { isPinned: rank !== null, index: all.findIndex((one) => one.id === id) };
}

/**
 * Where a learning comes to stand if it is dropped somewhere.
 *
 * | dropped | it stands |
 * |---|---|
 * | among the pinned, or right behind them | there, pinned |
 * | at its own place | there, as it was |
 * | further down | at the place of its date, not pinned |
 *
 * @param wanted the number of the other ones before it
 * @param byDate its place if it is not pinned
 */
export function pinSpotAt(
  row: Ranked,
  wanted: number,
  all: readonly Ranked[],
  byDate: number,
): PinSpot {
  const own = pinSpotOf(row, all);
  if (wanted === own.index) return own;
  return wanted <= pinnedBut(row.id, all).length
    ? { isPinned: true, index: wanted }
    : { isPinned: false, index: byDate };
}

/** Where a key moves a learning that is lifted (A5): up and down by a place among the pinned and out of them, Home and End to the edges. */
export function movePinSpot(
  { isPinned, index }: PinSpot,
  key: string,
  { id }: Ranked,
  all: readonly Ranked[],
  byDate: number,
): PinSpot | null {
  const last = pinnedBut(id, all).length;
  const unpinned = { isPinned: false, index: byDate };
  const pinned = (to: number) => ({ isPinned: true, index: Math.max(to, 0) });
  switch (key) {
    case 'ArrowUp':
      return pinned(isPinned ? index - 1 : last);
    case 'ArrowDown':
      return isPinned && index < last ? pinned(index + 1) : unpinned;
    case 'Home':
      return pinned(0);
    case 'End':
      return unpinned;
    default:
      return null;
  }
}

/**
 * The ranks to write to put a learning at a place: that of the learning alone, or of all that are pinned if no number fits
 * between its new neighbours. None if it stands there.
 *
 * @param all in the order of the list
 * @param random from 0 up to 1, like Math.random
 */
export function ranksAt(
  row: Ranked,
  to: PinSpot,
  all: readonly Ranked[],
  random: () => number,
): readonly Ranked[] {
  const { id } = row;
  if (!to.isPinned) return row.rank === null ? [] : [{ id, rank: null }];
  if (row.rank !== null && pinSpotOf(row, all).index === to.index) return [];
  const others = pinnedBut(id, all).map((one) => ({ id: one.id, position: one.rank }));
  // Some may have been unpinned since the place was chosen.
  const index = Math.min(to.index, others.length);
  return positionsAt(id, others, index, { whenEmpty: 0, random }).map(({ id: of, position }) => ({
    id: of,
    rank: position,
  }));
}

/**
 * The ranks to write for a move by the menu; none if it cannot move there. What is pinned anew comes first.
 *
 * @param all in the order of the list
 * @param random from 0 up to 1, like Math.random
 */
export function ranksAfter(
  id: string,
  move: PinMove,
  all: readonly Ranked[],
  random: () => number,
): readonly Ranked[] {
  const row = all.find((one) => one.id === id);
  if (row === undefined || (row.rank !== null) === (move === 'pin')) return [];
  if (move === 'unpin') return ranksAt(row, { isPinned: false, index: 0 }, all, random);
  const at = pinSpotOf(row, all).index;
  const index = move === 'pin' ? 0 : move === 'up' ? at - 1 : at + 1;
  if (index < 0 || index > pinnedBut(id, all).length) return [];
  return ranksAt(row, { isPinned: true, index }, all, random);
}
