import { type FormEvent, useRef, useState } from 'react';
import type { Task, TaskStatus } from '../../model/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { columns, statusOf } from './board-columns.ts';
import { useAddTask } from './use-add-task.ts';

/** Spec section 2, Project detail: what admins write new tasks in. Text that was not kept stays in the box. */
export function AddTask({ projectId, tasks }: { projectId: string; tasks: readonly Task[] }) {
  const [text, setText] = useState('');
  const [status, setStatus] = useState<TaskStatus>('todo');
  const isAdding = useRef(false);
  const add = useAddTask(projectId, tasks);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '' || isAdding.current) return;
    isAdding.current = true;
    const added = await add(text.trim(), status);
    isAdding.current = false;
    // What was typed meanwhile is not thrown away.
    if (added) setText((held) => (held === text ? '' : held));
  }

  return (
    <form
      onSubmit={submit}
      className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] gap-2 @[26rem]/column:grid-cols-[minmax(0,1fr)_auto_auto] print:hidden"
    >
      <input
        aria-label="New task"
        placeholder="Enter a new task..."
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="col-span-full min-h-11 min-w-0 rounded-control @[26rem]/column:col-span-1 border border-control bg-surface px-4 placeholder:text-muted"
      />
      <select
        aria-label="Column of the new task"
        value={columns.find((column) => column.status === status)?.id}
        onChange={(event) => setStatus(statusOf(event.currentTarget.value))}
        className="min-h-11 min-w-0 rounded-control border border-control bg-surface px-3"
      >
        {columns.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <Button type="submit" look="primary">
        Add Task
      </Button>
    </form>
  );
}
