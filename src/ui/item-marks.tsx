import { createContext, useContext } from 'react';
import { Chip } from './chip.tsx';
import { NewMark } from './news.tsx';

/** The marks of a card's item: whether it has an edit that the server does not have yet, and whether it is new. */
export function ItemMarks({ id }: { id: string }) {
  return (
    <>
      <OnDevice id={id} />
      <NewMark id={id} />
    </>
  );
}

/** The ids of items that show edits the server does not have yet; visitors have none. */
export const NotSent = createContext<ReadonlySet<string>>(new Set());

/** Marks an item that shows an edit the server does not have yet. */
export function OnDevice({ id }: { id: string }) {
  if (!useContext(NotSent).has(id)) return null;
  return (
    <p className="relative font-text text-micro tracking-normal print:hidden">
      <Chip tone="busy">on this device</Chip>
    </p>
  );
}
