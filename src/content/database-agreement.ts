import type { AnyKind, RowOf } from '../engine/index.ts';
import type { Database } from './database-types.ts';
import type { registry } from './kinds.ts';

/**
 * A check by the compiler alone that definitions and database agree. If they do not, it refuses the last line, and says
 * which `table.column` has which fault.
 *
 * - Both have the same columns.
 * - The definition can read every value that the database can hold; a choice is text to the database.
 * - A column that a form may leave blank is nullable.
 * - A reference has its foreign key.
 */
type Tables = Database['public']['Tables'];
type Kinds = (typeof registry)[keyof typeof registry];

type Disagreement<K> = K extends AnyKind & { readonly table: infer Table extends string }
  ? Table extends keyof Tables
    ? {
        [Column in keyof K['columns'] | keyof Tables[Table]['Row'] as Column extends 'id'
          ? never
          : `${Table}.${Column & string}`]: Fault<K, Tables[Table], Column>;
      }
    : Record<Table, 'is no table of the database'>
  : never;

type Fault<K extends AnyKind, Table extends AnyTable, Name> = Name extends keyof Table['Row']
  ? Name extends keyof K['columns']
    ?
        | FaultOfType<Table['Row'][Name], RowOf<K>[Name & keyof RowOf<K>], K['columns'][Name]>
        | FaultOfNull<Table['Insert'][Name & keyof Table['Insert']], K['columns'][Name]>
        | FaultOfReference<Table, Name, K['columns'][Name]>
    : 'is not in the definition'
  : 'is not in the database';

type FaultOfType<Held, Read, Column> =
  Held extends Wide<Read, Column> ? never : 'is of another type in the database';
type Wide<Read, Column> = Column extends { sort: 'tags'; kept: 'list' }
  ? string[] | null
  : Column extends { sort: 'tags' }
    ? string | null
    : Read extends string
      ? string
      : Read;

/** A form always has a value for a choice and for a flag. */
type FaultOfNull<Sent, Column> = Column extends { options: { required: true } | { by: string } }
  ? never
  : Column extends { sort: 'choice' | 'flag' }
    ? never
    : null extends Sent
      ? never
      : 'must be filled in, by the database, and may be left out, by the definition';

type FaultOfReference<Table extends AnyTable, Name, Column> = Column extends { sort: 'reference' }
  ? [Name] extends [Table['Relationships'][number]['columns'][number]]
    ? never
    : 'has no foreign key'
  : never;

interface AnyTable {
  Row: object;
  Insert: object;
  Relationships: { columns: string[] }[];
}

/** A sentence for each fault; null if there is none. */
type Told<Fault> = [Fault] extends [never] ? null : Fault;
type FaultsOf<Each> = Each extends unknown
  ? { [Column in keyof Each & string]: InWords<Column, Each[Column]> }[keyof Each & string]
  : never;
type InWords<Column extends string, Fault> = Fault extends string ? `${Column} ${Fault}` : never;

null satisfies Told<FaultsOf<Disagreement<Kinds>>>;
