import type { PGlite } from '@electric-sql/pglite';

/**
 * Row changes of the published tables, as they are committed.
 *
 * Hosted Supabase reads them from the write-ahead log, which PGlite does not offer. Here triggers call NOTIFY. A
 * notification carries only the key: its payload is limited to 8000 bytes, and each subscriber's own rights decide
 * what it may see of the row.
 */
export interface Change {
  schema: string;
  table: string;
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  /** Primary key columns and their values. */
  key: Record<string, unknown>;
  at: string;
}

const CHANNEL = 'embedded_realtime';

const setUp = `
  create schema if not exists embedded_realtime;
  create sequence if not exists embedded_realtime.notices;
  create or replace function embedded_realtime.notify() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    record jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
    key jsonb;
  begin
    select jsonb_object_agg(a.attname, record -> a.attname) into key
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = tg_relid and i.indisprimary;
    -- Numbered, because equal notices of one transaction are folded into one.
    perform pg_notify('${CHANNEL}', jsonb_build_object(
      'n', nextval('embedded_realtime.notices'), 'schema', tg_table_schema, 'table', tg_table_name,
      'type', tg_op, 'key', key, 'at', now())::text);
    return null;
  end $$;
`;

/** Puts the trigger on the published tables and no others. Repeated at each join: the publication may change. */
const attach = `
  do $$
  declare
    published record;
  begin
    for published in
      select format('%I.%I', schemaname, tablename)::regclass as name from pg_publication_tables
      where pubname = 'supabase_realtime'
    loop
      if not exists (select from pg_trigger where tgrelid = published.name and tgname = 'embedded_realtime') then
        execute format('create trigger embedded_realtime after insert or update or delete on %s
          for each row execute function embedded_realtime.notify()', published.name);
      end if;
    end loop;
    for published in
      select t.tgrelid::regclass as name from pg_trigger t
      where t.tgname = 'embedded_realtime' and not exists (
        select from pg_publication_tables p where p.pubname = 'supabase_realtime'
          and format('%I.%I', p.schemaname, p.tablename)::regclass = t.tgrelid)
    loop
      execute format('drop trigger embedded_realtime on %s', published.name);
    end loop;
  end $$;
`;

/** The changes of a database, and the details of each. */
export interface ChangeFeed {
  /** To be called when the publication may have changed. */
  refresh(): Promise<void>;
  columns(change: Change): Promise<Column[]>;
  /** The changed row as a viewer may see it now; null if row-level security hides it, or it is gone. */
  record(viewer: Viewer, change: Change): Promise<Record<string, unknown> | null>;
  stop(): Promise<void>;
}

/**
 * Calls `listener` with every committed change of a published table.
 *
 * @param exclusively runs a job on the database while nothing else does
 */
export async function watchChanges(
  exclusively: <T>(job: (database: PGlite) => Promise<T>) => Promise<T>,
  listener: (change: Change) => void,
): Promise<ChangeFeed> {
  await exclusively(async (database) => void (await database.exec(setUp + attach)));
  const stopListening = await exclusively((database) =>
    database.listen(CHANNEL, (payload) => listener(JSON.parse(payload) as Change)),
  );
  return {
    refresh: () => exclusively(async (database) => void (await database.exec(attach))),
    columns: (change) => exclusively((database) => readColumns(database, change)),
    record: (viewer, change) => exclusively((database) => readRecord(database, viewer, change)),
    stop: () => exclusively(() => stopListening()),
  };
}

/** With whose rights a change is read: the claims of an access token, or a visitor's. */
export interface Viewer {
  role: string;
  claims: Record<string, unknown>;
}

export interface Column {
  name: string;
  type: string;
}

async function readRecord(
  database: PGlite,
  viewer: Viewer,
  change: Change,
): Promise<Record<string, unknown> | null> {
  const name = [change.schema, change.table].map(quoted).join('.');
  const names = Object.keys(change.key);
  const where = names.map((column, i) => `${quoted(column)}::text = $${i + 1}`).join(' and ');
  return database.transaction(async (transaction) => {
    await transaction.query(
      `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
         set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $1, true)`,
      [viewer.role, JSON.stringify(viewer.claims), String(viewer.claims.sub ?? '')],
    );
    const { rows } = await transaction.query<{ record: Record<string, unknown> }>(
      `select to_jsonb(t) as record from ${name} t where ${where}`,
      names.map((column) => String(change.key[column])),
    );
    return rows[0]?.record ?? null;
  });
}

/** Column names and types, which clients need to read the values. */
async function readColumns(database: PGlite, change: Change): Promise<Column[]> {
  const { rows } = await database.query<Column>(
    `select a.attname as name, t.typname as type
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = format('%I.%I', $1::text, $2::text)::regclass and a.attnum > 0 and not a.attisdropped
     order by a.attnum`,
    [change.schema, change.table],
  );
  return rows;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
