import { useCallback, useReducer } from 'react';
import { useLocation } from 'react-router-dom';

const kept = new Map<string, unknown>();

/**
 * State that belongs to the entry of the browser's history: going back finds the page as it was left.
 *
 * @param name its name within the page
 */
export function useEntryState<Value>(
  name: string,
  initial: Value,
): [Value, (value: Value) => void] {
  const at = `${useLocation().key} ${name}`;
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const set = useCallback(
    (value: Value) => {
      kept.set(at, value);
      redraw();
    },
    [at],
  );
  return [(kept.get(at) as Value | undefined) ?? initial, set];
}
