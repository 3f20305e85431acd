import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { keepTab, keptTab } from '../../content/form/kept-tab.ts';
import { asInRows } from '../../lib/uuid.ts';

/**
 * The current tab, its filters (use-row-filter.ts), and the row being edited in it, all stored in the address so that a reload
 * restores them. An address without any of them opens the tab that was open last.
 */
export interface DashboardPlace {
  readonly tab: string;
  readonly openTab: (tab: string) => void;
  readonly edited: Edited;
  /** The address is about to say what was open last. */
  readonly isOpening: boolean;
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

/**
 * @param tabs ids; the first is the default
 * @param account whose dashboard it is
 */
export function usePlace(tabs: readonly string[], account: string | null): DashboardPlace {
  const [given, setParameters] = useSearchParams();
  const { key } = useLocation();
  const [owner, setOwner] = useState(account);
  // Its filters are still those of the account before.
  const isAnothers = owner !== null && owner !== account && filtersIn(given) !== '';
  if (owner !== account && !isAnothers) setOwner(account);
  const kept = given.size === 0 && account !== null ? keptTab(account) : null;
  const isKept = kept !== null && (kept.tab !== tabs[0] || kept.filters !== '');
  const isOpening = isKept || isAnothers;
  const start = isKept
    ? parametersOf(kept.tab, '', kept.filters)
    : parametersOf(given.get('tab') ?? '', given.get('edit') ?? '', '');
  const parameters = isOpening ? start : given;
  const wanted = parameters.get('tab');
  const tab = tabs.find((id) => id === wanted) ?? tabs[0] ?? '';
  const id = asInRows(parameters.get('edit') ?? '');
  const filters = filtersIn(parameters);
  /** The open forms and filters of tabs that were left. */
  const left = useRef(new Map<string, readonly [id: string, filters: string]>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival, or it would undo the navigation after it
  useLayoutEffect(() => {
    // What was shared to the site may have opened its form meanwhile (features/capture).
    if (isAnothers || (isKept && window.location.search === ''))
      setParameters(start, { replace: true, preventScrollReset: true });
  }, [key, isKept, isAnothers]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one account has left is not another's
  useLayoutEffect(() => left.current.clear(), [owner]);
  useEffect(() => {
    if (account !== null && !isAnothers) keepTab(account, { tab, filters });
  }, [account, tab, filters, isAnothers]);

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
    isOpening,
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
