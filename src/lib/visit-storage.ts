/**
 * Small things that are remembered for a visitor. None of them is needed: where the browser keeps nothing for this
 * site, even to name its storage throws, and they last as long as the page does.
 */
export interface VisitStorage {
  /** Null where nothing is remembered. */
  get(key: string): string | null;
  /** Null forgets it. */
  set(key: string, value: string | null): void;
}

/** Lasts until the tab is closed. */
export const visitStorage: VisitStorage = optional(() => sessionStorage);

/** Lasts, and every tab sees it. */
export const deviceStorage: VisitStorage = optional(() => localStorage);

function optional(storage: () => Storage): VisitStorage {
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
      } catch {
        // Closed to this site, or full.
      }
    },
  };
}
