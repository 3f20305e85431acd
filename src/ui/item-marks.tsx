import { createContext, type ReactNode, useContext } from 'react';
import { Chip } from './chip.tsx';
import { NewMark } from './news.tsx';

/** The marks of a card's item: those for its owner, whether it is new, and for admins the way to edit it. */
export function ItemMarks({ id }: { id: string }) {
  return (
    <>
      <OwnersMark id={id} />
      <NewMark id={id} />
      <EditMark id={id} />
    </>
  );
}

/** The ids of items that show edits the server does not have yet; visitors have none. */
export const NotSent = createContext<ReadonlySet<string>>(new Set());

/** What is said of items that only admins may see, by their ids; visitors have none. */
export const KeptBack = createContext<ReadonlyMap<string, string>>(new Map());

/** Leads from an item to where it is edited; visitors have none. */
export const EditLinks = createContext<(id: string) => ReactNode>(() => null);

/** Where an item is edited. */
export function EditMark({ id }: { id: string }) {
  return useContext(EditLinks)(id);
}

/** Marks an item that shows an edit the server does not have yet, or that is kept back. */
export function OwnersMark({ id }: { id: string }) {
  const isWaiting = useContext(NotSent).has(id);
  const kept = useContext(KeptBack).get(id);
  if (!isWaiting && kept === undefined) return null;
  return (
    <p className="relative flex flex-wrap gap-2 font-text text-micro tracking-normal print:hidden">
      {kept !== undefined && <Chip tone="idea">{kept}</Chip>}
      {isWaiting && <Chip tone="busy">on this device</Chip>}
    </p>
  );
}
