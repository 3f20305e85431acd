import type { TaskStatus } from '../../content/tasks/tasks.ts';
import { columns } from './board-columns.ts';
import type { Spot } from './spot.ts';

/**
 * A card lifted by the keyboard (A5), and its destination if it were dropped now.
 *
 * It moves by places. dnd-kit's keyboard sensor moves by pixels, which columns off the screen and folded cards do
 * not have.
 */
export interface Lift {
  readonly id: string;
  readonly from: Spot;
  readonly to: Spot;
}

/**
 * | key | the card goes |
 * |---|---|
 * | up, down | one place, to the edge at most |
 * | left, right | to the next column, at the same height or at its end |
 * | Home, End | to the column's edge |
 *
 * @param others the number of other cards in each column
 * @returns null for a key that moves nothing
 */
export function moveLift(
  { to }: Lift,
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
