import { NAME_IN_WORDS } from '../../content/short-name.ts';
import type { Task } from '../../content/tasks/tasks.ts';
import { DeletedPlace } from '../../ui/deleted-place.tsx';
import { nameOf } from './spot.ts';
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
    <li data-deleted={task.id} className={`${cardSheet} border-dashed`}>
      <DeletedPlace
        name={nameOf(task)}
        words={`${nameOf(task, NAME_IN_WORDS)} deleted`}
        onUndo={onUndo}
        onAttend={onAttend}
        onLeaveWithFocus={onLeaveWithFocus}
      >
        <TaskText hasControls>{task.content}</TaskText>
      </DeletedPlace>
    </li>
  );
}
