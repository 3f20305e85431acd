import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, migratedDatabase, migrations } from '../../support/database.ts';
import { admin, mutation, outcomes, push, database as pushed } from '../../support/pushing.ts';

/** The rules of `updated_at` stand above their trigger, in the migration. */

let database: PGlite;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.close());

const long = '2020-01-01T00:00:00Z';

/** Whether each of some changes of a new row dates it. */
async function datedBy(
  table: string,
  [columns, values]: readonly [string, string],
  ...changes: string[]
): Promise<boolean[]> {
  const id = randomUUID();
  await database.exec(`insert into ${table} (id, ${columns}) values ('${id}', ${values})`);
  const dated: boolean[] = [];
  for (const change of changes) {
    await database.exec(`update ${table} set updated_at = null where id = '${id}'`);
    await database.exec(`update ${table} set ${change} where id = '${id}'`);
    const { rows } = await database.query<{ is: boolean }>(
      `select updated_at is not null as is from ${table} where id = '${id}'`,
    );
    dated.push(rows[0]!.is);
  }
  return dated;
}

describe('DATA-8: the time of the last change', () => {
  it.each([
    ['learnings', ['title', "'t'"], ['title', 'description', 'content', 'link']],
    ['projects', ['title', "'t'"], ['title', 'description', 'details', 'image_url']],
    ['resources', ['title', "'t'"], ['title', 'description', 'link_url', 'image_url', 'tags']],
    ['ai_tools', ['name', "'t'"], ['name', 'bio', 'picture', 'hyperlink', 'tag']],
    ['commentaries', ['title, content', "'t', 'c'"], ['title', 'content', 'image_url']],
  ] as const)('of a row of %s is set by its content', async (table, values, columns) => {
    const changes = columns.map((column) => `${column} = 'other'`);
    expect(await datedBy(table, values, ...changes)).toEqual(columns.map(() => true));
    const dates = ["created_at = '2014-01-01'", `${columns[0]} = ${columns[0]}`];
    expect(await datedBy(table, values, ...dates)).toEqual([false, false]);
  });

  it('is not set by order, by what the row belongs to, or by an address', async () => {
    const project = randomUUID();
    await database.exec(`insert into projects (id, title) values ('${project}', 'p')`);
    const changes = ['rank = 4', `project_id = '${project}'`];
    expect(await datedBy('learnings', ['title', "'t'"], ...changes)).toEqual([false, false]);
    await database.exec(`delete from projects where id = '${project}'`);
    const { rows } = await database.query(
      'select from learnings where updated_at is not null and project_id is null and rank = 4',
    );
    expect(rows).toEqual([]);
    expect(
      await datedBy('projects', ['title', "'t'"], "slug = 'other'", "status = 'done'"),
    ).toEqual([false, true]);
  });

  it('is null for a new row, kept where it is given, and moves with the next change', async () => {
    const id = randomUUID();
    const at = async () => {
      const { rows } = await database.query<{ at: Date | null }>(
        `select updated_at as at from learnings where id = '${id}'`,
      );
      return rows[0]!.at?.toISOString() ?? null;
    };
    await database.exec(`insert into learnings (id, title) values ('${id}', 't')`);
    expect(await at()).toBeNull();
    await database.exec(
      `update learnings set title = 'u', updated_at = '${long}' where id = '${id}'`,
    );
    expect(await at()).toBe(new Date(long).toISOString());
    await database.exec(`update learnings set title = 'v' where id = '${id}'`);
    expect(Date.parse((await at())!)).toBeGreaterThan(Date.parse('2026-01-01'));
  });
});

describe('a push', () => {
  it('of an edit answers with the time of the change, several in one statement included', async () => {
    const rows = [0, 1, 2].map((n) => ({ id: randomUUID(), title: `t${n}` }));
    const insert = (row: { id: string; title: string }) =>
      mutation({ op: 'insert', table: 'learnings', id: row.id, values: { title: row.title } });
    const edit = (row: { id: string; title: string }, values: object) =>
      mutation({ op: 'update', table: 'learnings', id: row.id, values, base: {} });
    expect(admin.userId).toBeTruthy();
    const added = await push(...rows.map(insert));
    expect(added.changes.map(({ row }) => row?.updated_at)).toEqual([null, null, null]);
    const edited = await push(...rows.map((row) => edit(row, { title: `${row.title}!` })));
    expect(outcomes(edited)).toEqual(Array(3).fill(['applied', null]));
    for (const { row } of edited.changes)
      expect(Date.parse(String(row?.updated_at))).toBeGreaterThan(0);
    // A trigger that is not called sync_… would cut the run (sync.runs).
    const { rows: runs } = await pushed.query(`select place from sync.runs($1, $2)`, [
      JSON.stringify(
        rows.map((row) => edit(row, { title: 'x' })).map((it, n) => ({ ...it, id: rows[n]!.id })),
      ),
      rows.map(({ id }) => id),
    ]);
    expect(runs).toHaveLength(1);
    await pushed.exec('delete from learnings');
  });
});

describe('a database that has such a column already', () => {
  it.each(['timestamp not null default now()', 'date', 'timestamptz default now()'])(
    'of %s keeps its values, as UTC, and gives new rows none',
    async (type) => {
      const earlier = await emptyDatabase();
      await earlier.exec(`set timezone to 'Asia/Tokyo';
        create table learnings (id uuid primary key, title text not null, updated_at ${type});
        insert into learnings values ('${randomUUID()}', 'old', '2025-05-05 00:00${type.startsWith('timestamptz') ? '+00' : ''}')`);
      for (const migration of migrations) await earlier.exec(migration);
      await earlier.exec("insert into learnings (title) values ('new')");
      const { rows } = await earlier.query(
        `select title, updated_at at time zone 'UTC' = '2025-05-05' as is_kept from learnings order by title desc`,
      );
      expect(rows).toEqual([
        { title: 'old', is_kept: true },
        { title: 'new', is_kept: null },
      ]);
      await earlier.close();
    },
  );
});
