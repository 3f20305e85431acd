import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Chosen, Filter } from './row-filter.ts';

/** What the rows of a list are narrowed by. All of it is in the address, so that Back brings it back. */
export interface RowFilter {
  readonly words: string;
  readonly chosen: Chosen;
  /** For keystrokes: no history entry. */
  readonly type: (words: string) => void;
  /** @param value empty for any */
  readonly choose: (name: string, value: string) => void;
  readonly clear: () => void;
}

/** @param prefix of its names in the address: a tab may have two lists */
export function useRowFilter(filters: readonly Filter[], prefix: string): RowFilter {
  const [parameters, setParameters] = useSearchParams();
  const words = parameters.get(`${prefix}q`) ?? '';
  const chosen = useMemo(
    () =>
      new Map(
        filters.flatMap(({ name }) => {
          const value = parameters.get(prefix + name) ?? '';
          return value === '' ? [] : [[name, value] as const];
        }),
      ),
    [parameters, filters, prefix],
  );

  function set(values: Readonly<Record<string, string>>, isTyped: boolean) {
    const next = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(prefix + name);
      else next.set(prefix + name, value);
    }
    setParameters(next, { replace: isTyped, preventScrollReset: true, flushSync: !isTyped });
  }

  return {
    words,
    chosen,
    type: (typed) => set({ q: typed }, true),
    choose: (name, value) => set({ [name]: value }, false),
    clear: () =>
      set(
        Object.fromEntries(['q', ...filters.map(({ name }) => name)].map((name) => [name, ''])),
        false,
      ),
  };
}
