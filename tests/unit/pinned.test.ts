import { describe, expect, it } from 'vitest';
import { type PinMove, type Ranked, ranksAfter } from '../../src/content/learnings/pinned.ts';

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
  const ranks = new Map(ranksAfter(id, move, before, middle).map((one) => [one.id, one.rank]));
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
