import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { asInRows } from '../../lib/uuid.ts';

/**
 * The current tab, its filters (use-row-filter.ts), and the row being edited in it, all stored in the address so that a reload
 * restores them.
 */
export interface DashboardPlace {
  readonly tab: string;
  readonly openTab: (tab: string) => void;
  readonly edited: Edited;
}

export interface Edited {
  /** '' for a new item. */
  readonly id: string;
  /** Adds a history entry, so that Back closes the form. */
  readonly open: (id: string) => void;
  /** The form that is open is that of this row by now. */
  readonly become: (id: string) => void;
  readonly close: () => void;
}

/** @param tabs ids; the first is the default */
export function usePlace(tabs: readonly string[]): DashboardPlace {
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get('tab');
  const tab = tabs.find((id) => id === wanted) ?? tabs[0] ?? '';
  const id = asInRows(parameters.get('edit') ?? '');
  const filters = filtersIn(parameters);
  /** The open forms and filters of tabs that were left. */
  const left = useRef(new Map<string, readonly [id: string, filters: string]>());

  function go(nextTab: string, nextId: string, nextFilters: string, replace: boolean) {
    // Synchronously: the next keystroke is meant for the new form.
    setParameters(parametersOf(nextTab, nextId, nextFilters), {
      replace,
      preventScrollReset: true,
      flushSync: true,
    });
  }

  return {
    tab,
    openTab: (next) => {
      left.current.set(tab, [id, filters]);
      go(next, ...(left.current.get(next) ?? (['', ''] as const)), true);
    },
    edited: {
      id,
      open: (next) => go(tab, next, filters, false),
      become: (next) => go(tab, next, filters, true),
      close: () => go(tab, '', filters, true),
    },
  };
}

function parametersOf(tab: string, id: string, filters: string): URLSearchParams {
  return new URLSearchParams([
    ['tab', tab],
    ...(id === '' ? [] : [['edit', id] as [string, string]]),
    ...new URLSearchParams(filters),
  ]);
}

function filtersIn(parameters: URLSearchParams): string {
  const rest = new URLSearchParams(parameters);
  rest.delete('tab');
  rest.delete('edit');
  return rest.toString();
}
