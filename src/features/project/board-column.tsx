import { type ReactNode, type Ref, useId } from 'react';
import { TASKS_SHOWN } from '../../lib/limits.ts';
import { Button } from '../../ui/button.tsx';
import { usePrinting } from '../../ui/use-printing.ts';

/**
 * BOARD-2: a column of the board: five cards or, expanded, all of them within 500 px.
 * `children` are the list items for its cards; null for 'No tasks in this column'.
 */
export function BoardColumn<Card>({
  title,
  cards,
  count = cards.length,
  isExpanded,
  onToggle,
  look = 'border-hairline',
  ref,
  children,
}: {
  title: string;
  cards: readonly Card[];
  /** The number of its tasks, without deleted ones. */
  count?: number;
  isExpanded: boolean;
  onToggle: () => void;
  /** The colour of its border. */
  look?: string;
  ref?: Ref<HTMLElement>;
  children: (shown: readonly Card[]) => ReactNode;
}) {
  const id = useId();
  const more = cards.length - TASKS_SHOWN;
  const isPrinting = usePrinting();
  const expanded = (isExpanded || isPrinting) && more > 0;
  const toggle = { 'aria-expanded': expanded, onClick: onToggle };
  const items = children(expanded ? cards : cards.slice(0, TASKS_SHOWN));
  return (
    <section ref={ref} aria-labelledby={id} className={`${sheet} ${look}`}>
      <ColumnHeader title={title} id={id}>
        <span className="rounded-chip bg-sunken px-2 py-0.5 text-micro font-medium text-muted tabular-nums">
          <span className="sr-only">Tasks: </span>
          {count}
        </span>
        {more > 0 && (
          <Button look="bare" className="-mr-2 ml-auto text-small print:hidden" {...toggle}>
            {expanded ? 'Collapse' : 'Expand'}
            <span className="sr-only"> {title}</span>
          </Button>
        )}
      </ColumnHeader>
      {items === null ? (
        <p className="py-4 text-small text-muted">No tasks in this column</p>
      ) : (
        <ul
          {...(expanded ? { tabIndex: 0, 'aria-labelledby': id } : {})}
          className={`grid gap-2 pt-2 ${expanded ? 'max-h-[500px] overflow-y-auto pb-2 print:max-h-none' : ''}`}
        >
          {items}
        </ul>
      )}
      {more > 0 && (
        // It stays after use, because it has the focus.
        <Button
          look="bare"
          className="mt-2 w-full text-small print:hidden"
          aria-describedby={id}
          {...toggle}
        >
          {expanded ? 'Show less' : `Show ${more} more`}
        </Button>
      )}
    </section>
  );
}

/** A column whose tasks are still loading: it shows no count and does not claim to be empty. */
export function BoardColumnSkeleton({ title }: { title: string }) {
  return (
    <section aria-label={title} className={`${sheet} border-hairline`}>
      <ColumnHeader title={title} />
      <div
        aria-hidden="true"
        className="after-wait mt-2 h-12 rounded-control bg-sunken"
        data-loading
      />
    </section>
  );
}

const sheet = 'min-w-0 snap-start rounded-card border bg-surface p-4';

function ColumnHeader({
  title,
  id,
  children,
}: {
  title: string;
  id?: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex min-h-11 items-center gap-2">
      <h3 id={id} className="text-h3">
        {title}
      </h3>
      {children}
    </div>
  );
}
