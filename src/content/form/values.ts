import * as v from 'valibot';
import {
  type BaseRow,
  type Columns,
  splitTags,
  textOrNull,
  uniqueTags,
} from '../../engine/index.ts';
import type { AnyForm, Field, Tags, Value, Values } from './form.ts';

/** What comes of the fields of a form in a row, and of a row in the fields. */

const noTags: Tags = { added: [], typing: '' };
const tagsSchema = v.object({ added: v.array(v.string()), typing: v.string() });

/** What the fields hold when a row is opened; null for a new one. */
export function valuesOf({ fields }: AnyForm, row: BaseRow | null): Values {
  const columns = row as Columns | null;
  return Object.fromEntries(
    fields.map((field) => [
      field.column,
      columns === null ? startOf(field) : valueIn(field, columns[field.column]),
    ]),
  );
}

function startOf(field: Field): Value {
  switch (field.input) {
    case 'tags':
      return noTags;
    case 'choice':
      return field.start;
    case 'line':
    case 'text':
    case 'number':
    case 'date':
    case 'website':
    case 'picture':
    case 'item':
      return '';
    default:
      return field satisfies never;
  }
}

function valueIn(field: Field, held: unknown): Value {
  if (field.input === 'tags') return { added: tagsIn(held), typing: '' };
  if (typeof held === 'number') return String(held);
  return typeof held === 'string' ? held : startOf(field);
}

function tagsIn(held: unknown): string[] {
  if (!Array.isArray(held)) return splitTags(typeof held === 'string' ? held : null);
  return uniqueTags(held.filter((tag) => typeof tag === 'string'));
}

/** Values that were kept on the device, by this version of the app or another; a field's own where they do not fit. */
export function readValues({ fields }: AnyForm, kept: unknown, otherwise: Values): Values {
  const held = v.is(v.record(v.string(), v.unknown()), kept) ? kept : {};
  return Object.fromEntries(
    fields.map((field) => {
      const value = held[field.column];
      return [field.column, fits(field, value) ? value : (otherwise[field.column] ?? '')];
    }),
  );
}

function fits(field: Field, value: unknown): value is Value {
  if (field.input === 'tags') return v.is(tagsSchema, value);
  if (typeof value !== 'string') return false;
  return field.input !== 'choice' || field.choices.some((choice) => choice.value === value);
}

export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether nothing is in it that would be kept. */
export function isBlank(value: Value): boolean {
  return typeof value === 'string' ? value.trim() === '' : allTags(value).length === 0;
}

/** The text in a field, without the blanks around it. */
export function textIn(values: Values, column: string): string {
  const value = values[column];
  return typeof value === 'string' ? value.trim() : '';
}

/** All tags of a field, what is being typed included. */
export function allTags({ added, typing }: Tags): string[] {
  return uniqueTags([...added, ...splitTags(typing)]);
}

/**
 * The columns as they are sent; what is blank is null: empty is sent as absent (FORM-2).
 *
 * @param only the columns of interest
 * @param others rows of the kind on this device; they show how its table keeps tags
 */
export function columnsOf(
  { fields }: AnyForm,
  values: Values,
  only: (column: string) => boolean,
  others: readonly BaseRow[],
): Columns {
  return Object.fromEntries(
    fields
      .filter(({ column }) => only(column))
      .map((field) => [field.column, columnOf(field, values[field.column] ?? '', others)]),
  );
}

function columnOf(
  field: Field,
  value: Value,
  others: readonly BaseRow[],
): string | number | readonly string[] | null {
  if (typeof value === 'string')
    return field.input === 'number' ? numberIn(value) : textOrNull(value.trim());
  const tags = allTags(value);
  if (tags.length === 0) return null;
  return keepsCommas(field, others) ? tags.join(',') : tags;
}

function numberIn(value: string): number | null {
  const held = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(held) ? held : null;
}

/** A site that this one replaces may have kept as text what is a list here: its column stays what it is. */
function keepsCommas(field: Field, others: readonly BaseRow[]): boolean {
  if (field.input !== 'tags') return false;
  if (field.kept === 'commas') return true;
  return others.some((row) => typeof (row as unknown as Columns)[field.column] === 'string');
}

/** The columns of required fields that are blank, in the order of the form. */
export function missingColumns({ fields }: AnyForm, values: Values): string[] {
  return fields
    .filter(({ required, column }) => required && isBlank(values[column] ?? ''))
    .map(({ column }) => column);
}
