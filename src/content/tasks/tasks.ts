import * as v from 'valibot';
import { defineKind, type ItemOf, text, uuid } from '../../engine/index.ts';

export const taskStatuses = ['todo', 'in-progress', 'done'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const tasks = defineKind({
  table: 'tasks',
  row: v.looseObject({
    id: uuid,
    project_id: uuid,
    content: text,
    status: v.picklist(taskStatuses),
    position: v.number(),
  }),
  toItem: (row) => ({
    id: row.id,
    projectId: row.project_id,
    content: row.content,
    status: row.status,
    position: row.position,
  }),
  blank: () => ({ project_id: '', content: '', status: 'todo', position: 0 }),
  order: (row) => [row.position, row.id],
  lookups: { project: (row) => row.project_id },
});

export type Task = ItemOf<typeof tasks>;
