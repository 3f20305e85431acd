import { type ReactNode, useCallback, useRef } from 'react';
import { counted, inThousands } from '../lib/in-words.ts';
import { LIST_STEP } from '../lib/limits.ts';
import { listPagePath, listPages } from '../lib/list-pages.ts';
import { GrowingList } from '../ui/growing-list.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { LinkChip } from '../ui/toggle-chip.tsx';
import { useListPage } from '../ui/use-list-page.ts';
import { NoneMatch } from './none-match.tsx';
import { useNewOnly } from './use-new-only.tsx';

/** How many items of a list match its filters, then those, or a note that none do. */
export function FoundList<Item extends { readonly id: string }>({
  found: matching,
  all,
  one,
  none,
  path,
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
  /** The address of the whole list. */
  path: string;
  onClear: () => void;
  /** The classes of the grid. */
  className: string;
  /** Renders an item. `toCount` goes to the start of the list, for a choice made inside it; it stays the same function. */
  children: (item: Item, toCount: () => void) => ReactNode;
}) {
  const { items: found, chip } = useNewOnly(matching);
  const count = useRef<HTMLParagraphElement>(null);
  const toCount = useCallback(() => count.current?.focus(), []);
  const items = counted(all, one);
  const page = useListPage();
  const start = (page - 1) * LIST_STEP;
  // What is found of a list has no pages, nor has one that has become shorter.
  const from = found.length === all && start < all ? start : 0;
  const ofAll = found.length === all ? items : `${inThousands(found.length)} of ${items}`;
  const countInWords = from === 0 ? ofAll : `${items}, from number ${inThousands(from + 1)} on`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-start gap-3">
        {/* With room for '1 of 15 learnings': what follows stays under the finger that has pressed it. */}
        <p ref={count} tabIndex={-1} role="status" className="min-w-32 text-small text-muted">
          {countInWords}
        </p>
        {chip}
      </div>
      {from > 0 && (
        <p className="print:hidden">
          <TextLink to={path}>Show all from the beginning</TextLink>
        </p>
      )}
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
        <GrowingList items={found} from={from} className={className}>
          {(item) => children(item, toCount)}
        </GrowingList>
      )}
      {found.length === all && <PagesWithoutScript path={path} length={all} shown={page} />}
    </div>
  );
}

/** PAGES-11: with scripts the list grows by itself. React renders what is in here in the build only. */
function PagesWithoutScript({
  path,
  length,
  shown,
}: {
  path: string;
  length: number;
  shown: number;
}) {
  const count = listPages(length);
  if (count === 1) return null;
  return (
    <noscript>
      <nav aria-label="Pages of the list">
        <ul className="flex flex-wrap gap-2">
          {Array.from({ length: count }, (_, place) => place + 1).map((page) => (
            <li key={page}>
              <LinkChip to={listPagePath(path, page)} isOn={page === shown}>
                <span className="sr-only">Page </span>
                {page}
              </LinkChip>
            </li>
          ))}
        </ul>
      </nav>
    </noscript>
  );
}
