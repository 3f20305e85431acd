import { lazy, Suspense } from 'react';
import { LoadFailure } from '../../content/load-failure.tsx';
import { type Task, tasks } from '../../content/tasks/tasks.ts';
import { find, useContent } from '../../engine/index.ts';
import { loadPart } from '../../lib/part.ts';
import { ByState } from '../../ui/by-state.tsx';
import { Section } from '../../ui/section.tsx';
import { BoardColumnSkeleton } from './board-column.tsx';
import { addTaskRoom, columns } from './board-columns.ts';
import { ColumnsRow } from './columns-row.tsx';
import { ReadingBoard } from './reading-board.tsx';
import { type Folds, useFolds } from './use-folds.ts';

/** Code for admins only, drag and drop above all, is not downloaded by visitors. */
const EditingBoard = lazy(() =>
  loadPart(() => import('./editing-board.tsx')).then(
    ({ EditingBoard: Loaded }) => ({ default: Loaded }),
    // The admin code is not cached and there is no network: the board can still be read.
    () => ({ default: BoardToRead }),
  ),
);

function BoardToRead(props: { tasks: readonly Task[]; folds: Folds }) {
  return (
    <>
      <p role="status" className="mb-3 text-small text-muted">
        Moving and editing tasks isn’t saved on this device yet. You need to be online the first
        time.
      </p>
      <ReadingBoard {...props} />
    </>
  );
}

/** BOARD-1: the project's tasks in three columns, each sorted by position. */
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
        error={<LoadFailure>Unable to load tasks</LoadFailure>}
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
