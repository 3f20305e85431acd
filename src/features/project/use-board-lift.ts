import type { RefObject } from 'react';
import type { Task } from '../../content/tasks/tasks.ts';
import { TASKS_SHOWN } from '../../lib/limits.ts';
import { useLift } from '../../ui/use-lift.ts';
import { moveLift } from './lift.ts';
import { othersIn, type Spot, sameSpot, spotInWords, spotOf, taskName } from './spot.ts';
import type { Folds } from './use-folds.ts';
import type { CardPart } from './use-moves.ts';

/** Lifts cards by the keyboard, also into columns that are folded or off the screen. */
export function useBoardLift(
  tasks: readonly Task[],
  folds: Folds,
  board: RefObject<HTMLElement | null>,
  moveTo: (task: Task, to: Spot, part: CardPart) => Promise<void>,
  announce: (sentence: string) => void,
) {
  return useLift<Task, Spot>(
    {
      nameOf: (task) => taskName(task),
      spotOf: (task) => spotOf(tasks, task),
      isSame: sameSpot,
      inWords: (task, spot) => spotInWords(tasks, task.id, spot),
      moved: (task, to, key) =>
        moveLift(to, key, (status) => othersIn(tasks, status, task.id).length),
      onMoved: (to) => to.index >= TASKS_SHOWN && folds.expand(to.status),
      onDropped: (task, to) => void moveTo(task, to, 'grip'),
      gripOf: (id) =>
        board.current?.querySelector(`[data-task="${id}"] [data-part="grip"]`) ?? null,
    },
    announce,
  );
}
