import { type ReactNode, useState } from 'react';
import { GrowingList } from '../../ui/growing-list.tsx';
import { SearchField } from '../../ui/search-field.tsx';

/** Fewer are seen at a glance. */
const SEARCHED_FROM = 11;

/**
 * The rows of a list, with a field to search them where they are many.
 *
 * @param many what they are, in a sentence
 * @param textOf what the list says of a row
 */
export function SearchedList<Item extends { readonly id: string }>({
  many,
  items,
  textOf,
  children,
}: {
  many: string;
  items: readonly Item[];
  textOf: (item: Item) => readonly (string | null)[];
  children: (item: Item) => ReactNode;
}) {
  const [wanted, setWanted] = useState('');
  const isSearched = items.length >= SEARCHED_FROM;
  const words = isSearched ? wanted.trim().toLowerCase() : '';
  const found = items.filter((item) =>
    textOf(item).some((part) => part?.toLowerCase().includes(words)),
  );
  return (
    <>
      {isSearched && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <SearchField
            label={`Search ${many}`}
            placeholder={`Search ${many}...`}
            value={wanted}
            onChange={setWanted}
          />
          <p role="status" className="text-small text-muted">
            {words !== '' && `${found.length} of ${items.length} ${many}`}
          </p>
        </div>
      )}
      <GrowingList items={found} className="divide-y divide-hairline border-y border-hairline">
        {children}
      </GrowingList>
    </>
  );
}
