import { choice, defineKind, type ItemOf, number, reference, text } from '../../engine/index.ts';
import { projects } from '../projects/projects.ts';

/** The board's columns, one for each status (BOARD-1, DATA-2). */
export const taskStatusWords = {
  todo: 'To Do',
  'in-progress': 'In Progress',
  done: 'Done',
} as const;
export type TaskStatus = keyof typeof taskStatusWords;

/** Where a task is in its list. */
export const taskOrder = ({ position }: { readonly position: number }) => [position];

export const tasks = defineKind({
  table: 'tasks',
  columns: {
    project_id: reference(() => projects, { required: true }),
    content: text({ required: true }),
    status: choice(taskStatusWords, 'todo'),
    position: number({ required: true }),
  },
  name: 'content',
  order: taskOrder,
});

export type Task = ItemOf<typeof tasks>;
