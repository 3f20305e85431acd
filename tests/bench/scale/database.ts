import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '../../support/postgres.ts';

/**
 * What the calls of a device cost a real PostgreSQL, by pgbench: each in a transaction of its own that begins as
 * PostgREST begins it, with prepared statements. Times include the protocol's four round trips.
 */

/** A table's size, and how many of its rows were deleted before. */
interface Size {
  readonly rows: number;
  readonly tombstones: number;
}

const sizes: readonly Size[] = [
  { rows: 1_000, tombstones: 0 },
  { rows: 100_000, tombstones: 0 },
  { rows: 1_000, tombstones: 100_000 },
];

/** What it is, and its SQL. */
type Call = [string, string];

interface Measured extends Size {
  readonly what: string;
  /** Mean of the quickest second, in ms. */
  readonly ms: number;
  /** As often as a select of one row by its key, in the same database. */
  readonly ratio: number;
}

/** @param seconds for how many seconds each call is repeated; the quickest counts */
export async function measureDatabase(programs: string, seconds: number): Promise<Measured[]> {
  const postgres = await startPostgres(programs);
  try {
    const measured: Measured[] = [];
    for (const [i, size] of sizes.entries()) {
      measured.push(...(await measureSize(postgres, `site_${i}`, size, seconds)));
    }
    return measured;
  } finally {
    await postgres.stop();
  }
}

async function measureSize(
  postgres: Postgres,
  database: string,
  size: Size,
  seconds: number,
): Promise<Measured[]> {
  await postgres.createMigrated(database);
  const owner = await postgres.connect(database);
  const admin = randomUUID();
  await owner.query(`insert into auth.users (id) values ('${admin}')`);
  await owner.query(`insert into user_roles (user_id, role) values ('${admin}', 'admin')`);
  await owner.query(`insert into resources (title, description)
    select 'gone', '' from generate_series(1, ${size.tombstones})`);
  await owner.query('delete from resources');
  await owner.query(`insert into resources (title, description)
    select 'Resource ' || i, repeat('words ', 30) from generate_series(1, ${size.rows}) i`);
  await owner.query('vacuum analyze');
  const { rows } =
    await owner.query(`select set_config('role', 'anon', false), sync.epoch() as epoch,
    (select max(version) from sync.change) as newest, (select row_id from sync.change order by version desc limit 1) as id`);
  const { epoch, newest, id } = rows[0];
  await owner.end();

  const claims = JSON.stringify({ role: 'authenticated', sub: admin });
  const as = (role: string, claims: string) =>
    `begin; select set_config('search_path', 'public', true), set_config('role', '${role}', true),
       set_config('request.jwt.claims', '${claims}', true), set_config('request.method', 'POST', true),
       set_config('request.path', '/', true), set_config('request.headers', '{}', true),
       set_config('request.cookies', '{}', true);`;
  const asVisitor = as('anon', '{"role":"anon"}');
  const asAdmin = as('authenticated', claims);
  /** @param targets what follows `from`: the rows to edit, by their ids as `target` */
  const changes = (targets: string) =>
    `select sync_push(sync.epoch(), (select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'changes',
       jsonb_build_array(jsonb_build_object('op', 'update', 'table', 'resources', 'id', target,
       'values', jsonb_build_object('title', 'Edit ' || random()), 'base', '{}'::jsonb)))) from ${targets}),
       ${newest}, ${newest}, 1);`;
  const sameRow = (count: number) =>
    `(select '${id}' as target from generate_series(1, ${count})) as chosen`;
  const differentRows = (count: number) =>
    `(select id as target from resources order by id limit ${count}) as chosen`;
  const nothingNew = `sync_pull('${epoch}', ${newest}, ${newest})`;
  const reads: Call[] = [
    [
      'a select of one row by its key',
      `${asVisitor} select * from resources where id = '${id}'; commit;`,
    ],
    ['the epoch', `${asVisitor} select sync.epoch(); commit;`],
    ['a pull of nothing new', `${asVisitor} select ${nothingNew}; commit;`],
    [
      '… by a session that has to read the history',
      `${asVisitor} select set_config('sync.snapshot', '', false), ${nothingNew}; commit;`,
    ],
    [
      'a pull of one change',
      `${asVisitor} select sync_pull('${epoch}', ${newest - 1}, ${newest - 1}); commit;`,
    ],
    ['the first page of a pull from zero, 500 rows', `${asVisitor} select sync_pull(); commit;`],
  ];
  // After the reads: a push brings news.
  const writes: Call[] = [
    ['a push of 1, with its answer', `${asAdmin} ${changes(sameRow(1))} commit;`],
    ['a push of 100, of different rows', `${asAdmin} ${changes(differentRows(100))} commit;`],
    ['… all of one row', `${asAdmin} ${changes(sameRow(100))} commit;`],
  ];
  const run = (sql: string) => meanOfASecond(postgres, database, sql);
  const means = [...inTurns(reads, seconds, run), ...inTurns(writes, seconds, run)];
  return [...reads, ...writes].map(([what], i) => {
    const ms = means[i] ?? 0;
    return { ...size, what, ms, ratio: ms / (means[0] ?? 1) };
  });
}

/** The quickest second of each; in turns, so that a busy moment of the machine does not fall on one call alone. */
function inTurns(calls: readonly Call[], seconds: number, run: (sql: string) => number): number[] {
  const rounds = Array.from({ length: seconds }, () => calls.map(([, sql]) => run(sql)));
  return calls.map((_, i) => Math.min(...rounds.map((round) => round[i] ?? 0)));
}

function meanOfASecond(postgres: Postgres, database: string, sql: string): number {
  const file = join(tmpdir(), `fieldnotes-call-${process.pid}.sql`);
  writeFileSync(file, `${sql.replaceAll(/\s+/g, ' ')}\n`);
  const parameters = ['-n', '-M', 'prepared', '-c', '1', '-T', '1', '-f', file];
  const told = postgres.run('pgbench', ...parameters, database);
  return Number(/latency average = ([\d.]+) ms/.exec(told)?.[1]);
}

export function databaseTable(measured: readonly Measured[]): string {
  const lines = measured.map(
    ({ rows, tombstones, what, ms, ratio }) =>
      `| ${rows.toLocaleString('en')} | ${tombstones.toLocaleString('en')} | ${what} | ${ms.toFixed(2)} | ${ratio.toFixed(1)} |`,
  );
  return [
    '| rows | tombstones | call | ms | × select |',
    '| ---: | ---: | --- | ---: | ---: |',
    ...lines,
  ].join('\n');
}
