import { type Task, type TaskStatus, tasks } from '../../model/tasks.ts';
import { find } from '../../store/queries.ts';
import { useContent } from '../../store/react.tsx';
import { Section } from '../../ui/section.tsx';
import { BoardColumn } from './board-column.tsx';

/** Spec section 4: the board's columns, by id, and the status that each stands for. */
const columns: readonly { id: string; title: string; status: TaskStatus }[] = [
  { id: 'todo', title: 'To Do', status: 'todo' },
  { id: 'inProgress', title: 'In Progress', status: 'in-progress' },
  { id: 'done', title: 'Done', status: 'done' },
];

/**
 * Spec section 2, Features: the project's tasks in three columns, by position. On a phone the columns
 * snap under the thumb; sideways is theirs, up and down stays the page's.
 */
export function Board({ projectId }: { projectId: string }) {
  const content = useContent(find(tasks, 'project', projectId));
  const all: readonly Task[] = content.state === 'ready' ? content.items : [];
  return (
    <Section title="Features">
      <div className="relative -mx-4 grid auto-cols-[85%] grid-flow-col snap-x snap-mandatory items-start gap-4 overflow-x-auto overscroll-x-contain px-4 pb-2 scroll-px-4 @2xl/column:mx-0 @2xl/column:auto-cols-fr @2xl/column:overflow-visible @2xl/column:px-0">
        {columns.map(({ id, title, status }) => (
          <BoardColumn
            key={id}
            title={title}
            tasks={all.filter((task) => task.status === status)}
          />
        ))}
      </div>
    </Section>
  );
}
