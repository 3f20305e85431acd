/** Who takes part, in the order of the run and of the tables. `id` is the name of a file in contestants/. */
export interface Contestant {
  readonly id: string;
  readonly name: string;
}

export const ours: Contestant = { id: 'fieldnotes', name: 'Fieldnotes' };
export const floor: Contestant = { id: 'floor', name: 'Floor: fetch + Dexie' };

export const contestants: readonly Contestant[] = [
  ours,
  floor,
  { id: 'react-query', name: 'React Query' },
  { id: 'react-query-persister', name: 'React Query + persister' },
  { id: 'rxdb', name: 'RxDB' },
  { id: 'legend-state', name: 'Legend-State' },
  { id: 'tanstack-db', name: 'TanStack DB' },
];
