import type { Task } from '../tasks/tasks.ts';

/** How many tasks a project has, and how many of them are done. */
export interface Progress {
  readonly done: number;
  readonly all: number;
}

export function progressIn(own: readonly Task[]): Progress {
  return { done: own.filter(({ status }) => status === 'done').length, all: own.length };
}

/** How far each project that has tasks is. One pass: a site may have thousands of tasks. */
export function progressByProject(all: readonly Task[]): ReadonlyMap<string, Progress> {
  const found = new Map<string, { done: number; all: number }>();
  for (const { projectId, status } of all) {
    const known = found.get(projectId) ?? { done: 0, all: 0 };
    known.all += 1;
    if (status === 'done') known.done += 1;
    found.set(projectId, known);
  }
  return found;
}
