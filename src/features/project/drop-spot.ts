import type { Collision, CollisionDetection } from '@dnd-kit/core';
import { statusOf } from './board-columns.ts';
import type { Spot } from './spot.ts';

/**
 * The spot under the pointer while a card is dragged, as dnd-kit's collision: the column by its id, the
 * place in it as `data`. Measured each time anew, for the page, the board and the column may scroll.
 *
 * A column reaches down as far as the board does. In a folded one, its last place is after the last
 * card that is to be seen.
 */
export const underPointer: CollisionDetection = ({
  active,
  droppableContainers,
  pointerCoordinates: pointer,
}) => {
  if (pointer === null) return [];
  for (const { id, data } of droppableContainers) {
    const column: HTMLElement | null | undefined = data.current?.column?.current;
    const board = column?.parentElement;
    if (!column || !board || !isIn(column, board, pointer)) continue;
    return [{ id, data: { index: indexIn(column, String(active.id), pointer.y) } }];
  }
  return [];
};

/** Where a drop would put the card; null outside of the columns. */
export function spotOfCollisions(collisions: readonly Collision[] | null): Spot | null {
  const [first] = collisions ?? [];
  if (first === undefined) return null;
  return { status: statusOf(String(first.id)), index: Number(first.data?.index ?? 0) };
}

function isIn(column: HTMLElement, board: HTMLElement, { x, y }: { x: number; y: number }) {
  const { left, right } = column.getBoundingClientRect();
  const seen = board.getBoundingClientRect();
  return (
    x >= Math.max(left, seen.left) &&
    x <= Math.min(right, seen.right) &&
    y >= seen.top &&
    y <= seen.bottom
  );
}

/** How many of the column's other cards lie above a height, of those not scrolled away. */
function indexIn(column: HTMLElement, id: string, y: number): number {
  const list = column.querySelector('ul')?.getBoundingClientRect();
  const within = list === undefined ? y : Math.min(Math.max(y, list.top), list.bottom);
  const others = [...column.querySelectorAll<HTMLElement>('[data-task]')].filter(
    (card) => card.dataset.task !== id,
  );
  return others.filter((card) => {
    const { top, height } = card.getBoundingClientRect();
    return top + height / 2 < within;
  }).length;
}
