import * as v from 'valibot';
import { NAME } from '../../src/content/write-content-file.ts';
import type { AnyColumn } from '../../src/engine/columns.ts';
import { kindReferredTo } from '../../src/engine/define.ts';
import type { AnyKind } from '../../src/engine/index.ts';

/**
 * What an export's rows look like, as a JSON Schema (docs/content.schema.json) for those who write such a file themselves, and in
 * words for those whose file is refused. Both follow from the kinds' columns.
 */

/** @returns draft 7, which most programs know */
export function contentSchema(kinds: readonly AnyKind[]): object {
  const tables = kinds.map((kind) => [kind.table, { type: 'array', items: rowSchema(kind) }]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Content of a Fieldnotes site',
    description: 'What npm run export writes, and npm run import reads.',
    type: 'object',
    required: [NAME, 'version', 'content'],
    properties: {
      [NAME]: { const: 'content' },
      version: { const: 1 },
      content: {
        type: 'object',
        description: 'The rows of each table. A table may be left out.',
        additionalProperties: false,
        properties: Object.fromEntries(tables),
      },
    },
  };
}

function rowSchema(kind: AnyKind): object {
  const columns = Object.entries<AnyColumn>(kind.columns);
  return {
    type: 'object',
    description:
      'Columns that are left out are filled as in a new row; unknown ones are not imported.',
    required: [...new Set(['id', ...kind.always])],
    properties: {
      id: { type: 'string', pattern: UUID },
      ...Object.fromEntries(columns.map(([name, it]) => [name, columnSchema(it)])),
    },
  };
}

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

function columnSchema(it: AnyColumn): object {
  const isNullable = v.is(it.schema as v.GenericSchema, null);
  const of = (type: string) => (isNullable ? [type, 'null'] : type);
  switch (it.sort) {
    case 'text':
    case 'link':
    case 'picture':
      return { type: of('string') };
    case 'tags':
      return { type: ['array', 'string', 'null'], items: { type: 'string' } };
    case 'choice':
      return { enum: it.values };
    case 'reference':
      return {
        type: of('string'),
        pattern: UUID,
        description: `The id of a row of ${kindReferredTo(it).table}.`,
      };
    case 'number':
      return { type: of('number') };
    case 'date':
      return { type: of('string'), pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
    case 'timestamp':
      return { type: of('string'), pattern: '^\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}' };
    case 'flag':
      return { type: 'boolean' };
    default:
      return it satisfies never;
  }
}

/** What a column takes, for a sentence. */
export function takenBy(kind: AnyKind, column: string): string {
  if (column === 'id') return UUID_WORDS;
  const it: AnyColumn | undefined = kind.columns[column];
  if (it === undefined) return 'an object with columns';
  const words = wordsOf(it);
  return v.is(it.schema as v.GenericSchema, null) ? `${words}, or null` : words;
}

const UUID_WORDS = 'a uuid such as 0b9a1b5e-7c1c-4b5e-9c3b-2f6b4b1c9d11';

function wordsOf(it: AnyColumn): string {
  switch (it.sort) {
    case 'text':
    case 'link':
    case 'picture':
      return 'text';
    case 'tags':
      return 'a list of texts';
    case 'choice':
      return `one of ${it.values.join(', ')}`;
    case 'reference':
      return UUID_WORDS;
    case 'number':
      return 'a number';
    case 'date':
      return 'a day such as 2026-01-31';
    case 'timestamp':
      return 'a time such as 2026-01-31T10:00:00Z';
    case 'flag':
      return 'true or false';
    default:
      return it satisfies never;
  }
}
