import { TAB_LOCK_MS } from './limits.ts';
import { uuid } from './uuid.ts';

/**
 * Identifies this tab. The id is in sessionStorage, so a reload keeps it. A duplicated tab starts with a copy of
 * sessionStorage; so each tab holds a Web Lock on its id, and a duplicate, which cannot get the lock, takes a
 * new id. Without sessionStorage every page counts as a new tab; without locks no tab is known to be open.
 */
export interface Tab {
  readonly id: () => Promise<string>;
  /** The ids of the tabs that are open now. */
  readonly open: () => Promise<ReadonlySet<string>>;
}

/**
 * The browser is asked for the lock only when the id is: a lock keeps a page out of the back/forward cache, so
 * only pages with forms take it.
 *
 * @param name the key in sessionStorage, and the beginning of the lock's name
 * @param storage sessionStorage; merely reading it throws if site data is blocked
 */
export function openTab(name: string, storage: () => Storage, locks: LockManager | undefined): Tab {
  let id: Promise<string> | null = null;

  async function claim(): Promise<string> {
    const known = stored(storage, name);
    if (known !== null && (await hold(known))) return known;
    const fresh = uuid();
    await hold(fresh);
    try {
      storage().setItem(name, fresh);
    } catch {
      // Full or forbidden: a reload will count as another tab.
    }
    return fresh;
  }

  /** Holds the tab's lock until the page is gone. Returns false if another tab has it. */
  function hold(tab: string): Promise<boolean> {
    if (locks === undefined) return Promise.resolve(true);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), TAB_LOCK_MS);
    return new Promise((resolve) => {
      const whileOpen = () => {
        clearTimeout(timer);
        resolve(true);
        return new Promise<never>(() => {});
      };
      locks
        .request(`${name} ${tab}`, { signal: patience.signal }, whileOpen)
        .catch(() => resolve(false));
    });
  }

  return {
    id: () => {
      id ??= claim();
      return id;
    },
    open: async () => {
      const { held = [] } = (await locks?.query().catch(() => null)) ?? {};
      const names = held.flatMap((lock) => (lock.name?.startsWith(`${name} `) ? [lock.name] : []));
      return new Set(names.map((held) => held.slice(name.length + 1)));
    },
  };
}

function stored(storage: () => Storage, name: string): string | null {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}
