import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Task } from '../../model/tasks.ts';
import { useOutbox } from '../../store/editing.tsx';
import { rowKey } from '../../store/mutation.ts';
import { columns } from './board-columns.ts';
import { ColumnsRow } from './columns-row.tsx';
import { spotOfCollisions, underPointer } from './drop-spot.ts';
import { EditingCard } from './editing-card.tsx';
import { EditingColumn, type Held } from './editing-column.tsx';
import { movesInMenu } from './moves-in-menu.ts';
import { type Spot, sameSpot, spotOf, tasksIn } from './spot.ts';
import { cardSheet, TaskText } from './task-card.tsx';
import { useDeleteTask } from './use-delete-task.ts';
import type { Folds } from './use-folds.ts';
import { useLift } from './use-lift.ts';
import { useMoves } from './use-moves.ts';

/** Less is a click with an unsteady hand. */
const DRAG_PX = 6;
/** A finger that rests this long on a card means to drag it; one that moves before means to scroll. */
const LONG_PRESS_MS = 250;
const LONG_PRESS_PX = 8;

/** How fast the board scrolls at its edges: slowly enough to stop at the column that is meant. */
const autoScroll = { acceleration: 4 };

const isOnGrip = ({ event }: { event: Event }) =>
  event.target instanceof Element && event.target.closest('[data-part=grip]') !== null;

/** dnd-kit's own announcements know neither columns nor places: ours are made where the moves are. */
const silent = () => undefined;
const withoutWords = {
  announcements: {
    onDragStart: silent,
    onDragOver: silent,
    onDragEnd: silent,
    onDragCancel: silent,
  },
};

/** Spec sections 2 and 4: the board as admins have it. Cards are dragged, lifted by key, or moved by menu. */
export function EditingBoard({ tasks: kept, folds }: { tasks: readonly Task[]; folds: Folds }) {
  const board = useRef<HTMLDivElement>(null);
  const [announcement, announce] = useState('');
  const { tasks, moveTo } = useMoves(kept, folds, board, announce);
  const deleteTask = useDeleteTask(tasks, board);
  const { lift, grip } = useLift(tasks, folds, board, moveTo, announce);
  const [drag, setDrag] = useState<{ id: string; to: Spot | null } | null>(null);
  const waiting = new Set(useOutbox().waiting.flatMap(({ rows }) => rows));
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_PX } }),
    useSensor(TouchSensor, {
      activationConstraint: { delay: LONG_PRESS_MS, tolerance: LONG_PRESS_PX },
      bypassActivationConstraint: isOnGrip,
    }),
  );

  const inHand = tasks.find(({ id }) => id === (drag ?? lift)?.id);
  const held = inHand === undefined ? null : holding(tasks, inHand, drag, lift);

  return (
    <div ref={board}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p id={gripHelpId} hidden>
        Space lifts the task, arrow keys move it, Space drops it, Escape returns it.
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
              tasks={tasksIn(tasks, column.status)}
              folds={folds}
              held={held}
            >
              {(task, marker) => (
                <EditingCard
                  key={task.id}
                  task={task}
                  marker={marker}
                  isHeld={held?.task.id === task.id}
                  isLifted={lift?.id === task.id}
                  isWaiting={waiting.has(rowKey({ table: 'tasks', id: task.id }))}
                  grip={grip(task)}
                  gripHelpId={gripHelpId}
                  onDelete={() => void deleteTask(task)}
                  moves={() => movesInMenu(tasks, task, (to) => void moveTo(task, to, 'menu'))}
                />
              )}
            </EditingColumn>
          ))}
        </ColumnsRow>
        {createPortal(
          <DragOverlay dropAnimation={null}>
            {drag !== null && inHand !== undefined && (
              <div className={`${cardSheet} rotate-1 cursor-grabbing shadow-lifted`}>
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

const gripHelpId = 'board-grip-help';

/** What is in hand, and where it would go; `to` is null outside of the columns and at its own place. */
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
