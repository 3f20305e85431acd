import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigationType } from 'react-router-dom';
import { inState } from '../lib/history-entry.ts';
import { LIST_STEP } from '../lib/limits.ts';
import { useEntryState } from './use-entry-state.ts';

/** The list grows when its end is within this distance below the window. */
const AHEAD_PX = 2_000;

/** Padding for the card's focus ring and shadow, which containment would cut off. */
const laidOutNearWindow =
  '-m-1.5 p-1.5 [contain-intrinsic-size:auto_20rem] [content-visibility:auto] [overflow-clip-margin:1.5rem] print:[content-visibility:visible]';

/** Part of a navigation's state: the item that the list must be long enough to show. */
export interface UpTo {
  readonly upTo: string | null;
}

/**
 * A list of possibly thousands of cards. It begins with the first 96, or with all up to the item that the
 * navigation asks for (`UpTo`), and grows as its end comes near.
 * Later cards are laid out only near the window. Those that the page begins with after going back, and the first ones,
 * always are: guessed heights would make the page jump. Before printing all are shown.
 */
export function GrowingList<Item extends { readonly id: string }>({
  items: whole,
  from = 0,
  className,
  children,
}: {
  items: readonly Item[];
  /** How many items to leave out at the beginning. */
  from?: number;
  /** The classes of the grid. */
  className: string;
  /** Renders an item. */
  children: (item: Item) => ReactNode;
}) {
  const end = useRef<HTMLDivElement>(null);
  const items = useMemo(() => (from === 0 ? whole : whole.slice(from)), [whole, from]);
  const { length, setLength, laidOut } = useLength(items);
  const isWhole = length >= items.length;

  useEffect(() => {
    if (isWhole || end.current === null) return;
    // A new observer after each step: it reports again if the end is still near.
    const observer = new IntersectionObserver(
      // On a busy page one call may report both entering and leaving; the last entry is current.
      (seen) => seen.at(-1)?.isIntersecting === true && setLength(length + LIST_STEP),
      { rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(end.current);
    const showAll = () => flushSync(() => setLength(Number.POSITIVE_INFINITY));
    window.addEventListener('beforeprint', showAll);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', showAll);
    };
  }, [isWhole, length, setLength]);

  return (
    <>
      <ul className={className}>
        {items.slice(0, length).map((item, place) => (
          <li key={item.id} className={place < laidOut ? '' : laidOutNearWindow}>
            {children(item)}
          </li>
        ))}
      </ul>
      <div ref={end} />
    </>
  );
}

/** The length at this history entry, and how many cards have their true height; another filter starts over. */
function useLength(items: readonly { readonly id: string }[]) {
  const { key, state } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const [length, setLength] = useEntryState<number>('length of the list', LIST_STEP);
  const upTo = inState(state, 'upTo');
  const asked = useMemo(
    () => (typeof upTo !== 'string' ? 0 : items.findIndex(({ id }) => id === upTo) + 1),
    [items, upTo],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the entry began with
  const start = useMemo(() => length, [key]);
  return {
    length: Math.max(length, asked),
    setLength,
    laidOut: isBack ? Math.max(start, asked) : LIST_STEP,
  };
}
