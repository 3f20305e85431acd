import type { Task } from '../../content/tasks/tasks.ts';
import type { MenuGroup } from '../../ui/menu-button.tsx';
import { columns, titleOf } from './board-columns.ts';
import { othersIn, type Spot, sameSpot, spotOf } from './spot.ts';

/** A4: moves to any column and place without dragging. A move that would change nothing is disabled (A6). */
export function movesInMenu(
  tasks: readonly Task[],
  task: Task,
  moveTo: (to: Spot) => void,
): readonly MenuGroup[] {
  const here = spotOf(tasks, task);
  const end = (status: Task['status']) => othersIn(tasks, status, task.id).length;
  const item = (label: string, status: Task['status'], index: number) => {
    const to = { status, index: Math.min(Math.max(index, 0), end(status)) };
    return { label, isIdle: sameSpot(here, to), onSelect: () => moveTo(to) };
  };
  return [
    {
      label: `Within ${titleOf(here.status)}`,
      items: [item('Up', here.status, here.index - 1), item('Down', here.status, here.index + 1)],
    },
    ...columns.map(({ title, status }) => ({
      label: `To ${title}`,
      items: [item(`Top of ${title}`, status, 0), item(`Bottom of ${title}`, status, end(status))],
    })),
  ];
}
