import { uuid } from './uuid.ts';

/**
 * Which tab this is. A reload keeps the id, which lies in sessionStorage. The copy of a tab begins with the
 * same sessionStorage, so the living tab holds a Web Lock on its id and the copy, which cannot have it, takes
 * a new one. Without sessionStorage every page is a tab of its own; without locks no tab is known to be open.
 */
export interface Tab {
  readonly id: () => Promise<string>;
  /** The ids of the tabs that are open now. */
  readonly open: () => Promise<ReadonlySet<string>>;
}

const NAME = 'fieldnotes tab';
/** After a reload the old page may take a moment to let go of the id. */
const PATIENCE_MS = 500;

/**
 * Nothing is asked of the browser before the id is: the lock, which keeps a page out of the back/forward
 * cache, is taken only where there are forms.
 *
 * @param storage sessionStorage; where site data is blocked, looking at it throws
 */
export function openTab(storage: () => Storage, locks: LockManager | undefined): Tab {
  let id: Promise<string> | null = null;

  async function claim(): Promise<string> {
    const known = stored(storage);
    if (known !== null && (await hold(known))) return known;
    const fresh = uuid();
    await hold(fresh);
    try {
      storage().setItem(NAME, fresh);
    } catch {
      // Full or forbidden: a reload is then another tab.
    }
    return fresh;
  }

  /** Holds the tab's lock until the page is gone. Returns false where another tab has it. */
  function hold(tab: string): Promise<boolean> {
    if (locks === undefined) return Promise.resolve(true);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    return new Promise((resolve) => {
      const whileOpen = () => {
        clearTimeout(timer);
        resolve(true);
        return new Promise<never>(() => {});
      };
      locks
        .request(`${NAME} ${tab}`, { signal: patience.signal }, whileOpen)
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
      const names = held.flatMap(({ name }) => (name?.startsWith(`${NAME} `) ? [name] : []));
      return new Set(names.map((name) => name.slice(NAME.length + 1)));
    },
  };
}

function stored(storage: () => Storage): string | null {
  try {
    return storage().getItem(NAME);
  } catch {
    return null;
  }
}
