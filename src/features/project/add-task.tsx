import { type FormEvent, useRef } from 'react';
import type { Task, TaskStatus } from '../../content/tasks/tasks.ts';
import { draftPlace, useDraftsAt } from '../../engine/editing.ts';
import type { DraftsAt } from '../../engine/index.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { Button } from '../../ui/button.tsx';
import { DraftOffers } from '../../ui/draft-offers.tsx';
import { addTaskRoom, columns, statusOf } from './board-columns.ts';
import { useAddTask } from './use-add-task.ts';
import { useTaskDraft } from './use-task-draft.ts';

interface AddTaskProps {
  account: string;
  projectId: string;
  tasks: readonly Task[];
  onAdded: (id: string, status: TaskStatus) => void;
}

/** BOARD-3: the admin's form for new tasks. Text that could not be saved stays in the box. */
export function AddTask(props: AddTaskProps) {
  const { account, projectId } = props;
  const drafts = useDraftsAt(account, draftPlace('tasks', null, projectId));
  return drafts === undefined ? (
    <div className={addTaskRoom} />
  ) : (
    <Box drafts={drafts} {...props} />
  );
}

function Box({ drafts, projectId, tasks, onAdded }: AddTaskProps & { drafts: DraftsAt }) {
  const { content, status, set, save, offers, replaces } = useTaskDraft(drafts, null);
  const latest = useRef(content);
  const isAdding = useRef(false);
  const add = useAddTask(projectId, tasks);

  function setContent(text: string) {
    latest.current = text;
    set({ content: text });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isInvisible(content) || isAdding.current) return;
    isAdding.current = true;
    const added = await save(
      (draft) => add(content.trim(), status, { draft, replaces }),
      (id) => id !== null,
    );
    isAdding.current = false;
    if (added === null) return;
    onAdded(added, status);
    // Keep text typed while the task was being saved.
    if (latest.current === content) setContent('');
  }

  return (
    <div className="relative mb-4 grid gap-2 print:hidden">
      <form
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 @[26rem]/column:grid-cols-[minmax(0,1fr)_auto_auto]"
      >
        <input
          aria-label="New task"
          placeholder="Enter a new task..."
          autoComplete="off"
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
          className="col-span-full min-h-11 min-w-0 rounded-control @[26rem]/column:col-span-1 border border-control bg-surface px-4 placeholder:text-muted"
        />
        <select
          aria-label="Column of the new task"
          value={columns.find((column) => column.status === status)?.id}
          onChange={(event) => set({ status: statusOf(event.currentTarget.value) })}
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
      <DraftOffers offers={offers} />
    </div>
  );
}
