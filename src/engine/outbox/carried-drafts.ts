import { draftPrefix } from '../device-names.ts';
import type { Draft } from '../draft.ts';

/**
 * Drafts on their way from a closing page to the next one. A closing page has no time for IndexedDB, but
 * localStorage writes synchronously; the next form to open moves them to the drafts.
 */
export interface CarriedDrafts {
  put(draft: Draft): void;
  drop(key: string): void;
  /** Of every tab and account. */
  all(): Draft[];
}

/** @param engine the name of the engine whose drafts these are */
export function openCarriedDrafts(engine: string): CarriedDrafts {
  const prefix = draftPrefix(engine);
  return {
    put(draft) {
      try {
        localStorage.setItem(prefix + draft.key, JSON.stringify(draft));
      } catch {
        // Full or forbidden: the last stored draft remains.
      }
    },
    drop(key) {
      try {
        localStorage.removeItem(prefix + key);
      } catch {
        // Forbidden, so nothing was stored there.
      }
    },
    all() {
      try {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
        return keys.flatMap((key) => parsed(localStorage.getItem(key), key.slice(prefix.length)));
      } catch {
        return [];
      }
    },
  };
}

function parsed(json: string | null, key: string): Draft[] {
  try {
    const draft = JSON.parse(json ?? 'null');
    return typeof draft?.at === 'number' ? [{ ...draft, key }] : [];
  } catch {
    return [];
  }
}
