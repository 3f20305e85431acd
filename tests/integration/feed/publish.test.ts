import { afterEach, expect, it } from 'vitest';
import { as } from '../../support/database.ts';
import { database } from '../../support/pushing.ts';

/** sync.publish opens a table to everybody, so it takes none that somebody has closed in a way of their own. */

const sql = (text: string) => database.exec(text);
const secrets = `create table public.notes (id uuid primary key default gen_random_uuid(), text text);
  insert into notes (text) values ('mine');
  alter table notes enable row level security; revoke all on notes from anon`;

afterEach(() => sql('drop table public.notes; select sync.reset()'));

/** Everything that publishing changes about the table. */
async function stateOf(table: string): Promise<unknown> {
  const { rows } = await database.query(
    `select c.relacl::text, c.relrowsecurity,
       array(select p.polname || pg_get_expr(p.polqual, p.polrelid) from pg_policy p where p.polrelid = c.oid order by 1) as policies,
       array(select t.tgname from pg_trigger t where t.tgrelid = c.oid order by 1) as triggers,
       (select count(*) from sync.change h where h.table_name = $1) as noted
     from pg_class c where c.oid = $1::regclass`,
    [table],
  );
  return rows[0];
}

it.each(['select', 'insert', 'update', 'delete', 'all'])(
  'X3: a table with a policy of its own, for %s, is not published, and stays as it is',
  async (command) => {
    const rule = command === 'insert' ? 'with check (false)' : 'using (false)';
    await sql(`${secrets}; create policy "mine" on notes for ${command} ${rule}`);
    const before = await stateOf('notes');
    await expect(sql(`select sync.publish('public.notes')`)).rejects.toThrow(
      'notes has policies of its own: mine',
    );
    expect(await stateOf('notes')).toEqual(before);
    await expect(as(database, 'anon', (query) => query('select from notes'))).rejects.toMatchObject(
      { code: '42501' },
    );
  },
);

it('a table that is published already stays as it is, with its history', async () => {
  await sql(`${secrets}; select sync.publish('public.notes')`);
  const before = await stateOf('notes');
  await expect(sql(`select sync.publish('public.notes')`)).rejects.toThrow(
    'notes has policies of its own: admins delete, admins insert, admins update, anyone reads',
  );
  expect(await stateOf('notes')).toEqual(before);
});

it('a table without policies, or with restrictive ones, is published', async () => {
  await sql(`${secrets}; create policy "no secrets" on notes as restrictive for select using (text <> 'secret');
    insert into notes (text) values ('secret'); select sync.publish('public.notes')`);
  const seen = await as(database, 'anon', (query) => query('select text from notes'));
  expect(seen.rows).toEqual([{ text: 'mine' }]);
});
