import { DndContext, DragOverlay } from '@dnd-kit/core';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { compareTasks } from '../../content/tasks/compare-tasks.ts';
import { type Task, type TaskStatus, tasks as taskKind } from '../../content/tasks/tasks.ts';
import { draftPlace, useAttend, useDraftPlaces, usePlaces } from '../../engine/editing.ts';
import { find, type Place, rowKey, useAccount, useOutbox } from '../../engine/index.ts';
import { autoScroll, gripHelp, useDragSensors, withoutWords } from '../../ui/dragging.ts';
import { useRefocus } from '../../ui/use-refocus.ts';
import { AddTask } from './add-task.tsx';
import { addTaskRoom, columns } from './board-columns.ts';
import { ColumnsRow } from './columns-row.tsx';
import { DeletedCard } from './deleted-card.tsx';
import { spotOfCollisions, underPointer } from './drop-spot.ts';
import { EditingCard } from './editing-card.tsx';
import { EditingColumn, type Held } from './editing-column.tsx';
import { movesInMenu } from './moves-in-menu.ts';
import { type Spot, sameSpot, spotOf } from './spot.ts';
import { cardSheet, TaskText } from './task-card.tsx';
import { useBoardLift } from './use-board-lift.ts';
import { useDeleteTask } from './use-delete-task.ts';
import type { Folds } from './use-folds.ts';
import { useMoves } from './use-moves.ts';

/**
 * BOARD-3 to BOARD-7: the admin's board. Cards are dragged, lifted by keyboard, or moved by menu. A deleted
 * card's place offers Undo.
 *
 * @param tasks the visitor's tasks, shown until the board's own query answers
 */
export function EditingBoard({
  projectId,
  tasks: seen,
  folds,
}: {
  projectId: string;
  tasks: readonly Task[];
  folds: Folds;
}) {
  const userId = useAccount()?.userId;
  const drafts = useDraftPlaces(userId);
  const { kept, deleted } = useTasks(projectId, seen);
  const board = useRef<HTMLDivElement>(null);
  const [announcement, announce] = useState('');
  const show = useShowAdded(folds, board);
  const { tasks, moveTo } = useMoves(kept, folds, board, announce);
  const { deleteTask, takeBack } = useDeleteTask();
  const attend = useAttend();
  const refocus = useRefocus(board);
  const places = withDeleted(tasks, deleted);
  const { lift, grip } = useBoardLift(tasks, folds, board, moveTo, announce);
  const [drag, setDrag] = useState<{ id: string; to: Spot | null } | null>(null);
  const waiting = new Set(useOutbox().waiting.flatMap(({ rows }) => rows));
  const sensors = useDragSensors();

  const inHand = tasks.find(({ id }) => id === (drag ?? lift)?.id);
  const held = inHand === undefined ? null : holding(tasks, inHand, drag, lift);

  return (
    <div ref={board}>
      {/* Keyed by account: one account must not see what another has typed. */}
      {userId === undefined ? (
        <div className={addTaskRoom} />
      ) : (
        <AddTask key={userId} account={userId} projectId={projectId} tasks={kept} onAdded={show} />
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p id={gripHelpId} hidden>
        {gripHelp('task')}
      </p>
      <DndContext
        sensors={sensors}
        collisionDetection={underPointer}
        accessibility={withoutWords}
        autoScroll={autoScroll}
        onDragStart={({ active }) => setDrag({ id: String(active.id), to: null })}
        onDragMove={({ active, collisions }) => {
          const to = spotOfCollisions(collisions);
          setDrag((now) => (isSame(now?.to, to) ? now : { id: String(active.id), to }));
        }}
        onDragEnd={({ collisions }) => {
          const to = spotOfCollisions(collisions);
          setDrag(null);
          if (inHand !== undefined && to !== null) void moveTo(inHand, to, null);
        }}
        onDragCancel={() => setDrag(null)}
      >
        <ColumnsRow snaps={drag === null}>
          {columns.map((column) => (
            <EditingColumn
              key={column.id}
              column={column}
              places={places.filter(({ item }) => item.status === column.status)}
              folds={folds}
              held={held}
              deleted={(task, deletion) => (
                <DeletedCard
                  key={task.id}
                  task={task}
                  onUndo={() => takeBack(deletion)}
                  onAttend={(isAttended) => attend(deletion, isAttended)}
                  onLeaveWithFocus={() => refocus(nearTo(task, places))}
                />
              )}
            >
              {(task, marker) => (
                <EditingCard
                  key={task.id}
                  task={task}
                  marker={marker}
                  isHeld={held?.task.id === task.id}
                  isLifted={lift?.id === task.id}
                  account={userId}
                  hasDraft={drafts.has(draftPlace('tasks', task.id))}
                  isWaiting={waiting.has(rowKey({ table: 'tasks', id: task.id }))}
                  grip={grip(task)}
                  gripHelpId={gripHelpId}
                  onDelete={async () => {
                    if (!(await deleteTask(task))) return;
                    refocus([`[data-deleted="${task.id}"] [data-part=deleted]`]);
                  }}
                  moves={() => movesInMenu(tasks, task, (to) => void moveTo(task, to, 'menu'))}
                />
              )}
            </EditingColumn>
          ))}
        </ColumnsRow>
        {createPortal(
          <DragOverlay dropAnimation={null}>
            {drag !== null && inHand !== undefined && (
              <div className={`${cardSheet} rotate-1 cursor-grabbing shadow-lifted print:hidden`}>
                <TaskText hasControls>{inHand.content}</TaskText>
              </div>
            )}
          </DragOverlay>,
          document.body,
        )}
      </DndContext>
    </div>
  );
}

/** Scrolls to a newly added task, which the folded column would hide. The focus stays in the form. */
function useShowAdded(folds: Folds, board: RefObject<HTMLElement | null>) {
  const added = useRef<string | null>(null);
  useLayoutEffect(() => {
    const card = added.current && board.current?.querySelector(`[data-task="${added.current}"]`);
    if (!card) return;
    added.current = null;
    card.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  });
  return (id: string, status: TaskStatus) => {
    added.current = id;
    folds.expand(status);
  };
}

const gripHelpId = 'board-grip-help';

const none: readonly Place<Task>[] = [];

/** The project's tasks and, separately, deleted ones that can still be taken back. */
function useTasks(projectId: string, seen: readonly Task[]) {
  const content = usePlaces(find(taskKind, 'project', projectId));
  const own = useMemo(() => {
    const places = content.state === 'ready' ? content.items : none;
    return {
      kept: places.flatMap(({ item, deletion }) => (deletion === null ? item : [])),
      deleted: places.filter(({ deletion }) => deletion !== null),
    };
  }, [content]);
  return content.state === 'loading' ? { kept: seen, deleted: none } : own;
}

/** The cards as shown, including a move under way, with the deleted ones in their places. */
function withDeleted(
  tasks: readonly Task[],
  deleted: readonly Place<Task>[],
): readonly Place<Task>[] {
  return [...tasks.map((item) => ({ item, deletion: null })), ...deleted].sort((a, b) =>
    compareTasks(a.item, b.item),
  );
}

/** Where the focus goes when a deleted card's place disappears: to the restored card, or to one nearby. */
function nearTo(task: Task, places: readonly Place<Task>[]): string[] {
  const column = places.filter(({ item }) => item.status === task.status);
  const at = column.findIndex(({ item }) => item.id === task.id);
  const near = [...column.slice(at), ...column.slice(0, at).toReversed()];
  const menus = near.map(({ item }) => `[data-task="${item.id}"] [data-part=menu]`);
  return [...menus, '[data-part=menu]'];
}

/** The card being moved and its destination; `to` is null outside of the columns and at its own place. */
function holding(
  tasks: readonly Task[],
  task: Task,
  drag: { to: Spot | null } | null,
  lift: { to: Spot } | null,
): Held {
  const to = (drag ?? lift)?.to ?? null;
  const isAway = to !== null && !sameSpot(to, spotOf(tasks, task));
  return { task, to: isAway ? to : null, by: drag === null ? 'key' : 'pointer' };
}

function isSame(a: Spot | null | undefined, b: Spot | null): boolean {
  return a == null || b === null ? (a ?? null) === b : sameSpot(a, b);
}
