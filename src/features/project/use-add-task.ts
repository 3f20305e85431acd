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

/** Adds a task at the end of a project and reports it in a toast. Returns its id, or null if it was not kept. */
export function useAddTask(projectId: string, all: readonly Task[]) {
  const edit = useTaskEdit();
  return async (
    content: string,
    status: TaskStatus,
    replaces?: Replaced,
  ): Promise<string | null> => {
    const position = nextPosition(all);
    const values = { project_id: projectId, content, status, position };
    const change = insert(tasks, values, replaces?.row ?? undefined);
    const label = `Add task ${taskName({ content })}`;
    const draft = { label, changes: [change], replaces: replaces?.edit };
    return (await edit(draft, words)) ? change.id : null;
  };
}
