/**
 * Small settings remembered for a visitor. The site works without them: if the browser blocks storage, which makes
 * even reading its property throw, they last as long as the page.
 */
export interface WebStorage {
  /** Null if nothing is stored. */
  get(key: string): string | null;
  /** Null deletes the value. @returns whether it is stored */
  set(key: string, value: string | null): boolean;
}

/** Until the tab is closed. */
export const visitStorage: WebStorage = optional(() => sessionStorage);

/** Persistent, and shared by all tabs. */
export const deviceStorage: WebStorage = optional(() => localStorage);

function optional(storage: () => Storage): WebStorage {
  return {
    get(key) {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, value);
        return true;
      } catch {
        // Blocked for this site, or full.
        return false;
      }
    },
  };
}
