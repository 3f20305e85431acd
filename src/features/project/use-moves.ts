import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Task } from '../../content/tasks/tasks.ts';
import { SHOWN_AT_FIRST } from './board-columns.ts';
import { type Moved, move, nameOf, type Spot, spotInWords, withMoved } from './spot.ts';
import type { Folds } from './use-folds.ts';
import { useTaskEdit } from './use-task-edit.ts';

const words = {
  denied: 'Only admins can move tasks between columns',
  done: { title: 'Task updated', detail: 'Task status has been updated successfully' },
  failed: { title: 'Error updating task', detail: 'There was a problem updating the task status' },
};

/** The control of a card that a move was made with, and that has the focus again after it. */
export type CardPart = 'menu' | 'grip';

/** A move shows at once; `until` it is kept and the mirror has given the tasks anew. */
interface Underway {
  readonly moved: readonly Moved[];
  /** The tasks as they were when the move was kept; null while it is not. */
  readonly until: readonly Task[] | null;
}

/**
 * Moves cards. A card is at its new place in the next frame, and goes back if the device cannot keep
 * the move; the focus goes with it, though it may be another element in another column.
 *
 * @param kept the project's tasks as the mirror has them
 * @param announce says a sentence to screen readers
 */
export function useMoves(
  kept: readonly Task[],
  folds: Folds,
  board: RefObject<HTMLElement | null>,
  announce: (sentence: string) => void,
) {
  const edit = useTaskEdit();
  const [underway, setUnderway] = useState<Underway | null>(null);
  const isShown = underway !== null && (underway.until === null || underway.until === kept);
  const moved = isShown ? underway.moved : null;
  const tasks = useMemo(() => (moved === null ? kept : withMoved(kept, moved)), [kept, moved]);

  const latest = useRef(kept);
  const focusOn = useRef<string | null>(null);
  useLayoutEffect(() => {
    latest.current = kept;
    if (focusOn.current === null) return;
    board.current?.querySelector<HTMLElement>(focusOn.current)?.focus();
    focusOn.current = null;
  });

  /** @param part what it was made with; null for a pointer, which leaves the focus where it is */
  async function moveTo(task: Task, to: Spot, part: CardPart | null): Promise<void> {
    const planned = move(tasks, task, to, Math.random);
    if (planned === null) return;
    const control = `[data-task="${task.id}"] [data-part="${part}"]`;
    const place = spotInWords(tasks, task.id, to);
    if (part !== null) {
      focusOn.current = control;
      if (to.index >= SHOWN_AT_FIRST) folds.expand(to.status);
    }
    setUnderway({ moved: planned.moved, until: null });
    const done = to.status === task.status ? null : words.done;
    const isKept = await edit(planned.draft, { ...words, done });
    if (isKept) announce(`Moved ${nameOf(task)} to ${place}.`);
    else if (document.activeElement?.matches(control) === true) focusOn.current = control;
    setUnderway((held) => {
      if (held?.moved !== planned.moved) return held;
      return isKept ? { ...held, until: latest.current } : null;
    });
  }

  return { tasks, moveTo };
}
