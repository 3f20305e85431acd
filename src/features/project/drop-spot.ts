import type { Collision, CollisionDetection } from '@dnd-kit/core';
import { statusOf } from './board-columns.ts';
import type { Spot } from './spot.ts';

/**
 * The spot under the pointer during a drag, as a collision for dnd-kit: the id of the column, and the index in it as
 * `data`. It is measured anew each time, because the page, the board and the column may scroll.
 *
 * A column extends down to the bottom of the board. In a folded column the last spot is after the last visible
 * card.
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

/** How many of the column's other visible cards lie above a height. */
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
