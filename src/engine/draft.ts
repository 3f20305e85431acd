import type { Instant } from '../lib/millis.ts';

/**
 * Unsaved text of a form, stored on the device (E1). A draft belongs to one account, form, row and tab. It ends only when
 * its tab saves or discards it, or when another tab takes it over after this one has closed. Other tabs and later visits
 * of the account are offered it; other accounts never see it.
 */
export interface Draft extends DraftHome, DraftText {
  /** Account, place and tab. */
  readonly key: string;
  /** When it was typed last, only for showing. */
  readonly at: Instant;
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

export function draftOf(
  home: DraftHome,
  { fields, from, replaces }: DraftText,
  at: Instant,
): Draft {
  const { account, place, tab } = home;
  const key = `${account} ${place} ${tab}`;
  return { key, account, place, tab, fields, from, at, ...(replaces && { replaces }) };
}
