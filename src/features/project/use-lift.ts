import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import type { Task } from '../../content/tasks/tasks.ts';
import { TASKS_SHOWN } from '../../lib/limits.ts';
import { type Lift, moveLift } from './lift.ts';
import { othersIn, type Spot, sameSpot, spotInWords, spotOf, taskName } from './spot.ts';
import type { Folds } from './use-folds.ts';
import type { CardPart } from './use-moves.ts';

/**
 * A5: Space or Enter on a card's grip lifts the card, arrows move it, Space or Enter drops it, and Esc or leaving the
 * grip returns it. A screen reader's click on the grip counts as Space.
 */
export function useLift(
  tasks: readonly Task[],
  folds: Folds,
  board: RefObject<HTMLElement | null>,
  moveTo: (task: Task, to: Spot, part: CardPart) => Promise<void>,
  announce: (sentence: string) => void,
) {
  const [lift, setLift] = useState<Lift | null>(null);

  // If another admin moves or deletes the card meanwhile, its grip and the focus disappear.
  useEffect(() => {
    if (lift === null) return;
    const grip = board.current?.querySelector(`[data-task="${lift.id}"] [data-part="grip"]`);
    if (grip !== document.activeElement) setLift(null);
  });

  function start(task: Task, grip: HTMLElement) {
    grip.focus();
    const from = spotOf(tasks, task);
    setLift({ id: task.id, from, to: from });
    announce(`Lifted ${taskName(task)}. ${spotInWords(tasks, task.id, from)}.`);
  }

  function drop(task: Task, { from, to }: Lift) {
    setLift(null);
    if (sameSpot(from, to)) announce(`${taskName(task)} stays where it was.`);
    else void moveTo(task, to, 'grip');
  }

  function cancel(task: Task, { from }: Lift) {
    setLift(null);
    announce(`Returned ${taskName(task)} to ${spotInWords(tasks, task.id, from)}.`);
  }

  const liftOf = (task: Task) => (lift?.id === task.id ? lift : null);

  return {
    lift,
    /** The props of a card's grip. */
    grip: (task: Task) => ({
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const held = liftOf(task);
        const isActivation = event.key === ' ' || event.key === 'Enter';
        const to =
          held && moveLift(held, event.key, (status) => othersIn(tasks, status, task.id).length);
        if (isActivation && !event.repeat) {
          if (held === null) start(task, event.currentTarget);
          else drop(task, held);
        } else if (held !== null && event.key === 'Escape') {
          cancel(task, held);
        } else if (held !== null && to) {
          setLift({ ...held, to });
          if (to.index >= TASKS_SHOWN) folds.expand(to.status);
          if (!sameSpot(held.to, to)) announce(`${spotInWords(tasks, task.id, to)}.`);
        } else if (!isActivation) return;
        event.preventDefault();
      },
      // Firefox clicks when Space is released, even if its keydown was prevented.
      onKeyUp: (event: KeyboardEvent) => event.key === ' ' && event.preventDefault(),
      onClick(event: React.MouseEvent<HTMLElement>) {
        if (event.detail !== 0) return;
        const held = liftOf(task);
        if (held === null) start(task, event.currentTarget);
        else drop(task, held);
      },
      onBlur() {
        const held = liftOf(task);
        if (held !== null) cancel(task, held);
      },
    }),
  };
}
