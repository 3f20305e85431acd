import { type TaskStatus, taskStatusWords } from '../../content/tasks/tasks.ts';

/** BOARD-1: the board's columns by id, with the status of each. */
export const columns: readonly { id: string; title: string; status: TaskStatus }[] = [
  { id: 'todo', title: taskStatusWords.todo, status: 'todo' },
  { id: 'inProgress', title: taskStatusWords['in-progress'], status: 'in-progress' },
  { id: 'done', title: taskStatusWords.done, status: 'done' },
];

/** The status set by dropping on a column. BOARD-6: an unknown destination means 'todo'. */
export function statusOf(columnId: string): TaskStatus {
  return columns.find(({ id }) => id === columnId)?.status ?? 'todo';
}

export function titleOf(status: TaskStatus): string {
  return taskStatusWords[status];
}

/** Reserves the space of the form for new tasks, so that nothing moves when it arrives. */
export const addTaskRoom = 'mb-4 h-24 @[26rem]/column:h-11 print:hidden';
