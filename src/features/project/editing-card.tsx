import { useDraggable } from '@dnd-kit/core';
import { type ButtonHTMLAttributes, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Task } from '../../content/tasks/tasks.ts';
import { dropLine } from '../../ui/dragging.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton, type MenuGroup } from '../../ui/menu-button.tsx';
import { EditText } from './edit-text.tsx';
import type { Marker } from './editing-column.tsx';
import { taskName } from './spot.ts';
import { cardSheet, TaskText } from './task-card.tsx';

const markers = {
  before: `${dropLine} before:-top-[7px]`,
  after: `${dropLine} before:-bottom-[7px]`,
};

/**
 * A movable card: dragged anywhere on it, by its grip also from the keyboard, or by its menu.
 * A swipe on the card scrolls; a swipe on the grip drags at once.
 */
export function EditingCard({
  task,
  marker,
  isHeld,
  isLifted,
  account,
  hasDraft,
  isWaiting,
  grip,
  gripHelpId,
  moves,
  onDelete,
}: {
  task: Task;
  marker: Marker;
  /** It is being moved; this element marks where it came from. */
  isHeld: boolean;
  isLifted: boolean;
  /** The admin's id; undefined until it is known. */
  account: string | undefined;
  /** It has a draft of its text, neither saved nor discarded. */
  hasDraft: boolean;
  /** It shows an edit that the server does not have yet. */
  isWaiting: boolean;
  grip: ButtonHTMLAttributes<HTMLButtonElement>;
  gripHelpId: string;
  moves: () => readonly MenuGroup[];
  onDelete: () => void;
}) {
  const { setNodeRef, listeners, node } = useDraggable({ id: task.id });
  const [isEditing, setEditing] = useState(false);

  function closeEditing() {
    flushSync(() => setEditing(false));
    node.current?.querySelector<HTMLElement>('[data-part=menu]')?.focus();
  }
  const ownText = {
    label: 'This task',
    items: [
      { label: 'Edit text', onSelect: () => setEditing(true) },
      { label: 'Delete', look: 'danger', onSelect: onDelete },
    ],
  } as const;

  const marks = [
    ...(hasDraft && !isEditing ? ['unsaved draft'] : []),
    ...(isWaiting ? ['on this device'] : []),
  ];

  return (
    <li
      ref={setNodeRef}
      data-task={task.id}
      className={`${cardSheet} scroll-my-20 ${marker === null ? '' : markers[marker]} ${isHeld ? 'border-dashed text-muted print:border-solid print:text-ink' : ''}`}
    >
      {isEditing && account !== undefined ? (
        <EditText key={account} account={account} task={task} onClose={closeEditing} />
      ) : (
        <>
          <div
            {...listeners}
            className="cursor-grab touch-manipulation select-none [-webkit-touch-callout:none]"
          >
            <TaskText hasControls>{task.content}</TaskText>
            <button
              type="button"
              data-part="grip"
              aria-label={`Drag ${taskName(task)}`}
              aria-describedby={gripHelpId}
              aria-pressed={isLifted}
              {...grip}
              className="absolute inset-y-0 left-0 grid w-7 cursor-grab touch-none place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-2 print:hidden"
            >
              <Icon name="grip" />
            </button>
          </div>
          <MenuButton
            label={`Move or edit ${taskName(task)}`}
            icon="more"
            part="menu"
            groups={() => [...moves(), ownText]}
            className="absolute top-0 right-0 text-muted hover:text-ink focus-visible:-outline-offset-2 print:hidden"
          />
        </>
      )}
      {marks.length > 0 && (
        <p className="absolute right-2 -bottom-2 bg-surface px-1 text-micro text-muted print:hidden">
          {marks.join(' · ')}
        </p>
      )}
    </li>
  );
}
