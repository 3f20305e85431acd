import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import { TYPES_FILE } from '../support/database-types.ts';
import { foreignDatabases } from '../support/foreign-databases.ts';
import { type Postgres, postgresPrograms, startPostgres } from '../support/postgres.ts';
import { findCostlyCalls } from './reach.ts';

/**
 * `npm run test:hosted`: the steps that an owner does on a hosted project, with the official command line, on a
 * PostgreSQL that has a hosted project's roles and rights. Migrations and sample content are pushed to an empty project
 * and to one that an earlier site has filled; then the advisors, the linter and the generated types are checked. Projects of other
 * applications are left alone, and the command line prints why and what to do.
 */

const CLI = 'supabase@3.1.0';

/**
 * Findings of the advisors that are intended, with the reason. A hosted project's own page also lists the functions
 * that run with their owner's rights: `admin_count`, because visitors may learn whether there is an admin but not who
 * it is, `claim_first_admin`, because nobody may write roles, `sync_migrations`, because only it may read the ledger, and those
 * of what rows were, because nobody may read that table: they refuse everybody but admins.
 */
const unavoidable: readonly { name: string; because: string }[] = [
  { name: 'unused_index', because: 'nobody has asked a database that is a second old' },
];

/** The functions that a device or `npm run setup` calls: the API shows no others. */
const callable = [
  'admin_count',
  'claim_first_admin',
  'inbox_delete',
  'inbox_list',
  'inbox_mark',
  'inbox_open',
  'inbox_send',
  'sync_deleted',
  'sync_migrations',
  'sync_pictures',
  'sync_pull',
  'sync_push',
  'sync_read',
  'sync_release',
  'sync_version',
  'sync_versions',
];

const projects: readonly { name: string; before: string | null }[] = [
  { name: 'an empty project', before: null },
  { name: 'a project that an earlier site has filled', before: 'earlier-site.sql' },
];

if (postgresPrograms === null)
  throw new Error('There is no PostgreSQL here: apt-get install postgresql');
for (const { name, before } of projects) {
  const postgres = await startPostgres(postgresPrograms, {
    superuser: 'supabase_admin',
    host: '127.0.0.1',
  });
  try {
    await look(name, postgres, before);
  } finally {
    await stop(postgres);
  }
}
for (const [name, { sql, refused }] of Object.entries(foreignDatabases)) {
  const postgres = await startPostgres(postgresPrograms, {
    superuser: 'supabase_admin',
    host: '127.0.0.1',
  });
  try {
    await seeRefused(name, postgres, sql, refused);
  } finally {
    await stop(postgres);
  }
}

/** With the files that the command line leaves behind. */
async function stop(postgres: Postgres): Promise<void> {
  await postgres.stop();
  rmSync('supabase/.temp', { recursive: true, force: true });
}

/** MOVE-30: what stops the push is read on the command line, and the database is as it was. */
async function seeRefused(
  name: string,
  postgres: Postgres,
  before: string,
  refused: readonly string[],
): Promise<void> {
  const owner = await postgres.connect();
  await owner.query(readFileSync(`${import.meta.dirname}/project.sql`, 'utf8'));
  await owner.query('set role postgres');
  await owner.query(before);
  const state = async () =>
    (
      await owner.query(`select
        (select json_agg(p order by tablename, policyname) from pg_policies p) as policies,
        (select json_agg(c order by table_name, column_name) from information_schema.columns c
          where table_schema = 'public') as columns,
        (select json_agg(g order by table_name, grantee, privilege_type) from information_schema.table_privileges g
          where table_schema = 'public') as rights`)
    ).rows;
  const was = await state();
  const address = `postgresql://postgres@127.0.0.1:${postgres.port}/postgres?sslmode=disable`;
  const all = ['--yes', CLI, 'db', 'push', `--remote=${address}`, '--yes'];
  const { status, stderr } = spawnSync('npx', all, { encoding: 'utf8' });
  must(status !== 0, `${name}: is taken over`);
  for (const said of [...refused, 'What to do: give this site a project of its own.'])
    must(stderr.includes(said), `${name}: the command line does not say “${said}”: ${stderr}`);
  must(isDeepStrictEqual(await state(), was), `${name}: is not as it was`);
  console.log(`${name}: left alone, and told`);
}

async function look(name: string, postgres: Postgres, before: string | null): Promise<void> {
  const owner = await postgres.connect();
  await owner.query(readFileSync(`${import.meta.dirname}/project.sql`, 'utf8'));
  if (before !== null) {
    await owner.query('set role postgres');
    await owner.query(readFileSync(`${import.meta.dirname}/${before}`, 'utf8'));
  }
  const address = `postgresql://postgres@127.0.0.1:${postgres.port}/postgres?sslmode=disable`;
  const supabase = (...parameters: string[]): Said => {
    const all = ['--yes', CLI, ...parameters, `--remote=${address}`, '--yes'];
    const { status, stdout, stderr } = spawnSync('npx', all, { encoding: 'utf8' });
    must(status === 0, `${name}: ${parameters.join(' ')} ends with ${status}: ${stdout}${stderr}`);
    return { stdout: stdout.trim(), stderr };
  };
  const advice = () => {
    const all = JSON.parse(supabase('db', 'advisors', '--level=info').stdout || '[]') as Advice[];
    return all.filter((one) => !isUnavoidable(one));
  };
  const lint = () => {
    const said = supabase('db', 'lint', '--schema=public,sync', '--level=warning');
    return said.stdout === 'No schema errors found' ? '' : said.stdout;
  };

  const pushed = supabase('db', 'push', '--include-seed');
  must(!pushed.stderr.includes('WARN'), `${name}: of its settings it says ${pushed.stderr}`);
  const { rows } = await owner.query(
    `select (select count(*)::int from projects) as projects,
       (select count(*)::int from sync.content_problems()) as problems`,
  );
  const { projects, problems } = rows[0];
  must(projects >= 8 && problems === 0, `${name}: ${projects} projects, ${problems} problems`);

  const stranger = await asCallers(name, owner, (address) =>
    supabase(
      'db',
      'query',
      `insert into sync.claim_by values ('${address}') on conflict do nothing`,
    ),
  );
  const { table, wrong } = await findCostlyCalls(postgres, stranger);
  console.log(`${name}: what anybody can reach, and what it costs\n${table.join('\n')}`);
  must(wrong.length === 0, `${name}: anybody can reach what costs too much:\n${wrong.join('\n')}`);
  must(advice().length === 0, `${name}: the advisors say ${JSON.stringify(advice(), null, 2)}`);
  must(lint() === '', `${name}: the linter says ${lint()}`);

  const types = supabase('gen', 'types').stdout;
  if (before === null) {
    const kept = readFileSync(TYPES_FILE, 'utf8');
    must(bare(types) === bare(kept), `${name}: \`gen types\` gives what the file does not hold`);
  }
  const functions = /Functions: \{([\s\S]*?)Enums:/.exec(types)?.[1] ?? '';
  const names = [...functions.matchAll(/"(\w+)":\s*\{ Args/g)].map(([, one]) => one);
  must(isDeepStrictEqual(names, callable), `${name}: the API shows the functions ${names}`);

  const { rows: made } = await owner.query(
    `select public, (select count(*)::int from pg_policies where schemaname = 'storage') as policies
     from storage.buckets where id = 'pictures'`,
  );
  must(
    isDeepStrictEqual(made, [{ public: true, policies: 3 }]),
    `${name}: of the bucket for pictures there is ${JSON.stringify(made)}`,
  );

  // The advisors and the linter find planted faults.
  await owner.query(`
    set role postgres;
    create policy "another" on public.friends for update to authenticated using (true);
    create function sync.broken() returns void language plpgsql set search_path = '' as
      $$ begin perform missing from public.friends; end $$`);
  must(
    advice().some((one) => one.name === 'multiple_permissive_policies'),
    `${name}: the advisors overlook a second policy`,
  );
  must(lint().includes('sync.broken'), `${name}: the linter overlooks a broken function`);
  await owner.query(`
    create or replace function sync.lock() returns trigger language plpgsql set search_path = '' as
      $$ begin perform pg_advisory_xact_lock(7310264518); return null; end $$`);
  must(
    (await findCostlyCalls(postgres, stranger, 'delete friends')).wrong.length > 0,
    `${name}: a lock before the right is overlooked`,
  );
  console.log(`${name}: pushed, and nothing to be said against it`);
}

/**
 * A visitor pulls; of the accounts that sign up, only the one whose address the owner has named becomes the admin, and
 * pushes.
 *
 * @returns the id of the other one
 */
async function asCallers(
  name: string,
  owner: Client,
  reserveFor: (address: string) => void,
): Promise<string> {
  const ask = async (userId: string | null, question: string) => {
    const role = userId === null ? 'anon' : 'authenticated';
    await owner.query('begin');
    await owner.query(
      `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
      [role, JSON.stringify({ role, ...(userId && { sub: userId }) })],
    );
    const { rows } = await owner.query(`select ${question} as answer`);
    await owner.query('commit');
    return rows[0].answer;
  };
  const page = await ask(null, 'public.sync_pull()');
  must(page.changes.length > 0, `${name}: a visitor pulls nothing`);
  const { rows } = await owner.query(
    `insert into auth.users (id, email, email_confirmed_at) values
       (gen_random_uuid(), 'stranger@example.com', now()), (gen_random_uuid(), 'owner@example.com', now())
     returning id`,
  );
  const [stranger, me] = rows.map(({ id }) => String(id));
  reserveFor('owner@example.com');
  for (const [who, claims] of [
    [stranger, false],
    [me, true],
  ] as const) {
    const claimed = await ask(who ?? null, 'public.claim_first_admin()');
    must(claimed === claims, `${name}: the wrong one becomes the admin`);
    const { epoch } = await ask(who ?? null, 'public.sync_pull()');
    const friend = `{"op": "insert", "table": "friends", "id": "${randomUUID()}", "values": {"name": "x"}}`;
    const pushed = await ask(
      who ?? null,
      `public.sync_push('${epoch}', '[{"id": "${randomUUID()}", "changes": [${friend}]}]')`,
    );
    const applied = pushed.answers[0].outcome === 'applied';
    must(applied === claims, `${name}: a push is answered ${JSON.stringify(pushed)}`);
  }
  return stranger ?? '';
}

/** The types without formatting, and without a word that only newer generators add to every table. */
function bare(types: string): string {
  return types
    .replaceAll('ComputedFields: never', '')
    .replaceAll(/[\s;,()"']/g, '')
    .replaceAll(/([=:])\|/g, '$1');
}

interface Said {
  stdout: string;
  stderr: string;
}

interface Advice {
  name: string;
  detail: string;
}

function isUnavoidable({ name }: Advice): boolean {
  return unavoidable.some((one) => one.name === name);
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
