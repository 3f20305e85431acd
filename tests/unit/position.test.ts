import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPosition, type Placed, positionsAt } from '../../src/content/tasks/position.ts';

const half = () => 0.5;
const column = (...positions: number[]): Placed[] =>
  positions.map((position, place) => ({ id: `card ${place}`, position }));
const at = (others: readonly Placed[], index: number, random = half, whenEmpty = 7) =>
  positionsAt('moved', others, index, { whenEmpty, random });

/** Cards in the mirror's order. */
const inOrder = (cards: readonly Placed[]) =>
  [...cards].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
const ids = (cards: readonly Placed[]) => inOrder(cards).map(({ id }) => id);
const written = (cards: readonly Placed[], changes: readonly Placed[]) =>
  cards.map((card) => changes.find(({ id }) => id === card.id) ?? card);

describe('a new task', () => {
  it('BOARD-5: comes after the highest position of the project, or is 0', () => {
    expect(nextPosition([])).toBe(0);
    expect(nextPosition(column(3, 8.5, -2))).toBe(9.5);
    expect(nextPosition(column(-4))).toBe(-3);
  });
});

describe('a dropped card', () => {
  it('gets a position in the middle half between its neighbours', () => {
    for (const random of [0, 0.25, 0.5, 0.999]) {
      const [placed, ...others] = at(column(1, 2, 3), 1, () => random);
      expect(others).toEqual([]);
      expect(placed).toEqual({ id: 'moved', position: 1.25 + random / 2 });
    }
  });

  it('gets one less than the first, or one more than the last', () => {
    expect(at(column(1, 2), 0)).toEqual([{ id: 'moved', position: 0 }]);
    expect(at(column(1, 2), 2)).toEqual([{ id: 'moved', position: 3 }]);
  });

  it('gets a position in an empty column', () => {
    expect(at([], 0)).toEqual([{ id: 'moved', position: 7 }]);
  });

  it.each([
    ['one position', column(4, 4), 1],
    ['neighbouring numbers', column(1, 1 + Number.EPSILON), 1],
    ['a last position too large to be counted on', column(0, Number.MAX_VALUE), 2],
    ['a first position too small to be counted on', column(-Number.MAX_VALUE, 0), 0],
    ['a gap wider than any number', column(-Number.MAX_VALUE, Number.MAX_VALUE), 1],
  ])('numbers the whole column anew when there is no room: %s', (_, others, index) => {
    const positions = at(others, index);
    const expected = others.map(({ id }) => id).toSpliced(index, 0, 'moved');
    expect(positions).toEqual(expected.map((id, position) => ({ id, position })));
  });
});

const anyPosition = fc.oneof(
  fc.integer({ min: -50, max: 50 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anyColumn = fc
  .array(anyPosition, { minLength: 1, maxLength: 8 })
  .map((all) => column(...all));
const anyMove = fc.record({
  card: fc.nat(),
  index: fc.nat(),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

/** The positions that a device writes when it moves one of the cards it shows. */
function moveOn(cards: readonly Placed[], move: { card: number; index: number; random: number }) {
  const shown = inOrder(cards);
  const { id } = shown[move.card % shown.length]!;
  const others = shown.filter((card) => card.id !== id);
  const index = move.index % (others.length + 1);
  const whenEmpty = nextPosition(others);
  const changes = positionsAt(id, others, index, { whenEmpty, random: () => move.random });
  return { id, changes, intended: others.map((card) => card.id).toSpliced(index, 0, id) };
}

describe('any sequence of moves', () => {
  it('leaves the cards in the intended order', () => {
    fc.assert(
      fc.property(anyColumn, fc.array(anyMove, { maxLength: 40 }), (start, moves) => {
        let cards: readonly Placed[] = start;
        for (const move of moves) {
          const { changes, intended } = moveOn(cards, move);
          cards = written(cards, changes);
          expect(ids(cards)).toEqual(intended);
        }
      }),
    );
  });

  it('into one gap, again and again, number the column anew now and then, and only then', () => {
    let cards: readonly Placed[] = column(1, 2, 3, 4);
    let renumbered = 0;
    for (let i = 0; i < 400; i += 1) {
      // The last card goes between the first two.
      const { changes, intended } = moveOn(cards, { card: 3, index: 1, random: 0.5 });
      if (changes.length > 1) renumbered += 1;
      cards = written(cards, changes);
      expect(ids(cards)).toEqual(intended);
    }
    expect(renumbered).toBeGreaterThan(0);
    expect(renumbered).toBeLessThan(12);
  });
});

describe('moves on two devices at the same time', () => {
  /** Both show the same cards; the server applies the one's move, then the other's. */
  const twoMoves = fc.tuple(anyColumn, anyMove, anyMove);

  it('keep the order of every card that neither has moved', () => {
    fc.assert(
      fc.property(twoMoves, ([start, first, second]) => {
        const one = moveOn(start, first);
        const other = moveOn(start, second);
        const server = written(written(start, one.changes), other.changes);
        const untouched = (cards: readonly Placed[]) =>
          ids(cards).filter((id) => id !== one.id && id !== other.id);
        expect(untouched(server)).toEqual(untouched(start));
      }),
    );
  });

  it('of two cards end the same whichever arrives first', () => {
    fc.assert(
      fc.property(twoMoves, ([start, first, second]) => {
        const one = moveOn(start, first);
        const other = moveOn(start, second);
        fc.pre(one.id !== other.id && one.changes.length === 1 && other.changes.length === 1);
        expect(written(written(start, one.changes), other.changes)).toEqual(
          written(written(start, other.changes), one.changes),
        );
      }),
    );
  });

  it('into one gap leave room between them', () => {
    fc.assert(
      fc.property(anyMove, anyMove, ({ random: a }, { random: b }) => {
        fc.pre(Math.abs(a - b) > 1e-9);
        const others = column(0, 1);
        const place = (random: number, id: string) =>
          positionsAt(id, others, 1, { whenEmpty: 0, random: () => random });
        const cards = inOrder([...others, ...place(a, 'mine'), ...place(b, 'theirs')]);
        expect(cards.map(({ id }) => id)).toEqual([
          'card 0',
          ...(a < b ? ['mine', 'theirs'] : ['theirs', 'mine']),
          'card 1',
        ]);
        expect(at(cards, 2).length).toBe(1);
      }),
    );
  });
});
