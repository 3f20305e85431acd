import type { PGlite } from '@electric-sql/pglite';

/**
 * Remembers the present contents of a database, to put them back as often as needed: much faster than another database.
 */

/**
 * Remembers the rows of every table, but no table, function or right; tests that change those use `catalogOf`.
 *
 * @returns a function that puts the rows back without running any trigger
 */
export async function remember(database: PGlite): Promise<() => Promise<void>> {
  const tables = await tablesOf(database);
  await database.exec(`create schema remembered;
    ${tables.map(({ name, columns }, place) => `create table remembered.t${place} as select ${columns} from ${name};`).join('\n')}`);
  const { rows: sequences } = await database.query<{ name: string; at: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as at from pg_sequences
     where schemaname <> 'embedded_realtime'`,
  );
  const restore = `begin;
    set local session_replication_role = replica;
    truncate ${tables.map(({ name }) => name).join(', ')};
    ${tables
      .map(
        ({ name, columns }, place) =>
          `insert into ${name} (${columns}) overriding system value select ${columns} from remembered.t${place};`,
      )
      .join('\n')}
    ${sequences.map(({ name, at }) => `select setval('${name}', ${at ?? 1}, ${at !== null});`).join('\n')}
    commit;`;
  return async () => {
    await database.exec(restore);
  };
}

async function tablesOf(database: PGlite): Promise<{ name: string; columns: string }[]> {
  const { rows } = await database.query<{ name: string; columns: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
     group by c.oid, n.nspname, c.relname`,
  );
  return rows;
}

/** Everything that is not rows, as a short text: if it differs, putting the rows back is not enough. */
export async function catalogOf(database: PGlite): Promise<string> {
  const { rows } = await database.query<{ catalog: string }>(`
    with made as (
      select c.oid, c.relname, c.relacl, c.relrowsecurity from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^(pg_|information_schema$|remembered$)'
    )
    select md5(string_agg(line, '' order by line)) as catalog from (
      select made::text as line from made
      union all
      select (attrelid, attname, atttypid, attnotnull, atthasdef, attacl)::text from pg_attribute
      where attrelid in (select oid from made)
      union all
      select (oid, proname, prosrc, proacl)::text from pg_proc where oid >= 16384
      union all
      select p::text from pg_policy p
      union all
      select t::text from pg_trigger t
      union all
      select (oid, conname)::text from pg_constraint where oid >= 16384
      union all
      select r::text from pg_publication_rel r
    ) lines`);
  return rows[0]?.catalog ?? '';
}
