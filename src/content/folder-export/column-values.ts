import type { AnyColumn } from '../../engine/index.ts';
import { writtenDate } from '../moving-in/written-date.ts';
import { isMoment, type Matter, Moment, type ReadMatter } from './front-matter-yaml.ts';

/** The values of columns as front matter has them, and back. */

/** What a person has to write instead. */
export class NoSuchValue extends Error {
  override name = 'NoSuchValue';
}

export function matterOf(value: unknown): Matter {
  if (typeof value === 'string' && isMoment(value)) return new Moment(value);
  return value as Matter;
}

/**
 * @param isForeign whether it stands in a field that people and other programs fill, in their ways
 * @throws {NoSuchValue}
 */
export function columnValue(
  column: AnyColumn,
  read: ReadMatter['value'],
  isForeign: boolean,
): unknown {
  if (read === null) return null;
  if (column.sort === 'tags') return listValue(column.kept, read, isForeign);
  if (typeof read !== 'string') throw new NoSuchValue('it must be one value, and no list');
  return textValue(column, read, isForeign);
}

/** @throws {NoSuchValue} */
export function textValue(column: AnyColumn, text: string, isForeign: boolean): unknown {
  switch (column.sort) {
    case 'number': {
      const number = Number(text);
      if (text.trim() !== '' && Number.isFinite(number)) return number;
      throw new NoSuchValue('it must be a number');
    }
    case 'flag':
      if (text === 'true' || text === 'false') return text === 'true';
      throw new NoSuchValue('it must be true or false');
    case 'timestamp': {
      if (isMoment(text) || !isForeign) return text;
      const moment = writtenDate(text);
      if (moment !== null) return new Date(moment).toISOString();
      throw new NoSuchValue('it must be a time: 2024-03-14, or 2024-03-14T10:30:00+00:00');
    }
    case 'choice':
      if (column.values.includes(text)) return text;
      throw new NoSuchValue(`it must be one of ${column.values.join(', ')}`);
    case 'text':
    case 'link':
    case 'picture':
    case 'reference':
    case 'date':
    case 'tags':
      return text;
    default:
      return column satisfies never;
  }
}

function listValue(
  kept: 'list' | 'commas',
  read: Exclude<ReadMatter['value'], null>,
  isForeign: boolean,
): unknown {
  if (Array.isArray(read)) {
    const texts = (read as readonly (string | null)[]).map((it) => it ?? '');
    return kept === 'list' || !isForeign ? texts : texts.join(', ');
  }
  if (typeof read !== 'string') throw new NoSuchValue('it must be a list of words');
  return kept === 'list' && isForeign ? read.split(',').map((it) => it.trim()) : read;
}

/** What makes a text unfit for the database, or null. */
export function whyNotStorable(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(whyNotStorable).find((it) => it !== null) ?? null;
  // With the flag u, valid pairs do not match.
  return typeof value === 'string' && /\0|\p{Surrogate}/u.test(value)
    ? 'it holds a character that cannot be stored: delete it'
    : null;
}
