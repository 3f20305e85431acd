import { visitStorage } from '../lib/visit-storage.ts';

/** Stored once this tab has shown the site. */
const VISITED = 'fieldnotes.visited';

/**
 * Gives each entry of this tab's history a key of its own. The router keys what it opens itself; it calls every entry
 * that the browser opens 'default': a typed address, a link from another site, a link to a heading. They would share one
 * scroll position. Here only the first of a visit is called that.
 *
 * To be called before the router is created, which then takes the name over.
 */
export function nameEntries(page: Window = window): void {
  name(page.history);
  page.addEventListener('popstate', () => name(page.history));
}

function name(history: History): void {
  // An entry has a state if it was reloaded or gone back to.
  if (history.state === null && visitStorage.get(VISITED) !== null) {
    history.replaceState({ key: crypto.randomUUID() }, '');
  }
  visitStorage.set(VISITED, 'yes');
}
