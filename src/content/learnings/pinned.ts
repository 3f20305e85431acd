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

/** The learnings that are pinned. @param all in the order of the list */
function pinnedOf(all: readonly Ranked[]): readonly (Ranked & { readonly rank: number })[] {
  return all.flatMap(({ id, rank }) => (rank === null ? [] : [{ id, rank }]));
}

/**
 * The ranks to write for a move: that of the learning alone, or of all that are pinned if no number fits between its new
 * neighbours. None if it cannot move there. What is pinned anew comes first.
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
  const pinned = pinnedOf(all).map((one) => ({ id: one.id, position: one.rank }));
  const at = pinned.findIndex((one) => one.id === id);
  const isPinned = at >= 0;
  if (isPinned === (move === 'pin')) return [];
  if (move === 'unpin') return [{ id, rank: null }];
  const to = move === 'pin' ? 0 : move === 'up' ? at - 1 : at + 1;
  const others = pinned.filter((one) => one.id !== id);
  if (to < 0 || to > others.length) return [];
  return positionsAt(id, others, to, { whenEmpty: 0, random }).map(({ id: of, position }) => ({
    id: of,
    rank: position,
  }));
}
