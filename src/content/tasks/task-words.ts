import { defineWords } from '../form/kind-words.ts';
import { tasks } from './tasks.ts';

/** Tasks are edited on the board, not in the dashboard. */
export const taskWords = defineWords(tasks, {
  one: 'task',
  many: 'tasks',
  labels: { project_id: 'Project', content: 'Task', status: 'Column', position: 'Position' },
  unsaid: ['position'],
});
