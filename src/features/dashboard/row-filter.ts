import { type AnyForm, withoutOptional } from '../../content/form/form.ts';
import type { ItemField } from '../../content/form/many-at-once.ts';
import { canBeKeptBack, standingOf } from '../../content/form/publishing.ts';
import { tagColumns, tagsOfRow } from '../../content/retag.ts';
import { sameTag } from '../../content/tags.ts';
import { type BaseRow, type Columns, textOrNull } from '../../engine/index.ts';
import type { Instant } from '../../lib/millis.ts';
import { asInRows } from '../../lib/uuid.ts';
import { pictureAddress } from '../../lib/web-address.ts';

/**
 * By what the rows of a kind can be narrowed, beside words. A kind has the filters that its columns allow:
 *
 * | filter | kinds | chosen |
 * |---|---|---|
 * | `state` | those that can be kept back | where a row stands for readers |
 * | `tag` | with a column of tags, or of one | a tag, in any case |
 * | `item` | with a field for an item of another kind, after which it is named | its id, or none |
 * | `picture` | with a column for a picture | `none` |
 */
export type Filter =
  | { readonly by: 'state' | 'tag' | 'picture'; readonly name: string }
  | { readonly by: 'item'; readonly name: string; readonly field: ItemField };

/** What is chosen of each filter, by its name; one that is not in use is left out. */
export type Chosen = ReadonlyMap<string, string>;

/** As the address says that a row has no picture, or belongs to no item. */
export const NONE = 'none';

export function filtersOf(form: AnyForm): readonly Filter[] {
  const filters: Filter[] = [];
  if (canBeKeptBack(form)) filters.push({ by: 'state', name: 'state' });
  if (tagColumns(form.kind).length > 0) filters.push({ by: 'tag', name: 'tag' });
  for (const field of form.fields) {
    if (field.input !== 'item') continue;
    filters.push({ by: 'item', name: withoutOptional(field.label).toLowerCase(), field });
  }
  if (pictureColumns(form).length > 0) filters.push({ by: 'picture', name: 'picture' });
  return filters;
}

/** Whether a row is among those that all chosen filters leave, but for `besides`. */
export function isLeft(
  form: AnyForm,
  filters: readonly Filter[],
  chosen: Chosen,
  row: BaseRow,
  now: Instant,
  besides?: Filter,
): boolean {
  return filters.every((filter) => {
    const value = filter === besides ? undefined : chosen.get(filter.name);
    return value === undefined || isMet(form, filter, value, row, now);
  });
}

/** Whether a row is among those that one filter leaves. */
export function isMet(
  form: AnyForm,
  filter: Filter,
  value: string,
  row: BaseRow,
  now: Instant,
): boolean {
  const held = row as unknown as Columns;
  switch (filter.by) {
    case 'state':
      return standingOf(form, row, now) === value;
    case 'tag':
      return tagsOfRow(form.kind, row).some((tag) => sameTag(tag, value));
    case 'item':
      return (held[filter.field.column] ?? NONE) === asInRows(value);
    case 'picture':
      return pictureColumns(form).every((column) => isWithoutPicture(held[column]));
    default:
      return filter satisfies never;
  }
}

function pictureColumns({ kind }: AnyForm): readonly string[] {
  return Object.entries(kind.columns).flatMap(([name, { sort }]) =>
    sort === 'picture' ? [name] : [],
  );
}

/** An address that no picture is fetched from shows readers none either. */
function isWithoutPicture(value: unknown): boolean {
  return typeof value !== 'string' || pictureAddress(textOrNull(value)) === null;
}
