import { type ReactNode, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';

/**
 * What a list is filtered by. On a phone all but the search are folded away (RESOURCES-8), since they would fill the first
 * screen.
 */
export function FilterSection({
  search,
  inUse,
  children,
}: {
  search: ReactNode;
  /** How many of the filters that may be folded are in use. */
  inUse: number;
  children: ReactNode;
}) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  return (
    <section
      aria-label="Filters"
      data-filters
      className="grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden"
    >
      <div className="flex gap-3">
        <div className="max-w-md min-w-0 flex-1">{search}</div>
        <Button
          className="@xl/column:hidden"
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {inUse === 0 ? 'Filters' : `Filters (${inUse})`}
        </Button>
      </div>
      <div
        id={id}
        className={`grid-cols-[minmax(0,1fr)] gap-4 @xl/column:grid ${unfolded ? 'grid' : 'hidden'}`}
      >
        {children}
      </div>
    </section>
  );
}
