import { POKES_APART_MS } from '../../lib/limits.ts';
import type { Millis } from '../../lib/millis.ts';

/**
 * Coalesces calls in quick succession: `tell` runs once for all of them, and at most once a second (R5).
 *
 * @param spread an extra random delay, so that not every device asks at the same moment; called each time
 */
export function gather(
  tell: () => void,
  spread: () => Millis,
): { hear: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isNews = false;

  function fire(): void {
    timer = undefined;
    if (!isNews) return;
    isNews = false;
    timer = setTimeout(fire, POKES_APART_MS + spread());
    tell();
  }

  return {
    hear() {
      isNews = true;
      timer ??= setTimeout(fire, spread());
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      isNews = false;
    },
  };
}
