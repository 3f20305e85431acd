/**
 * Unsaved text of a form, stored on the device (E1). A draft belongs to the account, the form, the row and
 * the tab in which it is typed. It ends only when its tab saves or discards it, or when it is taken over from a
 * closed tab. Other tabs and later visits of its account are offered it; other accounts never see it.
 */
export interface Draft extends DraftHome, DraftText {
  /** See `draftKey`. */
  readonly key: string;
  /** ms since 1970, only for showing. */
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
  /** The values of its fields; the form checks them when it reads them back. */
  readonly fields: unknown;
  /** The item's values when the typing began; null for a new one. */
  readonly from: unknown;
  /** The refused edit that the text comes from: saving replaces it. */
  readonly replaces?: Replaced | undefined;
}

export interface Replaced {
  /** The refused mutation's id. */
  readonly edit: string;
  /** The row that it was to insert, to whose id later edits refer. Null for an update. */
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
  const prefix = `${engine} draft `;
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
