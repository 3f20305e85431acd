import { learnings } from '../../content/learnings/learnings.ts';
import { statusWords } from '../../content/projects/project-groups.ts';
import { projects } from '../../content/projects/projects.ts';
import type { AnyKind } from '../../engine/index.ts';

/** Tables, columns and values as the forms call them. Maps, for an imported file may name `constructor`. */

const things: ReadonlyMap<string, string> = new Map([
  ['projects', 'project'],
  ['tasks', 'task'],
  ['commentaries', 'commentary'],
  ['ai_tools', 'AI tool'],
  ['friends', 'friend'],
  ['current_listening', 'track'],
  ['learnings', 'learning'],
  ['resources', 'resource'],
]);

/** `learning`, `AI tool`: what a row of the table is. */
export function thingWord(table: string): string {
  return things.get(table) ?? 'item';
}

/** Where the name is not the column's own with a capital; `table.column` goes before `column`. */
const columns: ReadonlyMap<string, string> = new Map([
  ['tasks.content', 'Task'],
  ['tasks.status', 'Column'],
  ['current_listening.url', 'Spotify link'],
  ['is_current', 'Now playing'],
  ['image_url', 'Image URL'],
  ['avatar_url', 'Picture'],
  ['link_url', 'Link'],
  ['project_id', 'Project'],
  ['learning_id', 'Learning'],
  ['created_at', 'Added'],
]);

export function columnWord(table: string, column: string): string {
  const known = columns.get(`${table}.${column}`) ?? columns.get(column);
  if (known !== undefined) return known;
  const spaced = column.replaceAll('_', ' ').trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const taskStatuses: ReadonlyMap<string, string> = new Map([
  ['todo', 'To Do'],
  ['in-progress', 'In Progress'],
  ['done', 'Done'],
]);

const projectStatuses: ReadonlyMap<string, string> = new Map(Object.entries(statusWords));

/** The word for one of a few values; null where the value is the admin's own. */
export function choiceWord(table: string, column: string, value: string): string | null {
  if (column !== 'status') return null;
  return (table === 'tasks' ? taskStatuses : projectStatuses).get(value) ?? null;
}

/** The kind that a column refers to. */
export function referredKind(column: string): AnyKind | null {
  if (column === 'project_id') return projects;
  return column === 'learning_id' ? learnings : null;
}
