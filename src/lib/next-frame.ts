import { FRAME_GUESS_MS } from './limits.ts';

/** Resolves after the browser has painted what was changed. A page that is hidden is not painted. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const end = setTimeout(resolve, FRAME_GUESS_MS);
    requestAnimationFrame(() => {
      clearTimeout(end);
      setTimeout(resolve);
    });
  });
}
