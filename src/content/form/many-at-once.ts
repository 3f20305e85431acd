import { type BaseRow, type Change, type Columns, remove, update } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { NAME_IN_LABEL } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import { shortName } from '../short-name.ts';
import { sameTag } from '../tags.ts';
import { type AnyForm, capital, type Field, withoutOptional } from './form.ts';
import { changesAlong } from './going-along.ts';
import { membersFieldOf } from './members.ts';
import { standingOf, withPublication } from './publishing.ts';
import { columnsOf, isTags, missingColumns, valuesOf } from './values.ts';

/** What can be done to many rows of a kind at once, as one edit. */
export type ManyDeed =
  | { readonly does: 'tag' | 'untag'; readonly field: TagsField; readonly tags: readonly string[] }
  /** `to` is the id of the item that they belong to from then on; null for none. */
  | { readonly does: 'refer'; readonly field: ItemField; readonly to: string | null }
  | { readonly does: 'publish' | 'withdraw' }
  | { readonly does: 'delete' };

export type TagsField = Extract<Field, { input: 'tags' }>;
export type ItemField = Extract<Field, { input: 'item' }>;

/**
 * The changes of the rows that the deed changes; the others already are as it would make them.
 *
 * @param members what may belong to them, and goes out with them (going-along.ts)
 */
export function changesOfMany(
  form: AnyForm,
  deed: ManyDeed,
  rows: readonly BaseRow[],
  now: Instant,
  members: readonly BaseRow[] = [],
): readonly Change[] {
  if (deed.does === 'delete') return rows.map(({ id }) => remove(form.kind, id));
  const field = membersFieldOf(form);
  return rows.flatMap((row) => {
    const values = valuesAfter(form, deed, row, now);
    if (values === null) return [];
    const change = update(form.kind, row.id, values);
    if (field === undefined) return change;
    return [change, ...changesAlong(field, { before: row, change }, members)];
  });
}

/**
 * Those of which readers would miss something if they were published: drafts lack what only readers need (FORM-1).
 */
export function unfinished(form: AnyForm, rows: readonly BaseRow[]): readonly BaseRow[] {
  return rows.filter((row) => missingColumns(form, valuesOf(form, row)).length > 0);
}

/** @param left those that are unfinished, at least one */
export function unfinishedWords(form: AnyForm, left: readonly BaseRow[]): string {
  const [first, ...others] = left.map((row) => shortName(form.name(row)));
  const missing = form.missing.replace(/\.$/, '');
  return others.length === 0
    ? `${first} is unfinished: ${missing}.`
    : `${first} and ${others.length} more are unfinished: ${missing}.`;
}

/** Null if the row keeps its values. */
function valuesAfter(
  form: AnyForm,
  deed: Exclude<ManyDeed, { does: 'delete' }>,
  row: BaseRow,
  now: Instant,
): Columns | null {
  switch (deed.does) {
    case 'tag':
    case 'untag': {
      const held = rowTags(form, deed.field, row);
      const has = (all: readonly string[], tag: string) => all.some((one) => sameTag(one, tag));
      const added =
        deed.does === 'tag'
          ? [...held, ...deed.tags.filter((tag) => !has(held, tag))]
          : held.filter((tag) => !has(deed.tags, tag));
      if (added.length === held.length) return null;
      const { column } = deed.field;
      return columnsOf(form, { [column]: { added, typing: '' } }, (one) => one === column, [row]);
    }
    case 'refer': {
      const { column } = deed.field;
      const isSo = ((row as unknown as Columns)[column] ?? null) === deed.to;
      return isSo ? null : { [column]: deed.to };
    }
    case 'publish':
      return standingOf(form, row, now) === 'published' ? null : withPublication({}, row, 'now');
    case 'withdraw':
      return standingOf(form, row, now) === 'draft' ? null : withPublication({}, row, 'draft');
    default:
      return deed satisfies never;
  }
}

/** A row's tags in a field. */
export function rowTags(form: AnyForm, { column }: TagsField, row: BaseRow): readonly string[] {
  const value = valuesOf(form, row)[column];
  return isTags(value) ? value.added : [];
}

/** The name of the edit in the outbox, and what a toast says once it is made. @param rows those that it changes */
export function manyWords(
  form: AnyForm,
  deed: ManyDeed,
  rows: readonly BaseRow[],
): { readonly label: string; readonly done: string } {
  const [first, ...others] = rows;
  const what =
    first !== undefined && others.length === 0
      ? `${form.one} ${shortName(form.name(first), NAME_IN_LABEL)}`
      : counted(rows.length, form.one, form.many);
  const What = capital(what);
  switch (deed.does) {
    case 'tag': {
      const tags = tagsInWords(deed.tags);
      return { label: `Add ${tags} to ${what}`, done: `${What} tagged with ${tags}` };
    }
    case 'untag': {
      const tags = tagsInWords(deed.tags);
      return { label: `Remove ${tags} from ${what}`, done: `${What} without ${tags}` };
    }
    case 'refer': {
      const label = withoutOptional(deed.field.label).toLowerCase();
      return { label: `Set the ${label} of ${what}`, done: `${What}: ${label} set` };
    }
    case 'publish':
      return { label: `Publish ${what}`, done: `${What} published` };
    case 'withdraw':
      return { label: `Keep back ${what}`, done: `${What} withdrawn` };
    case 'delete':
      return { label: `Delete ${what}`, done: `${What} deleted` };
    default:
      return deed satisfies never;
  }
}

function tagsInWords(tags: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(tags.map((tag) => shortName(tag)));
}
