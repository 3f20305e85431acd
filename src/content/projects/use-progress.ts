import { list, useContent } from '../../engine/index.ts';
import { type Task, tasks } from '../tasks/tasks.ts';
import { type Progress, progressByProject } from './progress.ts';

const everyTask = list(tasks);

/** A list of tasks is counted once, however many projects are shown. */
const counted = new WeakMap<readonly Task[], ReadonlyMap<string, Progress>>();

/** How far a project is, live; undefined without tasks, or as long as they are not known. All projects ask one query. */
export function useProgress(id: string): Progress | undefined {
  const content = useContent(everyTask);
  if (content.state !== 'ready') return undefined;
  const progress = counted.get(content.items) ?? progressByProject(content.items);
  counted.set(content.items, progress);
  return progress.get(id);
}
