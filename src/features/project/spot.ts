import { shortName } from '../../content/short-name.ts';
import { compareTasks } from '../../content/tasks/compare-tasks.ts';
import { nextPosition, positionsAt } from '../../content/tasks/position.ts';
import { type Task, type TaskStatus, tasks } from '../../content/tasks/tasks.ts';
import { type EditDraft, update } from '../../engine/index.ts';
import { NAME_IN_LABEL } from '../../lib/limits.ts';
import { titleOf } from './board-columns.ts';

/** A place for a card on the board: the number of the column's other cards before it. */
export interface Spot {
  readonly status: TaskStatus;
  readonly index: number;
}

/** The quoted, shortened name of a task: “Write the page”. @param most characters */
export function taskName({ content }: Pick<Task, 'content'>, most = NAME_IN_LABEL): string {
  return shortName(content, most);
}

export function tasksIn(all: readonly Task[], status: TaskStatus): readonly Task[] {
  return all.filter((task) => task.status === status);
}

/** The cards of the column without the moved one. */
export function othersIn(all: readonly Task[], status: TaskStatus, id: string): readonly Task[] {
  return all.filter((task) => task.status === status && task.id !== id);
}

export function spotOf(all: readonly Task[], task: Task): Spot {
  const index = tasksIn(all, task.status).findIndex(({ id }) => id === task.id);
  return { status: task.status, index };
}

export function sameSpot(a: Spot, b: Spot): boolean {
  return a.status === b.status && a.index === b.index;
}

/** 'Done, 2 of 5', counting the card itself. */
export function spotInWords(all: readonly Task[], id: string, { status, index }: Spot): string {
  return `${titleOf(status)}, ${index + 1} of ${othersIn(all, status, id).length + 1}`;
}

/** New values of a row, shown optimistically before the device has stored them. */
export type Moved = Pick<Task, 'id' | 'position'> & { readonly status?: TaskStatus };

/** The edit for moving a card: one mutation, of one row if the gap has room; null if the card stays where it is. */
export function move(
  all: readonly Task[],
  task: Task,
  to: Spot,
  random: () => number,
): { draft: EditDraft; moved: readonly Moved[] } | null {
  if (sameSpot(spotOf(all, task), to)) return null;
  const others = othersIn(all, to.status, task.id);
  const whenEmpty = nextPosition(all.filter(({ id }) => id !== task.id));
  // Cards may have been deleted since the spot was chosen.
  const index = Math.min(to.index, others.length);
  const positions = positionsAt(task.id, others, index, { whenEmpty, random });
  const moved = positions.map((placed) =>
    placed.id === task.id ? { ...placed, status: to.status } : placed,
  );
  const label = `Move ${taskName(task)} to ${titleOf(to.status)}`;
  const changes = moved.map(({ id, ...values }) => update(tasks, id, values));
  return { draft: { label, changes }, moved };
}

/** The tasks with new values applied, in the mirror's order. */
export function withMoved(all: readonly Task[], moved: readonly Moved[]): readonly Task[] {
  const byId = new Map(moved.map((values) => [values.id, values]));
  return all.map((task) => ({ ...task, ...byId.get(task.id) })).sort(compareTasks);
}
