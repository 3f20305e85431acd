import { kindWords } from '../../content/forms.ts';
import { type AnyKind, type QueuedChange, seenRow, splitTags } from '../../engine/index.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { columnWord, isName, isUnsaid, nameColumn, senseOf, thingWord } from './column-words.ts';
import { excerpt, excerptsOfChange } from './excerpt.ts';

/**
 * One row change of an edit, in words. Its values come from the admin, the server or an imported file, so they
 * may be anything.
 */
export interface ChangeInWords {
  /** `learning “Chunking”` */
  readonly thing: string;
  /** What happens to the whole row; null for an update, which lists its fields. */
  readonly summary: string | null;
  readonly fields: readonly FieldInWords[];
}

/** A value as it was typed, with line breaks; a reference shows the item it refers to. */
export interface WholeValue {
  readonly name: string;
  readonly value: ValueInWords;
}

/** All values of a change, for copying; empty if the lines of `changeInWords` already say everything. */
export function wholeValues(change: QueuedChange): readonly WholeValue[] {
  if (change.op === 'delete') return [];
  const { op, table } = change;
  const said = Object.entries(change.values).filter(
    ([column, value]) => !isUnsaid(table, column) && !isEmpty(value),
  );
  // For a new item those lines only name the fields.
  const isMore = said.some(
    ([column, value]) =>
      isCut(value) || (op === 'insert' && !isName(table, column) && isTyped(table, column, value)),
  );
  if (!isMore) return [];
  return said.map(([column, value]) => ({
    name: columnWord(table, column),
    value: typeof value === 'string' && isCut(value) ? value : wholeInWords(table, column, value),
  }));
}

function wholeInWords(table: string, column: string, value: unknown): ValueInWords {
  return isOwnText(table, column, value) ? value : valueInWords(table, column, value);
}

/** Typed, as opposed to chosen from a list. */
function isTyped(table: string, column: string, value: unknown): boolean {
  if (Array.isArray(value)) return true;
  if (typeof value !== 'string') return false;
  const { is } = senseOf(table, column, value);
  return is !== 'reference' && is !== 'choice';
}

function isCut(value: unknown): boolean {
  return typeof value === 'string' && excerpt(value) !== value;
}

export interface FieldInWords {
  readonly column: string;
  readonly name: string;
  /** Null for a change whose values mean nothing to people. */
  readonly values: readonly [before: ValueInWords, after: ValueInWords] | null;
}

/** Text, or an item whose name is in the mirror. */
export type ValueInWords = string | { readonly kind: AnyKind; readonly id: string };

export function changeInWords(change: QueuedChange): ChangeInWords {
  const { table } = change;
  switch (change.op) {
    case 'insert': {
      const thing = thingInWords(table, { ...change.blank, ...change.values });
      const filled = Object.entries(change.values)
        .filter(([column, value]) => !isName(table, column) && !isEmpty(value) && value !== false)
        .filter(([column]) => !isUnsaid(table, column))
        .map(([column]) => lowerFirst(columnWord(table, column)));
      const what =
        filled.length === 0 ? '' : `, with ${new Intl.ListFormat('en-GB').format(filled)}`;
      return { thing, summary: `Adds ${thing}${what}.`, fields: [] };
    }
    case 'delete': {
      const thing = thingInWords(table, change.before);
      return { thing, summary: `Deletes ${thing}.`, fields: [] };
    }
    case 'update': {
      const before = seenRow(kindWords(table)?.kind, change.before);
      const fields = Object.entries(change.values).map(([column, value]) => ({
        column,
        name: columnWord(table, column),
        values: isUnsaid(table, column)
          ? null
          : valuesInWords(table, column, before[column], value),
      }));
      return { thing: thingInWords(table, change.before), summary: null, fields };
    }
  }
}

/** `learning “Chunking”`, or `learning` for a row without a name. */
export function thingInWords(table: string, row: unknown): string {
  const name = rowName(table, row);
  return name === null ? thingWord(table) : `${thingWord(table)} ${quoted(name)}`;
}

/** The shortened name of an item; null if it has none. */
export function rowName(table: string, row: unknown): string | null {
  const name = (Object(row) as Readonly<Record<string, unknown>>)[nameColumn(table)];
  return typeof name === 'string' && !isInvisible(name) ? excerpt(name) : null;
}

/** In quotation marks; quotes inside become single ones. */
export function quoted(text: string): string {
  return `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”`;
}

function valuesInWords(
  table: string,
  column: string,
  before: unknown,
  after: unknown,
): [ValueInWords, ValueInWords] {
  if (isOwnText(table, column, before) && isOwnText(table, column, after)) {
    const [old, now] = excerptsOfChange(before, after);
    return [quoted(old), quoted(now)];
  }
  return [valueInWords(table, column, before), valueInWords(table, column, after)];
}

/** A value of a column, in words. */
export function valueInWords(table: string, column: string, value: unknown): ValueInWords {
  if (isEmpty(value)) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') {
    const sense = senseOf(table, column, value);
    switch (sense.is) {
      case 'reference':
        return { kind: sense.to, id: value };
      case 'tags':
        return excerpt(splitTags(value).join(', '));
      case 'words':
        return quoted(excerpt(value));
      case 'choice':
        return sense.word;
      case 'plain':
        return excerpt(value);
      default:
        return sense satisfies never;
    }
  }
  if (Array.isArray(value) && value.every((it) => typeof it === 'string')) {
    return excerpt(value.join(', '));
  }
  return excerpt(typeof value === 'number' ? String(value) : JSON.stringify(value));
}

/** Text written by a person, as opposed to links, tags, references and choices. */
function isOwnText(table: string, column: string, value: unknown): value is string {
  if (typeof value !== 'string' || isEmpty(value)) return false;
  return senseOf(table, column, value).is === 'words';
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return isInvisible(value);
  return Array.isArray(value) && value.length === 0;
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
