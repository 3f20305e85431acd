import type { Draft } from './drafts.ts';

/**
 * Drafts on their way from a page that is being closed to the next one. Such a page has no time left for
 * IndexedDB, but localStorage takes what it is given at once; the next form that opens puts it among the drafts.
 */

const PREFIX = 'fieldnotes draft ';

export function carryDraft(draft: Draft): void {
  try {
    localStorage.setItem(PREFIX + draft.key, JSON.stringify(draft));
  } catch {
    // Full or forbidden: there is still what was kept before.
  }
}

/** All that is on its way, of every tab and account. */
export function carriedDrafts(): Draft[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return keys.flatMap((key) => parsed(localStorage.getItem(key), key.slice(PREFIX.length)));
  } catch {
    return [];
  }
}

export function dropCarried(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Forbidden: then nothing was put there either.
  }
}

function parsed(json: string | null, key: string): Draft[] {
  try {
    const draft = JSON.parse(json ?? 'null');
    return typeof draft?.at === 'number' ? [{ ...draft, key }] : [];
  } catch {
    return [];
  }
}
