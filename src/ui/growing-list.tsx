import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { inState } from '../lib/in-state.ts';

/** More than most lists have; few enough that any two of them are exchanged within a frame or two. */
const STEP = 96;
/** How far below the window the end of the list may come. */
const AHEAD_PX = 2_000;

/** The room around a card is for its focus ring and shadow, which would be cut off. */
const laidOutNearWindow =
  '-m-1.5 p-1.5 [contain-intrinsic-size:auto_20rem] [content-visibility:auto] [overflow-clip-margin:1.5rem] print:[content-visibility:visible]';

/** How long lists had become, by history entry: going back finds a page as long as it was left. */
const lengths = new Map<string, number>();

/** What a navigation's state may say: the item that the list is to begin long enough for. */
export interface UpTo {
  readonly upTo: string | null;
}

/**
 * A list of cards that may be thousands: it begins with the first 96, or with all up to the item that the
 * navigation asks for (`UpTo`), and grows as its end comes near.
 * Later cards are laid out only near the window; not so the first, whose guessed heights would make the
 * page of a short list jump. Before printing it shows all.
 */
export function GrowingList<Item extends { readonly id: string }>({
  items,
  className,
  children,
}: {
  items: readonly Item[];
  /** The grid. */
  className: string;
  /** What stands in the list for an item. */
  children: (item: Item) => ReactNode;
}) {
  const end = useRef<HTMLDivElement>(null);
  const [length, setLength] = useLength(items);
  const isWhole = length >= items.length;

  useEffect(() => {
    if (isWhole || end.current === null) return;
    // Made anew after each step: an end that is still near is no news to an observer.
    const observer = new IntersectionObserver(
      // The last is how it stands: a busy page is told of coming and going at once.
      (seen) => seen.at(-1)?.isIntersecting === true && setLength(length + STEP),
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
          <li key={item.id} className={place < STEP ? '' : laidOutNearWindow}>
            {children(item)}
          </li>
        ))}
      </ul>
      <div ref={end} />
    </>
  );
}

/** The length at this history entry; another entry (another filter) begins anew. */
function useLength(items: readonly { readonly id: string }[]): [number, (length: number) => void] {
  const { key, state } = useLocation();
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const setLength = useCallback(
    (length: number) => {
      lengths.set(key, length);
      redraw();
    },
    [key],
  );
  const upTo = inState(state, 'upTo');
  const asked = useMemo(
    () => (typeof upTo !== 'string' ? 0 : items.findIndex(({ id }) => id === upTo) + 1),
    [items, upTo],
  );
  return [Math.max(lengths.get(key) ?? STEP, asked), setLength];
}
