import { POKES_APART_MS } from '../../lib/limits.ts';

/**
 * Gathers what comes in quick succession: `tell` is called once for all that came before it, and not again within a
 * second.
 *
 * @param spread how long to wait besides, in ms, so that not every device asks in the same moment; asked for each time
 */
export function gather(
  tell: () => void,
  spread: () => number,
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
