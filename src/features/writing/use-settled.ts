import { useEffect, useRef, useState } from 'react';
import { PREVIEW_PAUSE_MOST_MS, PREVIEW_PAUSE_MS } from '../../lib/limits.ts';
import { whenIdle } from '../../lib/when-idle.ts';

/**
 * A value once it has rested: what is expensive to show must not hold up the next key. The longer it took to show the last one, the
 * longer it rests.
 */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const pause = useRef(PREVIEW_PAUSE_MS);
  const began = useRef<number | null>(null);

  useEffect(() => {
    if (value === settled) return;
    let stopWaiting = () => {};
    const timer = setTimeout(() => {
      stopWaiting = whenIdle(() => {
        began.current = performance.now();
        setSettled(value);
      });
    }, pause.current);
    return () => {
      clearTimeout(timer);
      stopWaiting();
    };
  }, [value, settled]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each value that was shown took its time
  useEffect(() => {
    if (began.current === null) return;
    const took = performance.now() - began.current;
    began.current = null;
    pause.current = Math.min(PREVIEW_PAUSE_MOST_MS, Math.max(PREVIEW_PAUSE_MS, 3 * took));
  }, [settled]);
  return settled;
}
