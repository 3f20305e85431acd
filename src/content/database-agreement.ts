import type { AnyKind, RowOf } from '../engine/index.ts';
import type { Database } from './database-types.ts';
import type { registry } from './kinds.ts';

/**
 * Checked by the compiler alone: definitions and database say the same. Where they do not, the last line names each
 * `table.column` with what is wrong.
 *
 * - A column of the one is a column of the other.
 * - What the database holds, the definition can read; a choice is text to the database.
 * - What a form may leave out, the database may hold as null.
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

type FaultOfNull<Sent, Column> = Column extends { options: { required: true } | { by: string } }
  ? never
  : Column extends { sort: 'choice' }
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

/** Only those with a fault. */
type Faulty<All> = {
  [Column in keyof All as [All[Column]] extends [never] ? never : Column]: All[Column];
};
type AllOf<Each> = (Each extends unknown ? (it: Each) => void : never) extends (
  it: infer Both,
) => void
  ? Both
  : never;

({}) satisfies Faulty<AllOf<Disagreement<Kinds>>>;
