import { startTransition } from 'react';
import { BUILT } from '../lib/built-page.ts';
import type { Navigation } from './navigation.ts';

/**
 * Renders the app for the first time, as a transition, so that the page answers meanwhile (PAGES-10): an empty page at once, one that is
 * prerendered when the app's first page is loaded.
 */
export function renderFirst(
  render: () => void,
  navigation: Pick<Navigation, 'arrival' | 'subscribe'>,
): void {
  const inSlices = () => startTransition(render);
  if (document.getElementById(BUILT) === null || navigation.arrival.page !== 'loading') {
    inSlices();
    return;
  }
  const stop = navigation.subscribe(() => {
    stop();
    inSlices();
  });
}
