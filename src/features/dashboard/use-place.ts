import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Which tab is shown, and which row is being edited in it: both in the address, where a reload finds them. */
export interface Place {
  readonly tab: string;
  readonly openTab: (tab: string) => void;
  readonly edited: Edited;
}

export interface Edited {
  /** '' while something new is added. */
  readonly id: string;
  /** Back closes it again. */
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/** @param tabs ids; the first is the default */
export function usePlace(tabs: readonly string[]): Place {
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get('tab');
  const tab = tabs.find((id) => id === wanted) ?? tabs[0] ?? '';
  const id = parameters.get('edit') ?? '';
  /** What was being edited in tabs that were left. */
  const left = useRef(new Map<string, string>());

  function go(nextTab: string, nextId: string, replace: boolean) {
    const next = new URLSearchParams();
    if (nextTab !== tabs[0]) next.set('tab', nextTab);
    if (nextId !== '') next.set('edit', nextId);
    // Now, not when there is time: what is typed next is meant for the form that was asked for.
    setParameters(next, { replace, preventScrollReset: true, flushSync: true });
  }

  return {
    tab,
    openTab: (next) => {
      left.current.set(tab, id);
      go(next, left.current.get(next) ?? '', true);
    },
    edited: { id, open: (next) => go(tab, next, false), close: () => go(tab, '', true) },
  };
}
