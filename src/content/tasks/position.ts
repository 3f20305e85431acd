/**
 * The position of a card among others: the number by which a column is sorted.
 *
 * | dropped | position |
 * |---|---|
 * | between two | between theirs, at random in the middle half of the gap |
 * | before the first | the first one's − 1 |
 * | after the last | the last one's + 1 |
 * | into an empty column | as a new task: the project's highest + 1, or 0 |
 * | where no number fits | the whole column is renumbered 0, 1, 2 … |
 *
 * A move writes only the moved card, so that it cannot conflict with moves of other cards on other devices. The
 * position is random because two devices that use one gap at the same time would otherwise pick the same number,
 * with no room left between their cards.
 */

export interface Placed {
  readonly id: string;
  readonly position: number;
}

/** The position of a new task. BOARD-5: the highest in the project plus 1, or 0. */
export function nextPosition(all: readonly Placed[]): number {
  return all.reduce(
    (next, { position }) => Math.max(next, position + 1),
    all.length ? -Infinity : 0,
  );
}

/**
 * The positions to write to put a card at an index of a column: its own, or every card's.
 *
 * @param others the column's cards without the moved one, in order
 * @param index how many of them come before it
 * @param whenEmpty its position if there are no others
 * @param random from 0 up to 1, like Math.random
 */
export function positionsAt(
  id: string,
  others: readonly Placed[],
  index: number,
  { whenEmpty, random }: { whenEmpty: number; random: () => number },
): readonly Placed[] {
  const before = others[index - 1]?.position ?? -Infinity;
  const after = others[index]?.position ?? Infinity;
  const position = others.length === 0 ? whenEmpty : between(before, after, random);
  if (before < position && position < after) return [{ id, position }];
  return others
    .toSpliced(index, 0, { id, position: 0 })
    .map((card, place) => ({ id: card.id, position: place }));
}

/** The middle half: a number close to a neighbour would use up the gap in fewer moves. */
function between(before: number, after: number, random: () => number): number {
  if (before === -Infinity) return after - 1;
  if (after === Infinity) return before + 1;
  return before + (after - before) * (0.25 + random() / 2);
}
