import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { notContent } from '../../../src/content/past/content-columns.ts';
import type { Caller } from '../../support/database.ts';
import { as, emptyDatabase, migrations } from '../../support/database.ts';
import {
  admin,
  database,
  drop,
  epochFor,
  mutation,
  otherAdmin,
  outcomes,
  push,
  pushAs,
  user,
} from '../../support/pushing.ts';

/**
 * Rows as they were: the rules stand at the top of the migrations (supabase/migrations/20261127100000_history.sql, and which versions
 * stay in 20261127210000_versions_over_time.sql).
 */

const ours = migrations.findIndex((sql) => sql.includes('create table sync.past'));

interface Version {
  place: number;
  op: string;
  by: string | null;
  changed: string[];
}

interface Held {
  row: Record<string, unknown>;
  parts: { table: string; id: string; row: Record<string, unknown> }[];
  pointed: { table: string; id: string; column: string }[];
}

interface Deleted {
  place: number;
  table: string;
  id: string;
  row: Record<string, unknown>;
  parts: Record<string, number>;
  pointed: Record<string, number>;
}

async function told<Answer>(call: string, ...parameters: unknown[]): Promise<Answer> {
  return as(database, admin, async (query) => {
    const { rows } = await query<{ answer: Answer }>(`select ${call} as answer`, parameters);
    return rows[0]!.answer;
  });
}
const versions = (table: string, id: string) => told<Version[]>('sync_versions($1, $2)', table, id);
const version = (place: number | undefined) => told<Held>('sync_version($1)', place);
const deleted = () => told<Deleted[]>('sync_deleted()');

const insert = (table: string, values: Record<string, unknown>, id: string = randomUUID()) => ({
  op: 'insert' as const,
  table,
  id,
  values,
});
const update = (table: string, id: string, values: Record<string, unknown>) => ({
  op: 'update' as const,
  table,
  id,
  values,
  base: {},
});
const learning = (title = 'One') => insert('learnings', { title, description: 'd' });

async function pushed(...changes: unknown[]): Promise<void> {
  expect(outcomes(await push(mutation(...changes)))).toEqual([['applied', null]]);
}

/** Moves everything that is kept into the past. */
const daysPass = (days: number) =>
  database.exec(`update sync.past set at = at - interval '${days} days'`);
const kept = async () => {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from sync.past',
  );
  return rows[0]!.count;
};

describe('a version', () => {
  it('is kept of each change of content, with who, when and what changed', async () => {
    const row = learning();
    await pushed(row);
    await pushed(update('learnings', row.id, { title: 'Two' }));
    await pushAs(otherAdmin, [
      mutation(update('learnings', row.id, { title: 'Three', content: 'c' })),
    ]);
    await database.query(`update auth.users set email = id || '@example.com'`);
    const list = await versions('learnings', row.id);
    expect(list).toEqual([
      expect.objectContaining({
        op: 'update',
        by: `${otherAdmin.userId}@example.com`,
        changed: ['content', 'title'],
      }),
      expect.objectContaining({
        op: 'update',
        by: `${admin.userId}@example.com`,
        changed: ['title'],
      }),
    ]);
    const held = await Promise.all(list.map(({ place }) => version(place)));
    expect(held.map(({ row: was }) => [was.title, was.content])).toEqual([
      ['Two', null],
      ['One', null],
    ]);
  });

  it('is kept of what plain SQL changes, by nobody', async () => {
    const row = learning();
    await pushed(row);
    await database.exec(`update learnings set title = 'By hand' where id = '${row.id}'`);
    expect(await versions('learnings', row.id)).toMatchObject([{ by: null, changed: ['title'] }]);
  });

  it('is not kept of order, references, addresses and dates, nor of a row that is written as it was', async () => {
    const project = insert('projects', { title: 'P', description: 'd' });
    const row = learning();
    const task = insert('tasks', { content: 'T', project_id: project.id, position: 1 });
    await pushed(project, row, task);
    for (const values of [
      { rank: 4 },
      { project_id: project.id },
      { slug: 'another-address' },
      { created_at: '2020-01-01T00:00:00Z' },
      { updated_at: '2020-01-01T00:00:00Z' },
      { title: 'One' },
    ])
      await pushed(update('learnings', row.id, values));
    await pushed(update('tasks', task.id, { position: 2 }));
    expect(await versions('learnings', row.id)).toEqual([]);
    expect(await versions('tasks', task.id)).toEqual([]);
    await pushed(update('tasks', task.id, { status: 'done' }));
    expect(await versions('tasks', task.id)).toHaveLength(1);
  });

  it('is kept exactly where the change of a row dates it: both rules name the same columns', async () => {
    const { rows } = await database.query<{ name: string; dates: boolean; keeps: boolean }>(`
      select distinct a.attname as name, sync.content_in(jsonb_build_object(a.attname, 1)) <> '{}' as keeps,
        p.prosrc !~ ('[{,]' || a.attname || '[,}]') as dates
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid and p.oid = 'sync.date_change'::regproc
      join pg_attribute a on a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped`);
    expect(rows.length).toBeGreaterThan(20);
    for (const { name, dates, keeps } of rows) expect([name, keeps]).toEqual([name, dates]);
  });

  it('is of the columns that a device restores', async () => {
    const { rows } = await database.query<{ left: Record<string, unknown> }>(
      'select sync.content_in($1) as left',
      [JSON.stringify(Object.fromEntries([...notContent, 'title'].map((name) => [name, 1])))],
    );
    expect(rows[0]?.left).toEqual({ title: 1 });
    const { rows: named } = await database.query<{ source: string }>(
      `select prosrc as source from pg_proc where oid = 'sync.content_in'::regproc`,
    );
    const list = /\{(.*)\}/.exec(named[0]?.source ?? '')?.[1]?.split(',');
    expect(list?.sort()).toEqual([...notContent].sort());
  });
});

describe('what is kept is bounded', () => {
  /** The titles of the versions of a row, the last one first. */
  const titles = async (id: string) => {
    const { rows } = await database.query<{ title: string }>(
      `select row ->> 'title' as title from sync.past where row_id = $1 order by place desc`,
      [id],
    );
    return rows.map(({ title }) => title);
  };
  /** Saves with equal pauses between. */
  async function saved(id: string, name: string, times: number, pause: string): Promise<void> {
    for (let n = 1; n <= times; n++) {
      await database.exec(`update sync.past set at = at - interval '${pause}'`);
      await database.exec(`update learnings set title = '${name} ${n}' where id = '${id}'`);
    }
  }

  it('to 50 versions of a row: sixty saves of an hour leave what it was before, and the later ones', async () => {
    const row = learning('yesterday');
    await pushed(row);
    for (let n = 1; n <= 60; n++)
      await database.exec(`update learnings set title = '${n}' where id = '${row.id}'`);
    const list = await titles(row.id);
    expect(list).toHaveLength(50);
    expect([list[0], list.at(-2), list.at(-1)]).toEqual(['59', '11', 'yesterday']);
    expect((await versions('learnings', row.id)).length).toBe(50);
  });

  it('so that what it was yesterday outlives a day with 200 saves, and what it was before each of three such days', async () => {
    const row = learning('start');
    await pushed(row);
    for (let day = 1; day <= 3; day++) {
      // Ten hours of work, and a night.
      await saved(row.id, `day ${day}`, 200, '3 minutes');
      const list = await titles(row.id);
      expect(list.length).toBeLessThanOrEqual(50);
      expect(list.slice(0, 10)).toEqual(
        Array.from({ length: 10 }, (_, n) => `day ${day} ${199 - n}`),
      );
      for (let before = 0; before < day; before++)
        expect(list).toContain(before === 0 ? 'start' : `day ${before} 200`);
      await database.exec(`update sync.past set at = at - interval '14 hours'`);
    }
  });

  it('so that the oldest goes where there is one version a day', async () => {
    const row = learning('day 0');
    await pushed(row);
    await saved(row.id, 'day', 70, '1 day');
    const list = await titles(row.id);
    expect([list.length, list[0], list.at(-1)]).toEqual([50, 'day 69', 'day 20']);
  });

  it('to 4 MB of a row, and the last one is kept whatever its size', async () => {
    const row = learning();
    await pushed(row);
    for (let n = 0; n < 5; n++)
      await database.exec(
        `update learnings set title = '${n}', content = repeat('x', 1500000) where id = '${row.id}'`,
      );
    // With what it was before.
    expect(await titles(row.id)).toEqual(['3', '2', 'One']);
    await database.exec(
      `update learnings set content = repeat('y', 5000000) where id = '${row.id}'`,
    );
    await database.exec(`update learnings set title = 'last' where id = '${row.id}'`);
    expect(await versions('learnings', row.id)).toMatchObject([{ changed: ['title'] }]);
  });

  it('to 30 days after a deletion; later writes prune it, and no other row', async () => {
    await database.exec('delete from learnings; delete from sync.past');
    const [gone, restored, here] = [learning('gone'), learning('restored'), learning('here')];
    await pushed(gone, restored, here);
    for (const { id } of [gone, restored, here])
      await pushed(update('learnings', id, { title: 'changed' }));
    await pushed(drop(gone.id, 'learnings'), drop(restored.id, 'learnings'));
    await pushed(restored);
    await daysPass(31);
    expect(await deleted()).toEqual([]);
    const before = await kept();
    for (let n = 0; n < 32; n++) await pushed(update('learnings', here.id, { title: `${n}` }));
    expect(await versions('learnings', gone.id)).toEqual([]);
    expect(await versions('learnings', restored.id)).toHaveLength(2);
    expect(await kept()).toBe(before + 32 - 2);
  });

  it('but a row that was deleted twice is kept from the second time on', async () => {
    const row = learning('twice');
    await pushed(row);
    await pushed(drop(row.id, 'learnings'));
    await daysPass(31);
    await pushed(row);
    await pushed(drop(row.id, 'learnings'));
    await database.exec('select sync.prune_past()');
    expect(await versions('learnings', row.id)).toHaveLength(2);
  });
});

describe('a deleted row', () => {
  it('is told with what went with it and what pointed to it, and is gone from the list once it is back', async () => {
    await database.exec('delete from sync.past');
    const project = insert('projects', { title: 'P', description: 'd'.repeat(1000) });
    const tasks = ['a', 'b'].map((content) =>
      insert('tasks', { content, project_id: project.id, position: 1 }),
    );
    const one = insert('learnings', { title: 'L', description: 'd', project_id: project.id });
    await pushed(project, ...tasks, one);
    await pushed(drop(tasks[0]!.id, 'tasks'));
    await pushed(drop(project.id, 'projects'));

    const list = await deleted();
    // The task that was deleted before, by itself, cannot come back without its project, and is told after it.
    expect(list.map(({ table }) => table)).toEqual(['projects', 'tasks']);
    expect(list[0]).toMatchObject({
      id: project.id,
      parts: { tasks: 1 },
      pointed: { learnings: 1 },
    });
    expect(String(list[0]?.row.description)).toHaveLength(200);

    const held = await version(list[0]?.place);
    expect(held.row).toMatchObject({ id: project.id, description: 'd'.repeat(1000), slug: 'p' });
    expect(held.parts).toMatchObject([{ table: 'tasks', id: tasks[1]!.id, row: { content: 'b' } }]);
    expect(held.pointed).toEqual([{ table: 'learnings', id: one.id, column: 'project_id' }]);
    // A deletion sets a reference to null: that is no version of the learning.
    expect(await versions('learnings', one.id)).toEqual([]);

    await pushed(project);
    expect((await deleted()).map(({ table }) => table)).toEqual(['tasks', 'tasks']);
  });

  it('is told once for each row, however often it was deleted', async () => {
    await database.exec('delete from sync.past');
    const row = learning();
    for (let n = 0; n < 3; n++) await pushed(row, drop(row.id, 'learnings'));
    const list = await deleted();
    expect(list.map(({ id }) => id)).toEqual([row.id]);
  });

  it('comes without columns that the table has no longer', async () => {
    const row = learning();
    await pushed(row, drop(row.id, 'learnings'));
    const [{ place = 0 } = {}] = await deleted();
    await database.exec(`update sync.past set row = row || '{"once": 1}' where place = ${place}`);
    expect((await version(place)).row).not.toHaveProperty('once');
  });

  it('is told as one, however many are deleted with it', async () => {
    await database.exec('delete from sync.past');
    const project = randomUUID();
    await database.exec(`insert into projects (id, title) values ('${project}', 'P');
      insert into tasks (project_id, content) select '${project}', n::text from generate_series(1, 800) n`);
    await pushed(drop(project, 'projects'));
    expect(await deleted()).toMatchObject([{ table: 'projects', parts: { tasks: 800 } }]);
  });
});

describe('what rows were', () => {
  it('is told to admins only', async () => {
    const calls = [
      `sync_versions('learnings', gen_random_uuid())`,
      'sync_version(1)',
      'sync_deleted()',
    ];
    for (const call of calls) {
      for (const caller of ['anon', user] satisfies Caller[]) {
        const asked = as(database, caller, (query) => query(`select ${call}`));
        await expect(asked).rejects.toMatchObject({ code: '42501' });
      }
    }
    for (const caller of ['anon', user, admin] satisfies Caller[]) {
      const read = as(database, caller, (query) => query('select from sync.past'));
      await expect(read).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('is no part of the feed, and the migration begins no new history', async () => {
    const earlier = await emptyDatabase();
    for (const sql of migrations.slice(0, ours)) await earlier.exec(sql);
    const epoch = async () =>
      (await earlier.query<{ epoch: string }>('select sync.epoch() as epoch')).rows[0]?.epoch;
    const before = await epoch();
    await earlier.exec(migrations[ours] ?? '');
    expect(await epoch()).toBe(before);
    await earlier.close();

    const row = learning();
    await pushed(row);
    const here = await epochFor(admin);
    const { changes } = await push(mutation(update('learnings', row.id, { title: 'Two' })));
    expect(changes.map(({ table }) => table)).toEqual(['learnings']);
    expect(await epochFor(admin)).toBe(here);
  });

  it('does not keep edits of one sort from sharing a statement', async () => {
    const sent = [0, 1, 2].map((n) => mutation(insert('friends', { name: `${n}` })));
    const { rows } = await database.query('select place from sync.runs($1, $2)', [
      JSON.stringify(sent),
      sent.map(({ id }) => id),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('is kept of every published table', async () => {
    const { rows } = await database.query(`
      select f.name from sync.followed f where 2 <> (
        select count(*) from pg_trigger t where t.tgrelid = f.content and t.tgfoid = 'sync.keep_past'::regproc)`);
    expect(rows).toEqual([]);
  });
});

describe('a site that is here already', () => {
  it('has its rows without a version, and keeps the next ones', async () => {
    const earlier = await emptyDatabase();
    for (const sql of migrations.slice(0, ours)) await earlier.exec(sql);
    await earlier.exec(`insert into learnings (title) values ('old')`);
    await earlier.exec(migrations[ours] ?? '');
    await earlier.exec(`update learnings set title = 'new'`);
    const { rows } = await earlier.query(`select row ->> 'title' as title from sync.past`);
    expect(rows).toEqual([{ title: 'old' }]);
    await earlier.close();
  });
});
