import { useId, useState } from 'react';
import type { Task } from '../../model/tasks.ts';
import { Button } from '../../ui/button.tsx';

/** Spec section 9: a column shows this many tasks until it is expanded. */
const SHOWN_AT_FIRST = 5;

export function BoardColumn({ title, tasks }: { title: string; tasks: readonly Task[] }) {
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const more = tasks.length - SHOWN_AT_FIRST;
  const shown = expanded ? tasks : tasks.slice(0, SHOWN_AT_FIRST);
  return (
    <section
      aria-labelledby={id}
      className="snap-start rounded-card border border-hairline bg-surface p-4"
    >
      <div className="flex min-h-11 items-center gap-2">
        <h3 id={id} className="text-h3">
          {title}
        </h3>
        <span className="rounded-chip bg-sunken px-2 py-0.5 text-micro font-medium text-muted tabular-nums">
          <span className="sr-only">Tasks: </span>
          {tasks.length}
        </span>
        {more > 0 && (
          <Button
            look="bare"
            className="ml-auto text-small"
            aria-expanded={expanded}
            onClick={() => setExpanded(!expanded)}
          >
            {expanded ? 'Collapse' : 'Expand'}
            <span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
      {tasks.length === 0 ? (
        <p className="py-4 text-small text-muted">No tasks in this column</p>
      ) : (
        <ul
          tabIndex={expanded && more > 0 ? 0 : undefined}
          className={`mt-2 grid gap-2 ${expanded ? 'max-h-[500px] overflow-y-auto' : ''}`}
        >
          {shown.map((task) => (
            <li
              key={task.id}
              className="rounded-control border border-hairline bg-paper px-3 py-2.5"
            >
              {task.content}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && !expanded && (
        <Button look="bare" className="mt-2 w-full text-small" onClick={() => setExpanded(true)}>
          Show {more} more
        </Button>
      )}
    </section>
  );
}
