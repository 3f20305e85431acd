import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * A choice that lives in the address, so that it can be shared and the back button undoes it.
 *
 * `choose` adds a history entry, for clicks; `type` replaces the current one, for keystrokes. An
 * empty value removes the parameter from the address.
 */
export interface UrlParameter {
  value: string;
  choose: (value: string) => void;
  type: (value: string) => void;
}

export function useUrlParameter(name: string): UrlParameter {
  const [parameters, setParameters] = useSearchParams();
  const value = parameters.get(name) ?? '';
  const set = useCallback(
    (next: string, replace: boolean) =>
      setParameters((held) => withValue(held, name, next), { replace, preventScrollReset: true }),
    [name, setParameters],
  );
  return useMemo(
    () => ({ value, choose: (next) => set(next, false), type: (next) => set(next, true) }),
    [value, set],
  );
}

/** Removes several parameters in one navigation: two at once would undo each other. */
export function useClearParameters(names: readonly string[]): () => void {
  const [, setParameters] = useSearchParams();
  return () =>
    setParameters((held) => names.reduce((rest, name) => withValue(rest, name, ''), held), {
      preventScrollReset: true,
    });
}

function withValue(held: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(held);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}
