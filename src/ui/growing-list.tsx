import {
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigationType } from 'react-router-dom';
import { inState } from '../lib/history-entry.ts';
import { FEW_CARDS, LIST_STEP } from '../lib/limits.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { Button } from './button.tsx';
import { useEntryState } from './use-entry-state.ts';

/** Padding for the card's focus ring and shadow, which containment would cut off. */
const place =
  '-m-1.5 p-1.5 [contain-intrinsic-size:auto_20rem] [overflow-clip-margin:1.5rem] print:[content-visibility:visible]';
const laidOutNearWindow = `${place} [content-visibility:auto]`;
const laidOutOnce = `${place} in-data-measured:[content-visibility:auto]`;

/** Part of a navigation's state: the item that the list must be long enough to show. */
export interface UpTo {
  readonly upTo: string | null;
}

/**
 * A list of possibly thousands of cards. It begins with the first 96, or with all up to the item that the
 * navigation asks for (`UpTo`), and grows when it is asked to: a list that grew by itself would keep what is below it out of reach.
 * Later cards are laid out only near the window. Those that the page begins with after going back, and the first ones,
 * are laid out at once: guessed heights would make the page jump. When the browser is idle it knows the height of each,
 * and they wait near the window, too: otherwise each press that changes the page would look at all of them once more (LOOK-17).
 * Before printing all are shown.
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
  const list = useRef<HTMLUListElement>(null);
  /** The place of the first item that the last press has added. */
  const added = useRef<number>(null);
  const items = useMemo(() => (from === 0 ? whole : whole.slice(from)), [whole, from]);
  const { length, setLength, laidOut, key } = useLength(items);
  const more = Math.min(LIST_STEP, items.length - length);

  useEffect(() => {
    const showAll = () => flushSync(() => setLength(Number.POSITIVE_INFINITY));
    window.addEventListener('beforeprint', showAll);
    return () => window.removeEventListener('beforeprint', showAll);
  }, [setLength]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards, or a way back to them, have heights to be measured
  useLayoutEffect(() => {
    const { current } = list;
    let stop = () => {};
    current?.removeAttribute('data-measured');
    // A picture of the whole page lacks what is skipped, so a list that costs little is left whole.
    if (items.length <= FEW_CARDS) return;
    // The browser notes heights when it paints, which it does not while the page is hidden.
    const frame = requestAnimationFrame(() => {
      stop = whenIdle(() => current?.setAttribute('data-measured', ''));
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [items, key]);

  // The button has moved below what it has added.
  useEffect(() => {
    const first = added.current === null ? undefined : list.current?.children[added.current];
    if (first === undefined) return;
    added.current = null;
    first.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  });

  return (
    <>
      <ul ref={list} className={className}>
        {items.slice(0, length).map((item, place) => (
          <li key={item.id} className={place < laidOut ? laidOutOnce : laidOutNearWindow}>
            {children(item)}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button
          className="mt-4 w-full"
          onClick={() => {
            added.current = length;
            startTransition(() => setLength(length + LIST_STEP));
          }}
        >
          Show {more} more
        </Button>
      )}
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
    key,
  };
}
