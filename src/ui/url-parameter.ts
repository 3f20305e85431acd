import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * A choice that lives in the address, so that it can be shared and the back button undoes it.
 *
 * `choose` makes a history entry, for clicks; `type` replaces the present one, for keystrokes. An
 * empty value takes the parameter out of the address.
 */
export function useUrlParameter(name: string): {
  value: string;
  choose: (value: string) => void;
  type: (value: string) => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const set = useCallback(
    (value: string, replace: boolean) =>
      setParameters(
        (held) => {
          const next = new URLSearchParams(held);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [name, setParameters],
  );
  return {
    value: parameters.get(name) ?? '',
    choose: useCallback((value: string) => set(value, false), [set]),
    type: useCallback((value: string) => set(value, true), [set]),
  };
}
