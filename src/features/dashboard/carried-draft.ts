import type { Draft } from '../../store/drafts.ts';

/**
 * A draft on its way from a page that is being closed to the next one. Such a page has no time left for
 * IndexedDB, but localStorage takes what it is given at once; the next page puts it among the drafts.
 */

const nameOf = (key: string) => `fieldnotes draft ${key}`;

export function carryDraft(draft: Draft): void {
  try {
    localStorage.setItem(nameOf(draft.key), JSON.stringify(draft));
  } catch {
    // Full or forbidden: there is still what was kept before.
  }
}

export function carriedDraft(key: string): Draft | null {
  try {
    const { fields, from, at } = JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null');
    return typeof at === 'number' ? { key, fields, from, at } : null;
  } catch {
    return null;
  }
}

export function dropCarried(key: string): void {
  try {
    localStorage.removeItem(nameOf(key));
  } catch {
    // Forbidden: then nothing was put there either.
  }
}
