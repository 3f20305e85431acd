import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { asInRows } from '../../lib/uuid.ts';

/** The current tab and the row being edited in it, both stored in the address so that a reload restores them. */
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
  /** The open forms of tabs that were left. */
  const left = useRef(new Map<string, string>());

  function go(nextTab: string, nextId: string, replace: boolean) {
    const next = new URLSearchParams();
    if (nextTab !== tabs[0]) next.set('tab', nextTab);
    if (nextId !== '') next.set('edit', nextId);
    // Synchronously: the next keystroke is meant for the new form.
    setParameters(next, { replace, preventScrollReset: true, flushSync: true });
  }

  return {
    tab,
    openTab: (next) => {
      left.current.set(tab, id);
      go(next, left.current.get(next) ?? '', true);
    },
    edited: {
      id,
      open: (next) => go(tab, next, false),
      become: (next) => go(tab, next, true),
      close: () => go(tab, '', true),
    },
  };
}
