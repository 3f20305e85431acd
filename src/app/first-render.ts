import { startTransition } from 'react';
import { BUILT } from '../lib/built-page.ts';
import type { Navigation } from './navigation.ts';

/**
 * Renders the app for the first time: at once, if the page is empty. Behind content that the build has put into the page
 * nobody waits for the app; there it is rendered once its first page is loaded, in slices, between which the page
 * answers to fingers and keys (PAGES-10).
 */
export function renderFirst(
  render: () => void,
  navigation: Pick<Navigation, 'arrival' | 'subscribe'>,
): void {
  if (document.getElementById(BUILT) === null) {
    render();
    return;
  }
  const inSlices = () => startTransition(render);
  if (navigation.arrival.page !== 'loading') {
    inSlices();
    return;
  }
  const stop = navigation.subscribe(() => {
    stop();
    inSlices();
  });
}
