import { createContext, useContext } from 'react';
import { Chip } from './chip.tsx';

/** The ids of items that are not on the server yet as they are shown; visitors have none. */
export const NotSent = createContext<ReadonlySet<string>>(new Set());

/** The mark of an item that is not on the server yet as it is shown. */
export function OnDevice({ id }: { id: string }) {
  if (!useContext(NotSent).has(id)) return null;
  return (
    <p className="relative font-text text-micro tracking-normal print:hidden">
      <Chip tone="busy">on this device</Chip>
    </p>
  );
}
