import { describe, expect, it } from 'vitest';
import {
  movePinSpot,
  type PinMove,
  pinSpotAt,
  pinSpotOf,
  type Ranked,
  ranksAfter,
  ranksAt,
} from '../../src/content/learnings/pinned.ts';

const all: readonly Ranked[] = [
  { id: 'a', rank: 1 },
  { id: 'b', rank: 2 },
  { id: 'c', rank: 3 },
  { id: 'new', rank: null },
  { id: 'old', rank: null },
];
const middle = () => 0.5;
/** The ids in the order of the list after a move; those without a rank stay as they are. */
function orderAfter(id: string, move: PinMove, before = all): string {
  return orderWith(ranksAfter(id, move, before, middle), before);
}
function orderWith(written: readonly Ranked[], before = all): string {
  const ranks = new Map(written.map((one) => [one.id, one.rank]));
  const rankOf = (one: Ranked) => (ranks.has(one.id) ? ranks.get(one.id) : one.rank) ?? Infinity;
  return before
    .toSorted((x, y) => (rankOf(x) === rankOf(y) ? 0 : rankOf(x) - rankOf(y)))
    .map((one) => one.id)
    .join(' ');
}

describe('ORDER-1: a learning', () => {
  it.each([
    ['pin', 'old', 'old a b c new'],
    ['up', 'c', 'a c b new old'],
    ['up', 'b', 'b a c new old'],
    ['down', 'a', 'b a c new old'],
    ['down', 'b', 'a c b new old'],
    ['unpin', 'a', 'b c a new old'],
  ] as const)('%s %s: %s', (move, id, order) => expect(orderAfter(id, move)).toBe(order));

  it('moves by one number, its own', () => {
    expect(ranksAfter('c', 'up', all, middle)).toEqual([{ id: 'c', rank: 1.5 }]);
  });

  it.each([
    ['up', 'a'],
    ['down', 'c'],
    ['pin', 'b'],
    ['unpin', 'new'],
    ['up', 'new'],
    ['down', 'old'],
  ] as const)('stays where it is: %s %s', (move, id) => {
    expect(ranksAfter(id, move, all, middle)).toEqual([]);
  });

  it('moves among equal ranks, which are numbered anew', () => {
    const equal = ['a', 'b', 'c'].map((id) => ({ id, rank: 7 }));
    expect(orderAfter('c', 'up', equal)).toBe('a c b');
  });
});

describe('ORDER-1: a learning that is dropped', () => {
  const rowOf = (id: string) => all.find((one) => one.id === id)!;
  /** By date `a`, `b` and `c` are the oldest. */
  const byDate = (id: string) => (id === 'new' ? 3 : 4);
  const spotAt = (id: string, wanted: number) => pinSpotAt(rowOf(id), wanted, all, byDate(id));

  it.each([
    ['old', 0, 'old a b c new'],
    ['old', 2, 'a b old c new'],
    ['old', 3, 'a b c old new'],
    ['a', 2, 'b c a new old'],
    ['a', 1, 'b a c new old'],
    ['c', 0, 'c a b new old'],
    // Below the pinned it is one no more.
    ['a', 3, 'b c a new old'],
    ['a', 4, 'b c a new old'],
  ] as const)('%s behind %i others: %s', (id, wanted, order) => {
    expect(orderWith(ranksAt(rowOf(id), spotAt(id, wanted), all, middle))).toBe(order);
  });

  it('has no rank any more below the pinned, and stands by its date', () => {
    expect(spotAt('a', 3)).toEqual({ isPinned: false, index: 4 });
    expect(ranksAt(rowOf('a'), spotAt('a', 3), all, middle)).toEqual([{ id: 'a', rank: null }]);
  });

  it.each([
    ['a', 0],
    ['c', 2],
    ['new', 3],
    ['old', 4],
  ] as const)('changes nothing at its own place: %s', (id, wanted) => {
    expect(spotAt(id, wanted)).toEqual(pinSpotOf(rowOf(id), all));
    expect(ranksAt(rowOf(id), spotAt(id, wanted), all, middle)).toEqual([]);
  });

  it('changes nothing among those that stand by their date', () => {
    expect(ranksAt(rowOf('new'), spotAt('new', 4), all, middle)).toEqual([]);
  });

  it('is the first to be pinned, and moves past what was unpinned meanwhile', () => {
    const none = [
      { id: 'x', rank: null },
      { id: 'y', rank: null },
    ];
    expect(ranksAt(none[1]!, pinSpotAt(none[1]!, 0, none, 1), none, middle)).toEqual([
      { id: 'y', rank: 0 },
    ]);
    expect(ranksAt(rowOf('old'), { isPinned: true, index: 9 }, all, middle)).toEqual([
      { id: 'old', rank: 4 },
    ]);
  });

  it.each([
    ['a', 'ArrowUp', 0, true],
    ['a', 'ArrowDown', 1, true],
    ['c', 'ArrowDown', 4, false],
    ['b', 'Home', 0, true],
    ['b', 'End', 4, false],
    ['old', 'ArrowUp', 3, true],
    ['old', 'ArrowDown', 4, false],
    ['old', 'Home', 0, true],
  ] as const)('goes by keys: %s %s', (id, key, index, isPinned) => {
    const from = pinSpotOf(rowOf(id), all);
    expect(movePinSpot(from, key, rowOf(id), all, byDate(id))).toEqual({ isPinned, index });
  });

  it('stays at any other key', () => {
    expect(movePinSpot(pinSpotOf(rowOf('a'), all), 'x', rowOf('a'), all, 4)).toBeNull();
  });
});
