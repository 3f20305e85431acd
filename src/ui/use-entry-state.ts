import { useCallback, useReducer } from 'react';
import { useLocation } from 'react-router-dom';
import { openEntryMemory } from '../lib/history-entry.ts';

const kept = openEntryMemory('entry-state');

/**
 * State that belongs to an entry of the browser's history. After going back or a reload, the page is as it was left.
 *
 * @param name its name within the page
 */
export function useEntryState<Value extends number | boolean | string>(
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
  const held = kept.get(at);
  return [typeof held === typeof initial ? (held as Value) : initial, set];
}
