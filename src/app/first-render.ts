import { startTransition } from 'react';
import { BUILT } from '../lib/built-page.ts';
import type { Navigation } from './navigation.ts';

/**
 * Renders the app for the first time: at once, if the page is empty. Behind prerendered content the app
 * waits for its first page and then renders as a transition, so the page stays responsive (PAGES-10).
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
