import { useRef, useState } from 'react';

/** The rows of a list that are chosen for what is done to many at once. */
export interface Selection {
  /** Whether rows can be chosen now. */
  readonly isOn: boolean;
  readonly has: (id: string) => boolean;
  readonly count: number;
  /** Chooses a row, or not; with `isRange` all rows up to it from the one before. */
  readonly choose: (id: string, isChosen: boolean, isRange: boolean) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
  readonly begin: () => void;
  readonly end: () => void;
}

/**
 * A selection lasts until it is cleared. A row that leaves the list, or that a filter hides, leaves the selection for good: what is
 * done is done to nothing that is out of sight.
 *
 * @param shown the ids of the rows in the list, in its order
 */
export function useSelection(shown: readonly string[]): Selection {
  const [held, setChosen] = useState<ReadonlySet<string> | null>(null);
  const last = useRef<string | null>(null);
  const present = held === null ? [] : shown.filter((id) => held.has(id));
  const chosen = held === null || present.length === held.size ? held : new Set(present);
  if (chosen !== held) setChosen(chosen);

  return {
    isOn: chosen !== null,
    has: (id) => chosen?.has(id) === true,
    count: present.length,
    choose: (id, isChosen, isRange) => {
      const ids = isRange ? between(shown, last.current ?? id, id) : [id];
      last.current = id;
      setChosen((before) => {
        const next = new Set(before);
        for (const one of ids) isChosen ? next.add(one) : next.delete(one);
        return next;
      });
    },
    chooseAll: () => setChosen(new Set(shown)),
    clear: () => setChosen(new Set()),
    begin: () => {
      last.current = null;
      setChosen(new Set());
    },
    end: () => setChosen(null),
  };
}

/** All between two, with both; only the second if the first is not there any more. */
function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
