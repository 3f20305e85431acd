import { type BaseRow, type Change, type Columns, milliseconds, NOW } from '../../engine/index.ts';
import type { Instant } from '../../lib/millis.ts';
import { type Publication, publicationOf } from '../publication.ts';
import { type AnyForm, type Deed, doneWords } from './form.ts';

/**
 * What saving a form does for readers: nothing but what its fields say, or one of these. `publish` waits for a time that was typed,
 * `now` does not.
 */
export type Publishing = 'draft' | 'publish' | 'now' | null;

/** Whether rows of the kind can be kept back. */
export function canBeKeptBack({ kind }: AnyForm): boolean {
  return 'published_at' in kind.columns;
}

/** Where a row stands for readers; a new one is a draft. Null for a kind of which nothing can be kept back. */
export function standingOf(form: AnyForm, row: BaseRow | null, now: Instant): Publication | null {
  if (!canBeKeptBack(form)) return null;
  return publicationOf(row === null ? null : publishedTime(form, row), now);
}

/**
 * Whether readers get nothing of what is saved, neither now nor later.
 *
 * @param standing where the row stands; a new one is a draft
 * @param time the form's time of publication, if it has one
 */
export function staysKeptBack(
  standing: Publication | null,
  publishing: Publishing,
  time: unknown,
): boolean {
  return publishing === 'draft' || (publishing === null && standing === 'draft' && !time);
}

/**
 * From when readers see a row; null for a draft. What waits to be published at once is out already: as a time of this device it would
 * always lie just behind the moment that it is compared with.
 */
export function publishedTime({ kind }: AnyForm, row: BaseRow): Instant | null {
  const { published_at } = kind.filled(row) as { published_at: string | null };
  return published_at === NOW ? 0 : milliseconds(published_at);
}

/**
 * The columns of an edit, with what its button says of its publication. Publishing is for the server's clock to date; a time
 * that was typed is one to come, or the day of an older text.
 *
 * @param typed the columns as the form sends them
 * @param before the row that is edited; null for a new one
 */
export function withPublication(
  typed: Columns,
  before: BaseRow | null,
  publishing: Publishing,
): Columns {
  const { published_at: time, ...columns } = typed;
  const at = (value: unknown) => ({ ...dateFor(value, before), ...columns, published_at: value });
  switch (publishing) {
    case null:
      return time === undefined || before === null ? typed : at(time);
    case 'draft':
      return at(null);
    case 'publish':
      // The server publishes a new row of which nothing else is said.
      return time === undefined && before === null ? typed : at(time ?? NOW);
    case 'now':
      return at(NOW);
    default:
      return publishing satisfies never;
  }
}

/**
 * The date of an item that goes out at that time: the same, unless its author has set another one, or it has been out before. The
 * server dates what is published at its own time.
 */
function dateFor(value: unknown, before: BaseRow | null): Columns {
  const date = { created_at: value === NOW ? null : value };
  if (before === null) return date;
  const { created_at, published_at } = before as {
    created_at?: string | null;
    published_at?: string | null;
  };
  const isOut = publicationOf(milliseconds(published_at ?? null), Date.now()) === 'published';
  const isAuthors = created_at != null && created_at !== published_at;
  return isOut || isAuthors ? {} : date;
}

function saysPublication(change: Change): boolean {
  return 'values' in change && 'published_at' in change.values;
}

/** Where a row stands once a change of it is made. @param standing where it stood before */
function standingAfter(
  deed: Deed,
  standing: Publication | null,
  change: Change,
): Publication | null {
  // The server publishes a new row of which nothing else is said.
  if (!saysPublication(change)) return deed === 'add' ? 'published' : standing;
  const { published_at } = 'values' in change ? change.values : {};
  return publicationOf(milliseconds(published_at as string | null), Date.now());
}

/**
 * What a toast says of a saved form: `Commentary added successfully`, `Draft saved`, `Commentary withdrawn successfully`.
 *
 * @param standing where the row stood before
 */
export function savedWords(
  form: AnyForm,
  deed: Deed,
  standing: Publication | null,
  change: Change,
): string {
  if (standing === null || !saysPublication(change)) {
    return standing === 'draft' && deed === 'update' ? 'Draft saved' : doneWords(form, deed);
  }
  const now = standingAfter(deed, standing, change);
  if (now === 'draft') return standing === 'draft' ? 'Draft saved' : doneWords(form, 'withdraw');
  if (now === 'scheduled') return doneWords(form, 'schedule');
  return doneWords(form, standing === 'published' || deed === 'add' ? deed : 'publish');
}
