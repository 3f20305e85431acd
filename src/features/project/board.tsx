import { lazy, Suspense } from 'react';
import { type Task, tasks } from '../../model/tasks.ts';
import { find } from '../../store/queries.ts';
import { useContent } from '../../store/react.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { addTaskRoom } from './add-task-room.ts';
import { BoardColumnSkeleton } from './board-column.tsx';
import { columns } from './board-columns.ts';
import { ColumnsRow } from './columns-row.tsx';
import { ReadingBoard } from './reading-board.tsx';
import { useFolds } from './use-folds.ts';

/** What only admins need, drag and drop above all, is not downloaded by visitors. */
const EditingBoard = lazy(() =>
  import('./editing-board.tsx')
    .then(({ EditingBoard: Loaded }) => ({ default: Loaded }))
    // Not on this device and no network: the board is still there to be read.
    .catch(() => ({ default: ReadingBoard })),
);

/** Spec section 2, Features: the project's tasks in three columns, each by position. */
export function Board({ projectId, isAdmin }: { projectId: string; isAdmin: boolean }) {
  const content = useContent(find(tasks, 'project', projectId));
  const board = (all: readonly Task[]) => (
    <BoardOf projectId={projectId} isAdmin={isAdmin} tasks={all} />
  );
  return (
    <Section title="Features">
      <ByState
        content={content}
        loading={
          <ColumnsRow>
            {columns.map(({ id, title }) => (
              <BoardColumnSkeleton key={id} title={title} />
            ))}
          </ColumnsRow>
        }
        error={<Note line="plain">Unable to load tasks</Note>}
        empty={board([])}
      >
        {board}
      </ByState>
    </Section>
  );
}

function BoardOf({
  projectId,
  isAdmin,
  tasks: all,
}: {
  projectId: string;
  isAdmin: boolean;
  tasks: readonly Task[];
}) {
  const folds = useFolds();
  if (!isAdmin) return <ReadingBoard tasks={all} folds={folds} />;
  return (
    <Suspense
      fallback={
        <>
          <div className={addTaskRoom} />
          <ReadingBoard tasks={all} folds={folds} withRoom />
        </>
      }
    >
      <EditingBoard projectId={projectId} tasks={all} folds={folds} />
    </Suspense>
  );
}
