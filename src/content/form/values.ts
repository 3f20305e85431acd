import * as v from 'valibot';
import {
  type BaseRow,
  type Columns,
  splitTags,
  textOrNull,
  uniqueTags,
} from '../../engine/index.ts';
import { isInvisible } from '../../lib/invisible.ts';
import type { AnyForm, Field, FieldValue, Tags, Values } from './form.ts';
import { membersSchema, noMembers, sameMembers } from './members.ts';

/** Converts a row to a form's values and back. */

const noTags: Tags = { added: [], typing: '' };
const tagsSchema = v.object({ added: v.array(v.string()), typing: v.string() });

/** The values of the fields for a row; null for a new one. */
export function valuesOf({ fields }: AnyForm, row: BaseRow | null): Values {
  const columns = row as Columns | null;
  return Object.fromEntries(
    fields.map((field) => [
      field.column,
      columns === null ? startOf(field) : valueIn(field, columns[field.column]),
    ]),
  );
}

function startOf(field: Field): FieldValue {
  switch (field.input) {
    case 'tags':
      return noTags;
    case 'members':
      return noMembers;
    case 'choice':
      return field.start;
    case 'flag':
      return false;
    case 'line':
    case 'text':
    case 'number':
    case 'date':
    case 'website':
    case 'picture':
    case 'item':
    case 'timestamp':
      return '';
    default:
      return field satisfies never;
  }
}

function valueIn(field: Field, held: unknown): FieldValue {
  if (field.input === 'tags') return { added: tagsIn(held), typing: '' };
  if (field.input === 'members') return noMembers;
  if (field.input === 'flag') return held === true;
  if (field.input === 'timestamp') return momentIn(String(held ?? ''));
  if (typeof held === 'number') return String(held);
  return typeof held === 'string' ? held : startOf(field);
}

/** The moment that a text names, spelled as `toISOString` does; blank if it names none. Servers and browsers spell it differently. */
export function momentIn(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

function tagsIn(held: unknown): string[] {
  if (!Array.isArray(held)) return splitTags(typeof held === 'string' ? held : null);
  return uniqueTags(held.filter((tag) => typeof tag === 'string'));
}

/** Reads values stored by any version of the app; a value that does not fit its field is taken from `otherwise`. */
export function readValues({ fields }: AnyForm, kept: unknown, otherwise: Values): Values {
  const held = v.is(v.record(v.string(), v.unknown()), kept) ? kept : {};
  return Object.fromEntries(
    fields.map((field) => {
      const value = held[field.column];
      return [field.column, fits(field, value) ? value : (otherwise[field.column] ?? '')];
    }),
  );
}

function fits(field: Field, value: unknown): value is FieldValue {
  if (field.input === 'tags') return v.is(tagsSchema, value);
  if (field.input === 'members') return v.is(membersSchema, value);
  if (field.input === 'flag') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  if (field.input === 'timestamp') return value === momentIn(value);
  return field.input !== 'choice' || field.choices.some((choice) => choice.value === value);
}

export function sameValue(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  // A long text is compared several times for each key.
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether nothing in it would be saved. */
export function isEmpty(value: FieldValue): boolean {
  if (typeof value === 'boolean') return false;
  if (typeof value === 'string') return isInvisible(value);
  return isTags(value) ? allTags(value).length === 0 : sameMembers(value, noMembers);
}

/** The text of a field, trimmed. */
export function textIn(values: Values, column: string): string {
  const value = values[column];
  return typeof value === 'string' ? value.trim() : '';
}

/** Whether a value is that of a field with tags. */
export function isTags(value: FieldValue | undefined): value is Tags {
  return typeof value === 'object' && 'added' in value;
}

/** All tags of a field, including the one being typed. */
export function allTags({ added, typing }: Tags): string[] {
  return uniqueTags([...added, ...splitTags(typing)]);
}

/**
 * The columns as they are sent. Blank values are sent as null (FORM-2), or not at all if the server fills them in.
 *
 * @param only the columns to include
 * @param others the kind's rows on this device; they show how its table stores tags
 */
export function columnsOf(
  { fields, kind }: AnyForm,
  values: Values,
  only: (column: string) => boolean,
  others: readonly BaseRow[],
): Columns {
  return Object.fromEntries(
    fields
      .filter(
        ({ column }) =>
          only(column) &&
          column in kind.columns &&
          !(kind.columns[column]?.options.by === 'form or server' && isEmpty(values[column] ?? '')),
      )
      .map((field) => [
        field.column,
        // A draft may lack what the database always has.
        columnOf(field, values[field.column] ?? '', others) ??
          (kind.columns[field.column]?.empty === '' ? '' : null),
      ]),
  );
}

function columnOf(
  field: Field,
  value: FieldValue,
  others: readonly BaseRow[],
): string | number | boolean | readonly string[] | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    if (field.input === 'number') return numberIn(value);
    const typed = value.trim();
    return textOrNull(field.input === 'line' ? (field.tidied?.(typed) ?? typed) : typed);
  }
  const tags = isTags(value) ? allTags(value) : [];
  if (tags.length === 0) return null;
  return keepsCommas(field, others) ? tags.join(',') : tags;
}

function numberIn(value: string): number | null {
  const held = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(held) ? held : null;
}

/** An earlier site's database may store a list as text; its column stays text. */
function keepsCommas(field: Field, others: readonly BaseRow[]): boolean {
  if (field.input !== 'tags') return false;
  if (field.kept === 'commas') return true;
  return others.some((row) => typeof (row as unknown as Columns)[field.column] === 'string');
}

/**
 * The columns of blank required fields, in the form's order.
 *
 * @param isDraft of what is kept back only its name is asked for (FORM-1)
 */
export function missingColumns(
  { fields, kind }: AnyForm,
  values: Values,
  isDraft = false,
): string[] {
  return fields
    .filter(({ required, column }) => required && (!isDraft || column === kind.name))
    .filter(({ column }) => isEmpty(values[column] ?? ''))
    .map(({ column }) => column);
}
