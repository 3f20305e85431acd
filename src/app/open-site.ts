import { UNSAFE_createBrowserHistory } from 'react-router-dom';
import { capture } from '../features/capture/capture.ts';
import { forgetHead } from '../lib/forget-head.ts';
import { inSite } from '../lib/in-site.ts';
import { type KeptScroll, keepScroll } from './kept-scroll.ts';
import { nameEntries } from './name-entries.ts';
import { type Navigation, openNavigation } from './navigation.ts';
import { loadPage } from './routes.tsx';

/** What the app navigates with: opened once, before anything is rendered. */
export interface OpenSite {
  readonly navigation: Navigation;
  readonly scroll: KeptScroll;
}

/** Opens the site at the address in the browser, and begins to load the page that is there. */
export function openSite(): OpenSite {
  nameEntries();
  capture();
  // The router's own history. 'Unsafe' says that a release of it may rename this; package.json names the release.
  const history = UNSAFE_createBrowserHistory();
  const navigation = openNavigation(history, (to) => loadPage(to, inSite('/')));
  let { pathname } = navigation.arrival.location;
  navigation.subscribe(({ location }) => {
    // features/head fills it in again once the next page is known.
    if (location.pathname !== pathname) forgetHead();
    pathname = location.pathname;
  });
  // Before the app subscribes, as a page that is left must be measured before it fades.
  return { navigation, scroll: keepScroll(navigation) };
}
