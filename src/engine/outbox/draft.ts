/**
 * What was typed into a form and not yet saved, kept on the device (E1). A draft belongs to the account, the
 * form, the row and the tab that types it. Only its own end ends it: it is saved or given up by its tab, or it
 * is taken over from a tab that is closed. Other tabs and later visits of its account are offered it; other
 * accounts never see it.
 */
export interface Draft extends DraftHome, DraftText {
  /** See `draftKey`. */
  readonly key: string;
  /** ms since 1970, for showing. */
  readonly at: number;
}

export interface DraftHome {
  /** The user who types. */
  readonly account: string;
  /** Which form of which row: see `draftPlace`. */
  readonly place: string;
  readonly tab: string;
}

export interface DraftText {
  /** What its fields hold; the form checks it when it takes it back. */
  readonly fields: unknown;
  /** The values that the item had when the typing began; null for a new one. */
  readonly from: unknown;
  /** The refused edit that the text is of: saved, it takes its place. */
  readonly replaces?: Replaced | undefined;
}

export interface Replaced {
  /** The refused mutation's id. */
  readonly edit: string;
  /** The row that it was to add: what builds on it names this id. Null where the row is none of its own. */
  readonly row: string | null;
}

/**
 * Where a text belongs: `learnings/new`, `resources/<id>`, `tasks/new <project>`.
 *
 * @param id null for a new row
 * @param within what a new row will belong to, where there is a form for each
 */
export function draftPlace(table: string, id: string | null, within?: string): string {
  return `${table}/${id ?? (within === undefined ? 'new' : `new ${within}`)}`;
}

export function draftOf(home: DraftHome, { fields, from, replaces }: DraftText, at: number): Draft {
  const { account, place, tab } = home;
  const key = `${account} ${place} ${tab}`;
  return { key, account, place, tab, fields, from, at, ...(replaces && { replaces }) };
}

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
