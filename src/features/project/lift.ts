import type { TaskStatus } from '../../content/tasks/tasks.ts';
import { columns } from './board-columns.ts';
import type { Spot } from './spot.ts';

/**
 * Where a key moves a card that is lifted.
 *
 * | key | the card goes |
 * |---|---|
 * | up, down | one place, to the edge at most |
 * | left, right | to the next column, at the same height or at its end |
 * | Home, End | to the column's edge |
 *
 * @param to where it would be dropped now
 * @param others the number of other cards in each column
 * @returns null for a key that moves nothing
 */
export function moveLift(
  to: Spot,
  key: string,
  others: (status: TaskStatus) => number,
): Spot | null {
  const place = columns.findIndex(({ status }) => status === to.status);
  const at = (status: TaskStatus, index: number): Spot => ({
    status,
    index: Math.min(Math.max(index, 0), others(status)),
  });
  switch (key) {
    case 'ArrowUp':
      return at(to.status, to.index - 1);
    case 'ArrowDown':
      return at(to.status, to.index + 1);
    case 'ArrowLeft':
      return at(columns[place - 1]?.status ?? to.status, to.index);
    case 'ArrowRight':
      return at(columns[place + 1]?.status ?? to.status, to.index);
    case 'Home':
      return at(to.status, 0);
    case 'End':
      return at(to.status, others(to.status));
    default:
      return null;
  }
}
