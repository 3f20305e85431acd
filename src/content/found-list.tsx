import { type ReactNode, useCallback, useRef } from 'react';
import { counted, inThousands } from '../lib/in-words.ts';
import { GrowingList } from '../ui/growing-list.tsx';
import { NoneMatch } from './none-match.tsx';

/** How many items of a list match its filters, then those, or a note that none do. */
export function FoundList<Item extends { readonly id: string }>({
  found,
  all,
  one,
  none,
  onClear,
  className,
  children,
}: {
  found: readonly Item[];
  /** The length of the whole list. */
  all: number;
  /** The name of one item. */
  one: string;
  /** What the page says if nothing matches. */
  none: string;
  onClear: () => void;
  /** The classes of the grid. */
  className: string;
  /** Renders an item. `toCount` goes to the start of the list, for a choice made inside it; it stays the same function. */
  children: (item: Item, toCount: () => void) => ReactNode;
}) {
  const count = useRef<HTMLParagraphElement>(null);
  const toCount = useCallback(() => count.current?.focus(), []);
  const items = counted(all, one);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p ref={count} tabIndex={-1} role="status" className="text-small text-muted">
        {found.length === all ? items : `${inThousands(found.length)} of ${items}`}
      </p>
      {found.length === 0 ? (
        <NoneMatch
          onClear={() => {
            onClear();
            toCount();
          }}
        >
          {none}
        </NoneMatch>
      ) : (
        <GrowingList items={found} className={className}>
          {(item) => children(item, toCount)}
        </GrowingList>
      )}
    </div>
  );
}
