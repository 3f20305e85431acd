import { useDroppable } from '@dnd-kit/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Task, TaskStatus } from '../../content/tasks/tasks.ts';
import type { Place } from '../../engine/index.ts';
import { BoardColumn } from './board-column.tsx';
import type { Spot } from './spot.ts';
import { cardSheet, TaskText } from './task-card.tsx';
import type { Folds } from './use-folds.ts';

/** A card being moved, by pointer or by keyboard. */
export interface Held {
  readonly task: Task;
  /** Its destination; null if dropping it would change nothing. */
  readonly to: Spot | null;
  readonly by: 'pointer' | 'key';
}

/** The line at a card's edge that shows where a dragged card would go. */
export type Marker = 'before' | 'after' | null;

/** A column that accepts drops; `children` renders a card, `deleted` the place of a deleted one. */
export function EditingColumn({
  column: { id, title, status },
  places,
  folds,
  held,
  deleted,
  children,
}: {
  column: { id: string; title: string; status: TaskStatus };
  places: readonly Place<Task>[];
  folds: Folds;
  held: Held | null;
  deleted: (task: Task, deletion: string) => ReactNode;
  children: (task: Task, marker: Marker) => ReactNode;
}) {
  const column = useRef<HTMLElement>(null);
  const { setNodeRef } = useDroppable({ id, data: { column } });
  // dnd-kit auto-scrolls this node's scrolling ancestors; inside the list, the list would scroll too.
  useLayoutEffect(() => {
    setNodeRef(column.current?.querySelector<HTMLElement>('[data-task]') ?? column.current);
  });

  const to = held?.to?.status === status ? held.to : null;
  return (
    <BoardColumn
      ref={column}
      title={title}
      cards={places}
      count={places.filter(({ deletion }) => deletion === null).length}
      isExpanded={folds.isExpanded(status)}
      onToggle={() => folds.toggle(status)}
      look={to === null ? 'border-hairline' : 'border-accent'}
    >
      {(shown) => {
        const others = shown.flatMap(({ item, deletion }) =>
          deletion === null && item.id !== held?.task.id ? item : [],
        );
        const index = to === null ? null : Math.min(to.index, others.length);
        const isByKey = held?.by === 'key';
        const marker = (task: Task): Marker => {
          if (index === null || isByKey) return null;
          if (others[index]?.id === task.id) return 'before';
          return index === others.length && others[index - 1]?.id === task.id ? 'after' : null;
        };
        const items = shown.map(({ item, deletion }) =>
          deletion === null ? children(item, marker(item)) : deleted(item, deletion.id),
        );
        if (held === null || index === null || !isByKey) return items.length === 0 ? null : items;
        const next = others[index];
        const place =
          next === undefined ? shown.length : shown.findIndex(({ item }) => item.id === next.id);
        return items.toSpliced(place, 0, <Ghost key="ghost">{held.task.content}</Ghost>);
      }}
    </BoardColumn>
  );
}

/** Where a lifted card would go; scrolled into view, since the focus stays on the card's grip. */
function Ghost({ children }: { children: string }) {
  return (
    <li
      aria-hidden="true"
      ref={(element) => element?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })}
      className={`${cardSheet} scroll-my-20 border-focus outline-2 -outline-offset-2 outline-focus print:hidden`}
    >
      <TaskText hasControls>{children}</TaskText>
    </li>
  );
}
