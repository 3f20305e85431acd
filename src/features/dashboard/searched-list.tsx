import { type ReactNode, useState } from 'react';
import { LIST_SEARCHED_FROM } from '../../lib/limits.ts';
import { SearchField } from '../../ui/search-field.tsx';

/**
 * Looks for rows of a list, with a search field if there are many.
 *
 * @param many the plural of the kind, as in a sentence
 * @param textOf the row's text to search
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
  children: (found: readonly Item[]) => ReactNode;
}) {
  const [wanted, setWanted] = useState('');
  const isSearched = items.length >= LIST_SEARCHED_FROM;
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
      {children(found)}
    </>
  );
}
