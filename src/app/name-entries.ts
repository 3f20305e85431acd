import { VISITED_KEY } from '../lib/storage-keys.ts';
import { uuid } from '../lib/uuid.ts';
import { visitStorage } from '../lib/web-storage.ts';

/**
 * Gives each entry of this tab's history its own key. The router only gives keys to entries that it opens itself. It calls
 * all others 'default' (a typed address, a link from another site, a link to a heading), so they would share one scroll
 * position. With this, only the first entry of a visit has that name.
 *
 * Call it before the history is opened, which reads the name then.
 */
export function nameEntries(page: Window = window): void {
  name(page.history);
  page.addEventListener('popstate', () => name(page.history));
}

function name(history: History): void {
  // An entry has a state if it was reloaded or gone back to.
  if (history.state === null && visitStorage.get(VISITED_KEY) !== null) {
    history.replaceState({ key: uuid() }, '');
  }
  visitStorage.set(VISITED_KEY, 'yes');
}
