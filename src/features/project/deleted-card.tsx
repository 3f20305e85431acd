import type { Task } from '../../content/tasks/tasks.ts';
import { NAME_IN_WORDS } from '../../lib/limits.ts';
import { DeletedPlace } from '../../ui/deleted-place.tsx';
import { taskName } from './spot.ts';
import { cardSheet, TaskText } from './task-card.tsx';

/** Takes the place of a deleted card and offers Undo. */
export function DeletedCard({
  task,
  onUndo,
  onAttend,
  onLeaveWithFocus,
}: {
  task: Task;
  onUndo: () => Promise<unknown>;
  onAttend: (isAttended: boolean) => void;
  onLeaveWithFocus: () => void;
}) {
  return (
    <li data-deleted={task.id} className={`${cardSheet} border-dashed print:hidden`}>
      <DeletedPlace
        name={taskName(task)}
        words={`${taskName(task, NAME_IN_WORDS)} deleted`}
        onUndo={onUndo}
        onAttend={onAttend}
        onLeaveWithFocus={onLeaveWithFocus}
      >
        <TaskText hasControls>{task.content}</TaskText>
      </DeletedPlace>
    </li>
  );
}
