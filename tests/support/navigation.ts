import { type InitialEntry, type To, UNSAFE_createMemoryHistory } from 'react-router-dom';
import { type Navigation, openNavigation } from '../../src/app/navigation.ts';

/**
 * The site's own navigation, over a history in memory.
 *
 * @param initialEntries addresses; the last is the current one
 * @param load as `openNavigation` has it; by default every page is loaded
 */
export function navigationAt(
  initialEntries: InitialEntry[],
  load: (to: To) => Promise<void> | null = () => null,
): Navigation {
  return openNavigation(UNSAFE_createMemoryHistory({ initialEntries }), load);
}

/** Follows a link. @returns when its page is loaded */
export function follow({ navigator, subscribe }: Navigation, to: To, state?: unknown) {
  return new Promise<void>((resolve) => {
    const stop = subscribe(() => {
      stop();
      resolve();
    });
    navigator.push(to, state);
  });
}
