import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { isInvisible } from '../../src/lib/invisible.ts';
import { emptyDatabase, migrations } from '../support/database.ts';
import { database } from '../support/pushing.ts';

/** Names of which nothing can be seen (supabase/migrations/20261129210000_names_are_seen.sql); every kind: every-kind.test.ts. */

const ours = migrations.findIndex((sql) => sql.includes('function sync.keep_name()'));

it('DATA-6: the database and the site agree on each character', async () => {
  const [, pattern] = /name ~ '(.*)'/.exec(migrations[ours] ?? '') ?? [];
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
