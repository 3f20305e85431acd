import { choiceWord } from '../../content/form/kind-words.ts';
import { kindWords } from '../../content/forms.ts';
import { type AnyColumn, type AnyKind, kindReferredTo } from '../../engine/index.ts';

/** The forms' names for tables and columns; an imported file may contain any other. */

/** The kind of a table's rows: `learning`, `AI tool`. */
export function thingWord(table: string): string {
  return kindWords(table)?.one ?? 'item';
}

export function columnWord(table: string, column: string): string {
  const known = kindWords(table)?.labels.get(column);
  if (known !== undefined) return known;
  const spaced = column.replaceAll('_', ' ').trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Null if this version of the site does not know the column. */
function columnOf(table: string, column: string): AnyColumn | null {
  const columns = kindWords(table)?.kind.columns ?? {};
  return Object.hasOwn(columns, column) ? (columns[column] ?? null) : null;
}

/** The column that names a row of the table. */
export function nameColumn(table: string): string {
  return kindWords(table)?.kind.name ?? 'title';
}

export function isName(table: string, column: string): boolean {
  return nameColumn(table) === column;
}

/** Whether the column's values mean nothing to people. */
export function isUnsaid(table: string, column: string): boolean {
  return kindWords(table)?.unsaid.includes(column) === true;
}

/** How to describe a text in a column. */
export type Sense =
  | { readonly is: 'reference'; readonly to: AnyKind }
  | { readonly is: 'choice'; readonly word: string }
  /** The admin's own words; an address, a number or a day; tags. */
  | { readonly is: 'words' | 'plain' | 'tags' };

export function senseOf(table: string, column: string, value: string): Sense {
  const known = columnOf(table, column);
  if (known === null) return wordsOrAddress(value);
  switch (known.sort) {
    case 'reference':
      return { is: 'reference', to: kindReferredTo(known) };
    case 'tags':
      return { is: 'tags' };
    case 'choice': {
      const word = choiceWord(known, value);
      return word === null ? { is: 'words' } : { is: 'choice', word };
    }
    case 'date':
    case 'number':
    case 'timestamp':
      return { is: 'plain' };
    case 'text':
    case 'link':
    case 'picture':
    case 'flag':
      return wordsOrAddress(value);
    default:
      return known satisfies never;
  }
}

function wordsOrAddress(value: string): Sense {
  return { is: /^https?:\/\/\S+$/i.test(value) ? 'plain' : 'words' };
}
