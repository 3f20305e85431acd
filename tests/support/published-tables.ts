import { migratedDatabase } from './database.ts';

/** A published table as the catalogue describes it, with the values that a row needs, and a column of text. */
export interface PublishedTable {
  readonly name: string;
  /** Values for the required columns; null for the id of a row that the column refers to. */
  readonly row: Readonly<Record<string, unknown>>;
  readonly references: Readonly<Record<string, string>>;
  readonly column: string;
}

const values: Readonly<Record<string, unknown>> = {
  text: 'x',
  uuid: null,
  boolean: false,
  date: '2026-03-01',
  'timestamp with time zone': '2026-03-01T00:00:00Z',
  'text[]': [],
};

/** Every table for which `sync.publish` was called. */
export async function publishedTables(): Promise<readonly PublishedTable[]> {
  const database = await migratedDatabase();
  const { rows } = await database.query<{
    name: string;
    column: string;
    type: string;
    required: boolean;
    target: string | null;
  }>(
    `select f.name, a.attname as column, format_type(a.atttypid, null) as type,
       a.attnotnull and not a.atthasdef as required, k.confrelid::regclass::text as target
     from sync.followed f
     join pg_attribute a on a.attrelid = f.content and a.attnum > 0 and not a.attisdropped
     left join pg_constraint k on k.conrelid = f.content and k.contype = 'f' and k.conkey = array[a.attnum]
     order by f.name, a.attnum`,
  );
  await database.close();
  return [...new Set(rows.map(({ name }) => name))].map((name) => {
    const columns = rows.filter((one) => one.name === name);
    const required = columns.filter((one) => one.required);
    const refers = required.flatMap(({ column, target }) =>
      target === null ? [] : [[column, target]],
    );
    const column = columns.find(({ type }) => type === 'text')?.column;
    if (column === undefined) throw new Error(`${name} has no column of text to be changed`);
    return {
      name,
      row: Object.fromEntries(
        required.map((one) => [one.column, one.type in values ? values[one.type] : 0]),
      ),
      references: Object.fromEntries(refers),
      column,
    };
  });
}
