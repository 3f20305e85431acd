import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Page } from '../../src/engine/sync/protocol.ts';
import { isInvisible } from '../../src/lib/invisible.ts';
import { as, emptyDatabase, migrations, newUser } from '../support/database.ts';
import { database } from '../support/pushing.ts';

/** Names of which nothing can be seen (supabase/migrations/20261129210000_names_are_seen.sql); every kind: every-kind.test.ts. */

const ours = migrations.findIndex((sql) => sql.includes('create function sync.keep_name()'));
const newest = migrations.findLast((sql) => sql.includes('function sync.keep_name()'));

it('DATA-6: the database and the site agree on each character', async () => {
  const [, pattern] = /name ~ '(.*)'/.exec(newest ?? '') ?? [];
  const { rows } = await database.query<{ refused: number[] }>(
    `select array_agg(c order by c) as refused from generate_series(1, 1114111) c
     where not c between 55296 and 57343 and chr(c) !~ $1`,
    [pattern],
  );
  const unseen = Array.from({ length: 0x10ffff }, (_, n) => n + 1).filter(
    (c) => (c < 0xd800 || c > 0xdfff) && isInvisible(String.fromCodePoint(c)),
  );
  expect(unseen.length).toBeGreaterThan(4_000);
  expect(rows[0]?.refused.join()).toBe(unseen.join());
});

it('DATA-6: a name of characters that are seen, and of others, is taken', async () => {
  const title = '\u200b\u0410\ufe0f\n\u3164';
  const { rows } = await database.query(
    'insert into learnings (title) values ($1) returning title',
    [title],
  );
  expect(rows).toEqual([{ title }]);
});

it('DATA-6: a row from before keeps such a name, and can be edited, left by what it belongs to, and named', async () => {
  const older = await emptyDatabase();
  for (const sql of migrations.slice(0, ours)) await older.exec(sql);
  const [project, learning] = [randomUUID(), randomUUID()];
  await older.exec(`insert into projects (id, title) values ('${project}', 'Named');
    insert into learnings (id, title, project_id) values ('${learning}', U&'\\200B', '${project}')`);
  for (const sql of migrations.slice(ours)) await older.exec(sql);
  const write = (column: string, value: string) =>
    older.query(`update learnings set ${column} = $1 where id = $2`, [value, learning]);
  await write('description', 'Edited.');
  await write('title', '\u200b');
  await older.exec(`delete from projects where id = '${project}'`);
  await expect(write('title', '\u3164')).rejects.toMatchObject({
    code: '23514',
    message: 'nothing can be seen of its title',
  });
  const { rows } = await older.query('select title, description, project_id from learnings');
  expect(rows).toEqual([{ title: '\u200b', description: 'Edited.', project_id: null }]);
  await write('title', 'Named');
  await older.close();
});

it('DATA-6: a row from before that was deleted with such a name is restored with it, by a device too, and an earlier version of a row', async () => {
  const older = await emptyDatabase();
  for (const sql of migrations.slice(0, ours)) await older.exec(sql);
  const [deleted, renamed] = [randomUUID(), randomUUID()];
  await older.exec(`insert into learnings (id, title)
    values ('${deleted}', U&'\\200B'), ('${renamed}', U&'\\3164')`);
  for (const sql of migrations.slice(ours)) await older.exec(sql);
  await older.exec(`delete from learnings where id = '${deleted}';
    update learnings set title = 'Named' where id = '${renamed}'`);
  const owner = await newUser(older, { admin: true });
  const restore = (op: string, id: string, title: string) =>
    as(older, owner, async (query) => {
      const change = { table: 'learnings', op, id, values: { title } };
      const { rows } = await query<{ answer: Page }>(
        'select sync_push(sync.epoch(), $1, 0, 0) as answer',
        [JSON.stringify([{ id: randomUUID(), changes: [change] }])],
      );
      return rows[0]!.answer.answers.map(({ outcome, code }) => [outcome, code]);
    });
  expect(await restore('insert', deleted, '\u3164')).toEqual([['rejected', '23514']]);
  expect(await restore('insert', randomUUID(), '\u200b')).toEqual([['rejected', '23514']]);
  expect(await restore('insert', deleted, '\u200b')).toEqual([['applied', null]]);
  expect(await restore('update', renamed, '\u200b')).toEqual([['rejected', '23514']]);
  expect(await restore('update', renamed, '\u3164')).toEqual([['applied', null]]);
  await older.close();
});
