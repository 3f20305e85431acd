import { useState } from 'react';
import type { TaskStatus } from '../../content/tasks/tasks.ts';

/** Which columns are expanded. */
export interface Folds {
  isExpanded(status: TaskStatus): boolean;
  toggle(status: TaskStatus): void;
  expand(status: TaskStatus): void;
}

export function useFolds(): Folds {
  const [expanded, setExpanded] = useState<ReadonlySet<TaskStatus>>(new Set());
  return {
    isExpanded: (status) => expanded.has(status),
    toggle: (status) =>
      setExpanded((held) => {
        const others = [...held].filter((other) => other !== status);
        return new Set(held.has(status) ? others : [...others, status]);
      }),
    expand: (status) => setExpanded((held) => new Set([...held, status])),
  };
}
