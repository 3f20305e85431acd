import { useCallback, useDeferredValue, useMemo, useRef } from 'react';
import { filterResources, type ResourceFilter } from '../../content/resources/resource-filter.ts';
import type { Resource } from '../../content/resources/resources.ts';
import { counted, inThousands } from '../../lib/in-words.ts';
import { Button } from '../../ui/button.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { Note } from '../../ui/note.tsx';
import { ResourceCard } from './resource-card.tsx';
import type { ResourceChoices } from './resource-choices.ts';

/** The number of matching resources, then the list or a note that none match. */
export function FoundResources({
  all,
  filter,
  choices,
}: {
  all: readonly Resource[];
  filter: ResourceFilter;
  choices: ResourceChoices;
}) {
  // Controls respond at once; the list may lag a moment behind.
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => filterResources(all, wanted), [all, wanted]);

  // After a choice made inside the list, scroll to the start of the new one.
  const count = useRef<HTMLParagraphElement>(null);
  const { searchTag, clear } = choices;
  const searchTagOfCard = useCallback(
    (tag: string) => {
      searchTag(tag);
      count.current?.focus();
    },
    [searchTag],
  );
  const clearAll = () => {
    clear();
    count.current?.focus();
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p ref={count} tabIndex={-1} role="status" className="text-small text-muted">
        {countOf(found.length, all.length)}
      </p>
      {found.length === 0 ? (
        <Note
          detail={
            <Button look="bare" className="-ml-3 text-accent underline" onClick={clearAll}>
              Clear filters
            </Button>
          }
        >
          No resources found matching your search.
        </Note>
      ) : (
        <GrowingList
          items={found}
          className="grid grid-cols-1 gap-4 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3"
        >
          {(resource) => <ResourceCard resource={resource} onTag={searchTagOfCard} />}
        </GrowingList>
      )}
    </div>
  );
}

function countOf(found: number, all: number): string {
  const resources = counted(all, 'resource');
  return found === all ? resources : `${inThousands(found)} of ${resources}`;
}
