import { compareOrder } from '../../engine/index.ts';
import { type Task, taskOrder } from './tasks.ts';

/** The order of the kind, for tasks that are shown elsewhere than the device has them. */
export function compareTasks(a: Task, b: Task): number {
  return compareOrder([...taskOrder(a), a.id], [...taskOrder(b), b.id]);
}
