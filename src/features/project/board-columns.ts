import { type TaskStatus, taskStatusWords } from '../../content/tasks/tasks.ts';

/** BOARD-1: the board's columns, by id, and the status that each stands for. */
export const columns: readonly { id: string; title: string; status: TaskStatus }[] = [
  { id: 'todo', title: taskStatusWords.todo, status: 'todo' },
  { id: 'inProgress', title: taskStatusWords['in-progress'], status: 'in-progress' },
  { id: 'done', title: taskStatusWords.done, status: 'done' },
];

/** What dropping on a column sets. BOARD-6: a destination that is not recognised means 'todo'. */
export function statusOf(columnId: string): TaskStatus {
  return columns.find(({ id }) => id === columnId)?.status ?? 'todo';
}

export function titleOf(status: TaskStatus): string {
  return taskStatusWords[status];
}

/** BOARD-2: a column shows this many tasks until it is expanded. */
export const SHOWN_AT_FIRST = 5;
