import { type RefObject, useLayoutEffect, useRef } from 'react';
import { UNDO_MS } from '../../lib/limits.ts';
import { remove } from '../../model/change.ts';
import { type Task, tasks } from '../../model/tasks.ts';
import { useEditor } from '../../store/editing.tsx';
import { useToast } from '../../ui/toast.tsx';
import { nameOf } from './spot.ts';
import { useTaskEdit } from './use-task-edit.ts';

const words = {
  denied: 'Only admins can delete tasks',
  failed: { title: 'Error deleting task', detail: 'There was a problem deleting the task' },
};

/** Deletes a task at once, offers to undo it, and leaves the focus on a card nearby. */
export function useDeleteTask(all: readonly Task[], board: RefObject<HTMLElement | null>) {
  const edit = useTaskEdit();
  const { takeBack } = useEditor();
  const toast = useToast();
  const next = useRef<{ gone: string; selectors: readonly string[] } | null>(null);

  useLayoutEffect(() => {
    if (next.current === null || all.some(({ id }) => id === next.current?.gone)) return;
    const { selectors } = next.current;
    next.current = null;
    // Nothing is taken from whoever has moved on meanwhile.
    if (document.activeElement !== document.body) return;
    const found = selectors.map((it) => board.current?.querySelector<HTMLElement>(it));
    found.find((it) => it)?.focus();
  }, [all, board]);

  async function undo(mutation: string) {
    const isBack = await takeBack(mutation).catch(() => false);
    if (isBack) return;
    const detail = 'The task has been deleted everywhere already';
    toast({ title: 'Too late to undo', detail, look: 'danger' });
  }

  return async (task: Task): Promise<void> => {
    const column = all.filter(({ status }) => status === task.status);
    const place = column.findIndex(({ id }) => id === task.id);
    const near = [column[place + 1], column[place - 1]].flatMap((it) => it ?? []);
    const selectors = near.map(({ id }) => `[data-task="${id}"] [data-part=menu]`);
    next.current = { gone: task.id, selectors: [...selectors, '[data-part=menu]'] };
    const draft = {
      label: `Delete task ${nameOf(task)}`,
      changes: [remove(tasks, task.id)],
      holds: true,
    };
    const isKept = await edit(draft, {
      ...words,
      done: ({ id }) => ({
        title: 'Task deleted',
        detail: nameOf(task),
        action: { label: 'Undo', onClick: () => void undo(id) },
        staysMs: UNDO_MS,
      }),
    });
    if (!isKept) next.current = null;
  };
}
