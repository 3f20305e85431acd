import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Task } from '../../content/tasks/tasks.ts';
import { TASKS_SHOWN } from '../../lib/limits.ts';
import { type Moved, move, type Spot, spotInWords, taskName, withMoved } from './spot.ts';
import type { Folds } from './use-folds.ts';
import { useTaskEdit } from './use-task-edit.ts';

const words = {
  denied: 'Only admins can move tasks between columns',
  done: { title: 'Task updated', detail: 'Task status has been updated successfully' },
  failed: { title: 'Error updating task', detail: 'There was a problem updating the task status' },
};

/** The control that started a move; it gets the focus back. */
export type CardPart = 'menu' | 'grip';

/** An optimistic move: shown at once, until it is stored and the mirror has returned the new tasks. */
interface Underway {
  readonly moved: readonly Moved[];
  /** The tasks at the moment the move was stored; null before. */
  readonly until: readonly Task[] | null;
}

/**
 * Moves cards. The card appears at its new place in the next frame, and goes back if the device cannot store
 * the move. The focus follows it, though the element may be a new one in another column.
 *
 * @param kept the project's tasks in the mirror
 * @param announce reads a sentence to screen readers
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

  /** @param part the control that started it; null for a pointer, which leaves the focus alone */
  async function moveTo(task: Task, to: Spot, part: CardPart | null): Promise<void> {
    const planned = move(tasks, task, to, Math.random);
    if (planned === null) return;
    const control = `[data-task="${task.id}"] [data-part="${part}"]`;
    const place = spotInWords(tasks, task.id, to);
    if (part !== null) {
      focusOn.current = control;
      if (to.index >= TASKS_SHOWN) folds.expand(to.status);
    }
    setUnderway({ moved: planned.moved, until: null });
    const done = to.status === task.status ? null : words.done;
    const isKept = await edit(planned.draft, { ...words, done });
    if (isKept) announce(`Moved ${taskName(task)} to ${place}.`);
    else if (document.activeElement?.matches(control) === true) focusOn.current = control;
    setUnderway((held) => {
      if (held?.moved !== planned.moved) return held;
      return isKept ? { ...held, until: latest.current } : null;
    });
  }

  return { tasks, moveTo };
}
