import { nextPosition } from '../../content/tasks/position.ts';
import { type Task, type TaskStatus, tasks } from '../../content/tasks/tasks.ts';
import { insert, type Replaced } from '../../engine/index.ts';
import { taskName } from './spot.ts';
import { useTaskEdit } from './use-task-edit.ts';

const words = {
  denied: 'Only admins can add tasks',
  done: { title: 'Task added', detail: 'New task has been added successfully' },
  failed: { title: 'Error adding task', detail: 'There was a problem adding the new task' },
};

/** Adds a task, from its draft, at the end of a project and reports it in a toast. Returns its id, or null if it was not kept. */
export function useAddTask(projectId: string, all: readonly Task[]) {
  const edit = useTaskEdit();
  return async (
    content: string,
    status: TaskStatus,
    from: { readonly draft: string; readonly replaces: Replaced | undefined },
  ): Promise<string | null> => {
    const { draft, replaces } = from;
    const position = nextPosition(all);
    const values = { project_id: projectId, content, status, position };
    const change = insert(tasks, values, replaces?.row ?? undefined);
    const label = `Add task ${taskName({ content })}`;
    const done = { ...words.done, clearOf: `[data-task="${change.id}"]` };
    const made = { label, changes: [change], replaces: replaces?.edit, draft };
    return (await edit(made, { ...words, done })) ? change.id : null;
  };
}
