import { type Task, tasks } from '../../content/tasks/tasks.ts';
import { useEditor } from '../../engine/editing.ts';
import { remove } from '../../engine/index.ts';
import { useToast } from '../../ui/toast.tsx';
import { taskName } from './spot.ts';
import { useTaskEdit } from './use-task-edit.ts';

const denied = 'Only admins can delete tasks';
const failed = { title: 'Error deleting task', detail: 'There was a problem deleting the task' };

/** Deletes tasks, and takes deletions back until they are sent. */
export function useDeleteTask() {
  const edit = useTaskEdit();
  const editor = useEditor();
  const toast = useToast();

  return {
    /** @returns whether the task was deleted */
    deleteTask(task: Task): Promise<boolean> {
      const label = `Delete task ${taskName(task)}`;
      // The card, or already the place of the deleted one.
      const clearOf = `[data-task="${task.id}"], [data-deleted="${task.id}"]`;
      const done = { title: 'Task deleted', detail: taskName(task), clearOf };
      const draft = { label, changes: [remove(tasks, task.id)], holds: true };
      return edit(draft, { denied, done, failed });
    },
    /** @param deletion its id */
    async takeBack(deletion: string): Promise<void> {
      const detail = await editor.takeBack(deletion).then(
        (isBack) => (isBack ? null : 'The deletion was already sent'),
        () => 'This device couldn’t save it. Try again',
      );
      if (detail !== null) toast({ title: 'Task not brought back', detail, look: 'danger' });
    },
  };
}
