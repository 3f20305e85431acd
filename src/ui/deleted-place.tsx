import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';

/**
 * Takes the place of a deleted item, at the same height, while the deletion can be taken back. Undo stands at the
 * start of the row, where lists have their text, so that a second tap where Delete was hits nothing.
 *
 * The item is still laid out beneath, hidden and inert, so that the height is right at every width.
 */
export function DeletedPlace({
  name,
  words,
  onUndo,
  onAttend,
  onLeaveWithFocus,
  children,
}: {
  /** The name of the deleted item, for the button's accessible name. */
  name: string;
  /** What was deleted, and what was deleted with it. */
  words: ReactNode;
  onUndo: () => Promise<unknown>;
  /** Called with true when someone starts to use the offer, with false when they stop. */
  onAttend: (isAttended: boolean) => void;
  /** Called when the place disappears while it has the focus, which must move elsewhere. */
  onLeaveWithFocus: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const leaveWithFocus = useEffectEvent(onLeaveWithFocus);
  const undoing = useRef(false);
  const attention = useAttention(onAttend);

  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element?.contains(document.activeElement)) leaveWithFocus();
    };
  }, []);

  async function undo() {
    // The second tap of a double tap must not be told that the edit is already taken back.
    if (undoing.current) return;
    undoing.current = true;
    await onUndo();
    undoing.current = false;
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={place}
      role="group"
      tabIndex={-1}
      aria-labelledby={id}
      data-part="deleted"
      className="relative print:hidden"
    >
      <div inert aria-hidden="true" className="invisible">
        {children}
      </div>
      <div className="absolute inset-0 flex items-start">
        <div {...attention} className="flex max-w-full items-center pr-4">
          <Button look="bare" className="shrink-0" data-part="undo" onClick={() => void undo()}>
            Undo<span className="sr-only"> deletion of {name}</span>
          </Button>
          <p id={id} className="line-clamp-2 min-w-0 text-small text-muted">
            {words}
          </p>
        </div>
      </div>
    </div>
  );
}

/** Reports whether an element is in use: it has pointer or focus, or the page has been hidden since it appeared. */
function useAttention(tell: (isAttended: boolean) => void) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [left, setLeft] = useState(false);
  const isAttended = hovered || focused || left;
  const attend = useEffectEvent(tell);

  useLayoutEffect(() => {
    // An offer drawn in a hidden tab says nothing about the visible one.
    const onVisibility = () => setLeft(document.hidden);
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, []);

  useEffect(() => {
    if (isAttended) attend(true);
    else if (!document.hidden) attend(false);
    return () => {
      if (isAttended) attend(false);
    };
  }, [isAttended]);

  return {
    // Not when it enters: the offer may appear under a pointer that rests where Delete was. Some browsers call that a move.
    onPointerMove: ({ movementX, movementY }: { movementX: number; movementY: number }) => {
      if (movementX !== 0 || movementY !== 0) setHovered(true);
    },
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
