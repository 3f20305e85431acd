import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import type { Postgres } from '../support/postgres.ts';

/**
 * What anybody on the internet can make a hosted database do: every function, table and trigger that `anon` and a
 * signed-up account without a role can reach, read from the catalogue, with the worst call that we know of. What such a call
 * costs is bounded, and none waits for a lock that writers hold, so none can keep a writer waiting either.
 */

/** At most. CPU and memory of the backend process itself; other processes of a busy machine do not count. */
const BOUND = { cpuSeconds: 2, megabytes: 150 };

/** The locks of writers and of those who claim the site. */
const LOCKS = [7310264518, 7310264519];

type Who = 'anon' | 'authenticated';

/** The largest body that an API in front of the database would pass on, roughly. */
const BODY_BYTES = 4_700_000;

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
const mutations = (count: number, value: string) =>
  JSON.stringify(
    ids(count).map((id) => ({
      id,
      changes: [{ op: 'update', table: 'friends', id, values: { name: 'VALUE' } }],
    })),
  ).replaceAll('"VALUE"', value);
const longText = JSON.stringify('x'.repeat(BODY_BYTES));

/** By function: calls with their parameters. */
const calls: Readonly<
  Record<string, readonly (readonly [what: string, ...parameters: unknown[]])[]>
> = {
  'admin_count()': [['public.admin_count()']],
  'claim_first_admin()': [['public.claim_first_admin()']],
  'inbox_delete(uuid[])': [['public.inbox_delete($1)', ids(BODY_BYTES / 39)]],
  'inbox_list(bigint)': [['public.inbox_list()']],
  'inbox_mark(uuid[],boolean)': [['public.inbox_mark($1, true)', ids(BODY_BYTES / 39)]],
  'inbox_open(boolean)': [['public.inbox_open(true)']],
  'inbox_send(uuid,text,text,text,text,text)': [
    [`public.inbox_send(gen_random_uuid(), 'x', 'x@x.x', $1)`, 'x'.repeat(BODY_BYTES)],
    [`public.inbox_send(gen_random_uuid(), 'x', $1, 'x')`, 'x@'.repeat(BODY_BYTES / 2)],
    [
      `public.inbox_send(gen_random_uuid(), 'x', 'x@x.x', 'x', website => $1)`,
      'x'.repeat(BODY_BYTES),
    ],
  ],
  'sync_deleted()': [['public.sync_deleted()']],
  'sync_migrations()': [['public.sync_migrations()']],
  'sync_pictures()': [['public.sync_pictures()']],
  'sync_pull(text,bigint,bigint,integer,uuid[])': [
    ['public.sync_pull(null, 0, null, 1000)'],
    ['public.sync_pull(pending => $1)', ids(BODY_BYTES / 39)],
    ['public.sync_pull(epoch => $1)', 'x'.repeat(BODY_BYTES)],
  ],
  'sync_read(text,bigint,bigint,integer,bigint)': [
    ['public.sync_read(null, 0, null, 1000)'],
    ['public.sync_read(epoch => $1)', 'x'.repeat(BODY_BYTES)],
  ],
  // Where nothing is due; what is due is a fact that may be written.
  'sync_release()': [['public.sync_release()']],
  'sync_push(text,jsonb,bigint,bigint,integer)': [
    // 16 bytes in a request, 131,072 digits as text.
    ['public.sync_push(sync.epoch(), $1::jsonb)', mutations(500, '1e131071')],
    ['public.sync_push(sync.epoch(), $1::jsonb)', mutations(1, longText)],
    ['public.sync_push(sync.epoch(), $1::jsonb)', mutations(20_000, '1')],
    ['public.sync_push(null, $1::jsonb, 0, null, 1000)', mutations(500, '1e131071')],
  ],
  'sync_version(bigint)': [['public.sync_version(1)']],
  'sync_versions(text,uuid)': [
    ['public.sync_versions($1, gen_random_uuid())', 'x'.repeat(BODY_BYTES)],
  ],
};

interface Reached {
  readonly who: Who;
  readonly what: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Whether the call must be refused. */
  readonly refused: boolean;
}

/**
 * Tries everything that can be reached.
 *
 * @param user an account without a role, in a project that has an admin
 * @param only the beginning of what is tried; everything by default
 * @returns the table, and what is wrong in it
 */
export async function findCostlyCalls(
  postgres: Postgres,
  user: string,
  only = '',
): Promise<{ table: string[]; wrong: string[] }> {
  const owner = await postgres.connect();
  const table: string[] = [];
  const wrong: string[] = [];
  await owner.query('begin');
  await owner.query(`select ${LOCKS.map((lock) => `pg_advisory_xact_lock(${lock})`).join(', ')}`);
  for (const reached of [...(await functions(owner, wrong)), ...(await tables(owner, wrong))]) {
    const { who, what, refused } = reached;
    if (!what.startsWith(only)) continue;
    const { cpuSeconds, megabytes, code } = await cost(postgres, reached, user);
    const line = `${who.padEnd(13)} ${cpuSeconds.toFixed(2).padStart(5)} s ${megabytes.toFixed(0).padStart(4)} MB  ${code ?? 'answered'}  ${what}`;
    table.push(line);
    if (code === '55P03' || code === '57014') wrong.push(`waits for a lock, or too long: ${line}`);
    if (cpuSeconds > BOUND.cpuSeconds || megabytes > BOUND.megabytes)
      wrong.push(`costs too much: ${line}`);
    if (refused && code !== '42501') wrong.push(`is not refused: ${line}`);
  }
  await owner.query('rollback');
  return { table, wrong };
}

async function functions(owner: Client, wrong: string[]): Promise<Reached[]> {
  const { rows } = await owner.query<{ name: string; who: Who }>(
    `select p.oid::regprocedure::text as name, who from pg_proc p, unnest(array['anon', 'authenticated']) who
     where p.pronamespace = 'public'::regnamespace and has_function_privilege(who, p.oid, 'execute')
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by who, name`,
  );
  return rows.flatMap(({ name, who }) => {
    const known = calls[name.replace('public.', '')];
    if (known === undefined)
      wrong.push(`${who} can call ${name}, and this table has no call of it`);
    return (known ?? []).map(([call, ...parameters]) => {
      const bytes = parameters.reduce<number>((sum, one) => sum + String(one).length, 0);
      const what = `${call}${bytes > 0 ? `, ${bytes} bytes` : ''}`;
      return { who, what, sql: `select ${call}`, parameters, refused: false };
    });
  });
}

/** Reading is bounded by the API's limit of rows and by the time limit of the role; a write must not begin. */
async function tables(owner: Client, wrong: string[]): Promise<Reached[]> {
  const { rows } = await owner.query<{
    name: string;
    who: Who;
    may: string[];
    /** Of a statement, and of a row, each before it is written. */
    triggers: string[];
    ofRows: string[];
    column: string | null;
  }>(
    `select c.relname as name, who,
       array(select p from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p
         where has_table_privilege(who, c.oid, p)) as may,
       array(select t.tgname::text from pg_trigger t
         where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 3 = 2 order by 1) as triggers,
       array(select t.tgname::text from pg_trigger t
         where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 3 = 3 order by 1) as "ofRows",
       (select a.attname from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'text'::regtype and a.attnum > 0
        order by a.attnum limit 1) as column
     from pg_class c, unnest(array['anon', 'authenticated']) who
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p') order by who, name`,
  );
  return rows.flatMap(({ name, who, may, triggers, ofRows, column }) => {
    const statements: Readonly<Record<string, string>> = {
      select: `select * from public.${name} limit 1000`,
      insert: `insert into public.${name} ("${column}") values ($1)`,
      update: `update public.${name} set "${column}" = $1`,
      delete: `delete from public.${name}`,
    };
    // What runs before row-level security refuses a write runs for everybody. The lock refuses before any row is looked at.
    const first = triggers.includes('sync_lock') ? triggers : [...triggers, ...ofRows];
    const before = may.some((one) => one !== 'select') ? first : [];
    if (before.some((trigger) => trigger !== 'sync_lock'))
      wrong.push(`${who} starts the triggers ${before} of ${name} before it is refused`);
    return may.flatMap((one) => {
      const sql = statements[one];
      if (sql === undefined) {
        wrong.push(`${who} may ${one} ${name}`);
        return [];
      }
      const parameters = sql.includes('$1') ? ['x'.repeat(BODY_BYTES)] : [];
      const what = `${one} ${name}${one === 'select' ? '' : `, trigger ${before}`}`;
      return { who, what, sql, parameters, refused: one !== 'select' };
    });
  });
}

/** Makes the call on a connection of its own. */
async function cost(postgres: Postgres, { who, sql, parameters }: Reached, user: string) {
  const client = await postgres.connect();
  const claims = JSON.stringify({ role: who, ...(who === 'authenticated' && { sub: user }) });
  await client.query(`select set_config('request.jwt.claims', $1, false)`, [claims]);
  await client.query(`set statement_timeout = '${who === 'anon' ? 3 : 8}s'; set role ${who}`);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { pid } = rows[0]!;
  const before = used(pid);
  const code = await client.query(sql, [...parameters]).then(
    () => null,
    (error: { code?: string }) => error.code ?? 'failed',
  );
  const after = used(pid);
  await client.end();
  return {
    code,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    megabytes: after.peakMegabytes - before.peakMegabytes,
  };
}

/** What a process has used so far, as Linux counts it. Memory that all processes share is left out. */
function used(pid: number): { cpuSeconds: number; peakMegabytes: number } {
  // Behind the name in brackets: state, parent … user and system time, in hundredths of a second.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return {
    cpuSeconds: (Number(stat[11]) + Number(stat[12])) / 100,
    peakMegabytes: (kilobytes('VmHWM') - kilobytes('RssShmem')) / 1024,
  };
}
