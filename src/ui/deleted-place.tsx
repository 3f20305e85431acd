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
 * What stands in the place of a deleted item, at its height, for as long as it can be taken back. Undo begins where
 * lists have their words: whoever taps once more where Delete was meets nothing.
 *
 * The item itself is laid out beneath, unseen and out of reach, so that the height is right at every width.
 */
export function DeletedPlace({
  name,
  words,
  onUndo,
  onAttend,
  onLeaveWithFocus,
  children,
}: {
  /** Of what was deleted, for the button's own name. */
  name: string;
  /** What was deleted, and what went with it. */
  words: ReactNode;
  onUndo: () => Promise<unknown>;
  /** Called with true when someone is at the offer, with false when they have left it. */
  onAttend: (isAttended: boolean) => void;
  /** Called when the place goes and has the focus: it needs another. */
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
    // The second of two taps must not be told that the first has taken everything back already.
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
      className="relative"
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

/** Tells whether someone is at an element: pointer or focus on it, or the page hidden since it was to be seen. */
function useAttention(tell: (isAttended: boolean) => void) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [left, setLeft] = useState(false);
  const isAttended = hovered || focused || left;
  const attend = useEffectEvent(tell);

  useLayoutEffect(() => {
    // Another tab's offer, drawn where nobody looks, says nothing about the one that is looked at.
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
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
