import { type AnyKind, type QueuedChange, splitTags } from '../../engine/index.ts';
import { choiceWord, columnWord, referredKind, thingWord } from './column-words.ts';
import { excerpt, excerptsOfChange } from './excerpt.ts';

/**
 * What one row change of an edit does, in words. Values come from the admin, from the server or from an
 * imported file: anything may stand in them.
 */
export interface ChangeInWords {
  /** `learning “Chunking”` */
  readonly thing: string;
  /** What is done to it as a whole; null where fields of it change. */
  readonly summary: string | null;
  readonly fields: readonly FieldInWords[];
}

/** A value as it was typed, line breaks and all; of what refers to an item, the item. */
export interface WholeValue {
  readonly name: string;
  readonly value: ValueInWords;
}

/** All that an edit says, to be copied from; empty where its lines (`changeInWords`) say it all. */
export function wholeValues(change: QueuedChange): readonly WholeValue[] {
  if (change.op === 'delete') return [];
  const { op, table } = change;
  const said = Object.entries(change.values).filter(
    ([column, value]) => column !== 'position' && !isEmpty(value),
  );
  // Of something new the lines only name the fields.
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

/** As opposed to chosen from a list. */
function isTyped(table: string, column: string, value: unknown): boolean {
  if (Array.isArray(value)) return true;
  if (typeof value !== 'string' || referredKind(column) !== null) return false;
  return choiceWord(table, column, value) === null;
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

/** Words, or an item that the mirror knows the name of. */
export type ValueInWords = string | { readonly kind: AnyKind; readonly id: string };

const and = new Intl.ListFormat('en-GB');

export function changeInWords(change: QueuedChange): ChangeInWords {
  const { table } = change;
  switch (change.op) {
    case 'insert': {
      const thing = thingInWords(table, { ...change.blank, ...change.values });
      const filled = Object.entries(change.values)
        .filter(([column, value]) => !isName(table, column) && !isEmpty(value))
        .filter(([column]) => column !== 'position')
        .map(([column]) => lowerFirst(columnWord(table, column)));
      const what = filled.length === 0 ? '' : `, with ${and.format(filled)}`;
      return { thing, summary: `Adds ${thing}${what}.`, fields: [] };
    }
    case 'delete': {
      const thing = thingInWords(table, change.before);
      return { thing, summary: `Deletes ${thing}.`, fields: [] };
    }
    case 'update': {
      const before = (change.before ?? {}) as Readonly<Record<string, unknown>>;
      const fields = Object.entries(change.values).map(([column, value]) => ({
        column,
        name: columnWord(table, column),
        values: column === 'position' ? null : valuesInWords(table, column, before[column], value),
      }));
      return { thing: thingInWords(table, change.before), summary: null, fields };
    }
  }
}

/** `learning “Chunking”`; of a row that has no name, `learning`. */
export function thingInWords(table: string, row: unknown): string {
  const name = nameOf(row);
  return name === null ? thingWord(table) : `${thingWord(table)} ${quoted(name)}`;
}

/** What an item is called, in short; null for one without a name. */
export function nameOf(row: unknown): string | null {
  const { title, name, content } = Object(row) as Readonly<Record<string, unknown>>;
  const found = [title, name, content].find((it) => typeof it === 'string' && it.trim() !== '');
  return typeof found === 'string' ? excerpt(found) : null;
}

function isName(table: string, column: string): boolean {
  return column === 'title' || column === 'name' || (table === 'tasks' && column === 'content');
}

/** In quotation marks; those inside become single ones. */
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

/** One value of a column in words. */
export function valueInWords(table: string, column: string, value: unknown): ValueInWords {
  if (isEmpty(value)) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') {
    const kind = referredKind(column);
    if (kind !== null) return { kind, id: value };
    if (column === 'tags') return excerpt(splitTags(value).join(', '));
    if (isOwnText(table, column, value)) return quoted(excerpt(value));
    return choiceWord(table, column, value) ?? excerpt(value);
  }
  if (Array.isArray(value) && value.every((it) => typeof it === 'string')) {
    return excerpt(value.join(', '));
  }
  return excerpt(typeof value === 'number' ? String(value) : JSON.stringify(value));
}

/** Text that somebody wrote, as opposed to links, tags, references and choices. */
function isOwnText(table: string, column: string, value: unknown): value is string {
  return (
    typeof value === 'string' &&
    !isEmpty(value) &&
    column !== 'tags' &&
    referredKind(column) === null &&
    choiceWord(table, column, value) === null &&
    !/^https?:\/\/\S+$/i.test(value)
  );
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
