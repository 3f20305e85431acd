import type { Task } from '../../content/tasks/tasks.ts';
import { BoardColumn } from './board-column.tsx';
import { columns } from './board-columns.ts';
import { ColumnsRow } from './columns-row.tsx';
import { tasksIn } from './spot.ts';
import { cardSheet, TaskText } from './task-card.tsx';
import type { Folds } from './use-folds.ts';

/**
 * The visitor's board; also the admin's while theirs loads, with space reserved for the controls on its cards, so
 * that nothing moves when they arrive.
 */
export function ReadingBoard({
  tasks,
  folds,
  withRoom = false,
}: {
  tasks: readonly Task[];
  folds: Folds;
  withRoom?: boolean;
}) {
  return (
    <ColumnsRow>
      {columns.map(({ id, title, status }) => {
        const own = tasksIn(tasks, status);
        return (
          <BoardColumn
            key={id}
            title={title}
            cards={own}
            isExpanded={folds.isExpanded(status)}
            onToggle={() => folds.toggle(status)}
          >
            {(shown) =>
              shown.length === 0
                ? null
                : shown.map((task) => (
                    <li key={task.id} className={cardSheet}>
                      <TaskText hasControls={withRoom}>{task.content}</TaskText>
                    </li>
                  ))
            }
          </BoardColumn>
        );
      })}
    </ColumnsRow>
  );
}
