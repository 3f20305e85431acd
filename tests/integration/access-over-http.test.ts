import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { publishedTables } from '../support/published-tables.ts';
import { takeConsole } from '../support/setup.ts';
import { nameOfPixel, redPixel } from '../support/small-pictures.ts';
import { supabaseClient } from '../support/supabase-client.ts';

/** X3: what the API allows to whom, tried with the publishable key, as anybody on the internet can. */

type Who = 'a visitor' | 'somebody signed in' | 'an admin';
const everybody: readonly Who[] = ['a visitor', 'somebody signed in', 'an admin'];

/** The rights of a caller on a table; everything else is refused. */
interface Rights {
  reads: 'all' | 'own' | 'nothing';
  writes: readonly ('insert' | 'update' | 'delete')[];
}

const published = await publishedTables();
const contentTables = published.map(({ name }) => name);

const ofContent = (who: Who): Rights => ({
  reads: 'all',
  writes: who === 'an admin' ? ['insert', 'update', 'delete'] : [],
});

/** Every table, with a row that could be written and a column that could be changed. */
const tables: Readonly<
  Record<
    string,
    { row: Readonly<Record<string, unknown>>; column: string; rights: (who: Who) => Rights }
  >
> = {
  ...Object.fromEntries(
    published.map(({ name, row, column }) => [name, { row, column, rights: ofContent }]),
  ),
  user_roles: {
    row: { role: 'admin' },
    column: 'role',
    rights: (who) => ({ reads: who === 'a visitor' ? 'nothing' : 'own', writes: [] }),
  },
  sync_state: { row: {}, column: 'epoch', rights: () => ({ reads: 'all', writes: [] }) },
};

/** Every function, with arguments and its permitted callers. The tests of the tables prove its effects. */
const functions: Readonly<Record<string, { body: object; open: readonly Who[] }>> = {
  admin_count: { body: {}, open: everybody },
  claim_first_admin: { body: {}, open: ['somebody signed in', 'an admin'] },
  inbox_delete: { body: { ids: [randomUUID()] }, open: ['an admin'] },
  inbox_list: { body: {}, open: ['an admin'] },
  inbox_mark: { body: { ids: [randomUUID()], is_read: true }, open: ['an admin'] },
  inbox_open: { body: { is_open: false }, open: ['an admin'] },
  // Of a closed inbox.
  inbox_send: {
    body: { id: randomUUID(), name: 'x', email: 'x@x.x', message: 'x' },
    open: ['a visitor'],
  },
  sync_deleted: { body: {}, open: ['an admin'] },
  sync_migrations: { body: {}, open: ['a visitor'] },
  sync_pictures: { body: {}, open: ['an admin'] },
  sync_pull: { body: { epoch: null, cursor: 0 }, open: everybody },
  sync_read: { body: { cursor: 0 }, open: ['a visitor'] },
  sync_release: { body: {}, open: everybody },
  sync_push: { body: { epoch: 'x', mutations: [] }, open: ['somebody signed in', 'an admin'] },
  sync_version: { body: { at_place: 1 }, open: ['an admin'] },
  sync_versions: { body: { of_table: 'friends', of_row: randomUUID() }, open: ['an admin'] },
};

/** The id of a user that does not exist. */
let stranger: string;

let embedded: Embedded;
const clients = {} as Record<Who, SupabaseClient>;
const userIds = {} as Record<Who, string | null>;

const newClient = (headers = {}) => supabaseClient(embedded.url, { headers });

beforeAll(async () => {
  embedded = await startEmbedded();
  for (const who of everybody) clients[who] = newClient();
  userIds['a visitor'] = null;
  const { data: user } = await clients['somebody signed in'].auth.signUp({
    email: 'reader@example.com',
    password: 'long-enough',
    // As an earlier site's sign-up asked for it.
    options: { data: { role: 'admin' } },
  });
  userIds['somebody signed in'] = user.user?.id ?? '';
  const { email, password } = embedded.backend.demoAdmin;
  const { data: admin } = await clients['an admin'].auth.signInWithPassword({ email, password });
  userIds['an admin'] = admin.user?.id ?? '';
  const { data: other } = await newClient().auth.signUp({
    email: 'other@example.com',
    password: 'long-enough',
  });
  stranger = other.user?.id ?? '';
  // The sample content may have no such row.
  for (const { name } of published)
    await clients['an admin'].from(name).insert(await newRow(name, 'an admin'));
  // Somebody else's role, and answers to other accounts, which nobody may read.
  await embedded.sql(`
    insert into user_roles (user_id, role) values ('${stranger}', 'admin');
    insert into sync.ledger (mutation_id, user_id) values ('${randomUUID()}', '${stranger}')`);
});
afterAll(() => embedded.stop());
// The embedded API writes every refusal of the database to the console.
afterEach(() => void takeConsole());

async function one(sql: string): Promise<unknown> {
  return Object.values((await embedded.sql(sql))[0] ?? {})[0];
}

/** All rows of a table. */
const contents = (table: string, schema = 'public') =>
  one(`select coalesce(string_agg(t::text, '|' order by t::text), '') from ${schema}.${table} t`);

async function everything(): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const table of Object.keys(tables)) all[table] = await contents(table);
  for (const table of [
    'change',
    'ledger',
    'spelling',
    'claim_by',
    'past',
    'named_picture',
    'inbox',
    'message',
    'taken_message',
  ])
    all[`sync.${table}`] = await contents(table, 'sync');
  for (const table of ['buckets', 'objects'])
    all[`storage.${table}`] = await contents(table, 'storage');
  all.next = await one('select last_value from sync.version');
  return all;
}

async function keyOf(table: string): Promise<string> {
  return String(
    await one(
      `select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indrelid = 'public.${table}'::regclass and i.indisprimary`,
    ),
  );
}

/** A complete row to write. */
async function newRow(table: string, who: Who): Promise<Record<string, unknown>> {
  const key = await keyOf(table);
  const row = { ...tables[table]?.row };
  if (key === 'id') row[key] = randomUUID();
  if (table === 'user_roles') row.user_id = userIds[who] ?? randomUUID();
  const references = published.find(({ name }) => name === table)?.references ?? {};
  for (const [column, target] of Object.entries(references))
    row[column] = await one(`select id from ${target} limit 1`);
  return row;
}

describe('X5: a draft', () => {
  const secret = randomUUID();
  beforeAll(() =>
    embedded.sql(`
      insert into projects (id, title, published_at) values ('${secret}', 'secret', null);
      insert into tasks (project_id, content) values ('${secret}', 'secret');
      insert into learnings (title, project_id, published_at) values ('secret', '${secret}', null), ('open', '${secret}', now())`),
  );
  afterAll(() =>
    embedded.sql(
      `delete from learnings where title in ('secret', 'open'); delete from projects where id = '${secret}'`,
    ),
  );

  it.each(['a visitor', 'somebody signed in'] as const)(
    'is not told to %s, in any way',
    async (who) => {
      const client = clients[who];
      const asked = [
        client.from('projects').select('*'),
        client.from('projects').select('*').eq('id', secret),
        client.from('tasks').select('*').eq('project_id', secret),
        client.from('learnings').select('title, project_id').eq('project_id', secret),
        client.from('learnings').select('title, project_id, projects(*)').eq('title', 'open'),
        client.from('projects').select('title').eq('title', 'secret').csv(),
        client.rpc('sync_pull'),
        ...(who === 'a visitor' ? [client.rpc('sync_read', {}, { get: true })] : []),
      ];
      for (const one of asked) {
        const { data, error } = await one;
        expect(error?.message ?? JSON.stringify(data)).not.toMatch(`secret|${secret}`);
      }
      const { count } = await client
        .from('projects')
        .select('*', { count: 'exact', head: true })
        .eq('title', 'secret');
      expect(count).toBe(0);
      const { data: changed } = await client
        .from('projects')
        .update({ title: 'x' })
        .eq('id', secret)
        .select();
      expect(changed ?? []).toEqual([]);
    },
  );

  it('is told to an admin', async () => {
    const { data } = await clients['an admin'].from('projects').select('title').eq('id', secret);
    expect(data).toEqual([{ title: 'secret' }]);
    const { data: page } = await clients['an admin'].rpc('sync_pull');
    expect(JSON.stringify(page)).toContain(secret);
  });
});

describe('ACCESS-1 DIFF-4 X3: the tables', () => {
  it('are published, or named in this file', async () => {
    const rows = await embedded.sql(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
    );
    expect(rows.map(({ relname }) => relname).sort()).toEqual(Object.keys(tables).sort());
  });

  for (const [table, { column, rights }] of Object.entries(tables)) {
    for (const who of everybody) {
      const { reads, writes } = rights(who);

      it(`let ${who} read ${reads} of ${table}`, async () => {
        const { data } = await clients[who].from(table).select('*').limit(1000);
        const own = `where user_id = '${userIds[who]}'`;
        const count = { all: '', own, nothing: 'where false' }[reads];
        const wanted = Math.min(
          1000,
          Number(await one(`select count(*) from public.${table} ${count}`)),
        );
        expect(data?.length ?? 0).toBe(wanted);
      });

      it(`let ${who} ${writes.length === 0 ? 'write nothing' : writes.join(', ')} in ${table}`, async () => {
        const client = clients[who].from(table);
        const key = await keyOf(table);
        const row = await newRow(table, who);
        const steps = {
          insert: () => client.insert(row),
          update: () =>
            client.update({ [column]: column === 'epoch' ? randomUUID() : 'y' }).eq(key, row[key]),
          delete: () => client.delete().eq(key, row[key]),
        } as const;
        for (const [step, act] of Object.entries(steps)) {
          // Forbidden changes are tried on an existing row.
          if (!writes.includes(step as never) && row[key] === undefined) {
            row[key] = await one(`select ${key} from public.${table} limit 1`);
          }
          const before = await contents(table);
          const { error } = await act();
          const after = await contents(table);
          expect([step, after !== before]).toEqual([step, writes.includes(step as never)]);
          if (writes.includes(step as never)) expect(error).toBeNull();
        }
      });

      if (writes.length > 0) continue;
      it(`let ${who} change none of the rows that are in ${table}`, async () => {
        const client = clients[who].from(table);
        const key = await keyOf(table);
        const held = await one(`select ${key} from public.${table} limit 1`);
        const before = await everything();
        const value = column === 'epoch' ? randomUUID() : 'y';
        await client.update({ [column]: value }).eq(key, held);
        await client.update({ [column]: value }).not(key, 'is', null);
        await client.delete().eq(key, held);
        await client.delete().not(key, 'is', null);
        await client.upsert({ ...(await newRow(table, who)), [key]: held });
        expect(await everything()).toEqual(before);
      });
    }
  }
});

describe('X3: the functions', () => {
  it('are all listed: a new one needs its line in this file', async () => {
    const rows = await embedded.sql(
      `select distinct proname from pg_proc p where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    );
    expect(rows.map(({ proname }) => proname).sort()).toEqual(Object.keys(functions).sort());
  });

  for (const [name, { body, open }] of Object.entries(functions)) {
    for (const who of everybody) {
      const allowed = open.includes(who);
      it(`${allowed ? 'let' : 'do not let'} ${who} call ${name}`, async () => {
        const before = await everything();
        const { error } = await clients[who].rpc(name, body);
        if (!allowed) expect(error).not.toBeNull();
        // Even the callable ones change nothing unless the caller is an admin.
        if (!allowed || who !== 'an admin') expect(await everything()).toEqual(before);
      });
    }
  }
});

describe('X3: what devices must not reach', () => {
  it.each([
    'change',
    'ledger',
    'claim_by',
    'past',
    'followed',
    'inbox',
    'message',
    'taken_message',
  ])('is no table called %s', async (table) => {
    for (const who of everybody) {
      const { data, error } = await clients[who].schema('sync').from(table).select('*');
      expect([data, error === null]).toEqual([null, false]);
    }
  });

  it('is no function of another schema', async () => {
    const rows = await embedded.sql(
      `select distinct proname from pg_proc where pronamespace = 'sync'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { proname } of rows) {
      for (const client of [clients['an admin'].schema('sync'), clients['an admin']]) {
        const { error } = await client.rpc(String(proname), {});
        expect([proname, error === null]).toEqual([proname, false]);
      }
    }
  });
});

describe('X3: a push', () => {
  const changes = async (table: string, who: Who) => {
    const { id: _, ...values } = await newRow(table, who);
    const held = await one(`select id from public.${table} limit 1`);
    const column = tables[table]?.column ?? '';
    return [
      { op: 'insert', table, id: randomUUID(), values },
      { op: 'update', table, id: held, values: { [column]: 'z' }, base: {} },
      { op: 'delete', table, id: held },
    ];
  };
  const pushAs = async (client: SupabaseClient, list: readonly object[]) => {
    const { data: page } = await client.rpc('sync_pull');
    const { epoch } = page;
    const mutations = list.map((change) => ({ id: randomUUID(), changes: [change] }));
    return client.rpc('sync_push', { epoch, mutations });
  };

  for (const table of contentTables) {
    for (const who of ['a visitor', 'somebody signed in'] as const) {
      it(`of ${who} has no effect in ${table}`, async () => {
        const before = await everything();
        const { data, error } = await pushAs(clients[who], await changes(table, who));
        const outcomes = (data?.answers ?? []).map(
          ({ first, code }: { first: string; code: string }) => `${first} ${code}`,
        );
        if (who === 'a visitor') expect(error).not.toBeNull();
        else expect(outcomes).toEqual(Array(3).fill('rejected 42501'));
        expect(await everything()).toEqual(before);
      });
    }

    it(`of an admin has its effect in ${table}`, async () => {
      const { data } = await pushAs(clients['an admin'], await changes(table, 'an admin'));
      expect(data.answers.map(({ first }: { first: string }) => first)).toEqual(
        Array(3).fill('applied'),
      );
    });
  }

  it.each(['user_roles', 'sync_state'])('does not reach %s for anybody', async (table) => {
    for (const who of everybody) {
      const before = { ...(await everything()), 'sync.ledger': null, next: null };
      const row = await newRow(table, who);
      await pushAs(clients[who], [
        { op: 'insert', table, id: randomUUID(), values: row },
        { op: 'insert', table: `public.${table}`, id: randomUUID(), values: row },
        { op: 'insert', table: `friends, ${table}`, id: randomUUID(), values: row },
        { op: 'delete', table, id: randomUUID() },
      ]);
      expect({ ...(await everything()), 'sync.ledger': null, next: null }).toEqual(before);
    }
  });

  it('reaches no table of another schema', async () => {
    const users = await one('select count(*) from auth.users');
    await pushAs(clients['an admin'], [
      { op: 'delete', table: 'auth.users', id: userIds['somebody signed in'] },
      { op: 'delete', table: 'users', id: userIds['somebody signed in'] },
    ]);
    expect(await one('select count(*) from auth.users')).toBe(users);
  });
});

describe('X3: pictures', () => {
  const held = nameOfPixel(redPixel);
  const asFile = () => new Blob([redPixel], { type: 'image/png' });
  beforeAll(async () => {
    const { error } = await clients['an admin'].storage.from('pictures').upload(held, asFile());
    expect(error).toBeNull();
  });

  for (const who of ['a visitor', 'somebody signed in'] as const) {
    it(`are seen by ${who}, who knows a name, and are not told, added, replaced or removed`, async () => {
      const { storage } = clients[who];
      const pictures = storage.from('pictures');
      const before = await everything();
      const found = async () => (await fetch(pictures.getPublicUrl(held).data.publicUrl)).status;
      expect(await found()).toBe(200);
      const another = nameOfPixel(new Uint8Array([1]));
      const refused = { statusCode: '403' };
      expect((await pictures.upload(another, asFile())).error).toMatchObject(refused);
      expect((await pictures.upload(another, redPixel)).error).not.toBeNull();
      expect((await pictures.upload(held, asFile(), { upsert: true })).error).toMatchObject(
        refused,
      );
      expect((await pictures.update(held, asFile())).error).toMatchObject(refused);
      expect((await pictures.createSignedUploadUrl(another)).error).not.toBeNull();
      expect((await pictures.move(held, another)).error).not.toBeNull();
      expect((await pictures.copy(held, another)).error).not.toBeNull();
      for (const path of ['', held.slice(0, 8)])
        expect((await pictures.list(path)).data ?? []).toEqual([]);
      expect((await pictures.remove([held])).data ?? []).toEqual([]);
      expect((await storage.createBucket('mine', { public: true })).error).not.toBeNull();
      expect((await storage.listBuckets()).data ?? []).toEqual([]);
      expect((await storage.emptyBucket('pictures')).error).not.toBeNull();
      expect((await storage.deleteBucket('pictures')).error).not.toBeNull();
      expect(await found()).toBe(200);
      expect(await everything()).toEqual(before);
    });
  }

  it('are listed to an admin, who adds them, and removes those that nobody can need', async () => {
    const pictures = clients['an admin'].storage.from('pictures');
    const names = async () => (await pictures.list()).data?.map(({ name }) => name);
    const removed = async () => (await pictures.remove([held])).data?.map(({ name }) => name);
    expect(await names()).toEqual([held]);
    expect(await removed()).toEqual([]);
    await embedded.sql(`update storage.objects set created_at = now() - interval '31 days'`);
    await clients['an admin']
      .from('friends')
      .insert({ name: 'x', avatar_url: `/pictures/${held}` });
    expect(await removed()).toEqual([]);
    await embedded.sql(`delete from friends where avatar_url like '/pictures/%'; delete from sync.past;
      update sync.named_picture set at = now() - interval '31 days'`);
    expect(await removed()).toEqual([held]);
    expect(await names()).toEqual([]);
    expect((await pictures.upload(held, asFile())).error).toBeNull();
  });
});

describe('X3: nobody can make themselves an admin', () => {
  it('by metadata at the sign-up', async () => {
    const before = await contents('friends');
    const add = () => clients['somebody signed in'].from('friends').insert({ name: 'x' });
    expect((await add()).error).not.toBeNull();
    await clients['somebody signed in'].auth.updateUser({ data: { role: 'admin' } });
    expect((await add()).error).not.toBeNull();
    expect(await contents('friends')).toBe(before);
  });

  it('by claiming the role while there is an admin', async () => {
    const before = await contents('user_roles');
    for (const who of everybody) await clients[who].rpc('claim_first_admin');
    expect(await contents('user_roles')).toBe(before);
  });

  it('by a forged token', async () => {
    const claims = { sub: userIds['an admin'] ?? '', role: 'authenticated', aud: 'authenticated' };
    const key = new TextEncoder().encode('not the secret, but as long as one has to be');
    const sign = (more: object) =>
      new SignJWT({ ...claims, ...more })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(key);
    const encode = (it: object) => Buffer.from(JSON.stringify(it)).toString('base64url');
    const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
    const real = (await clients['somebody signed in'].auth.getSession()).data.session;
    const [header, , signature] = (real?.access_token ?? '').split('.');
    const altered = `${header}.${encode({ ...claims, exp: 4_000_000_000 })}.${signature}`;
    const forged = [
      await sign({}),
      await sign({ role: 'service_role' }),
      unsigned,
      altered,
      'service_role',
    ];
    for (const token of forged) {
      const client = newClient({ authorization: `Bearer ${token}` });
      const before = await everything();
      await client.from('friends').insert({ name: 'forged' });
      await client
        .from('user_roles')
        .insert({ user_id: userIds['somebody signed in'], role: 'admin' });
      await client.from('friends').delete().not('id', 'is', null);
      expect(await everything()).toEqual(before);
    }
  });

  it('nor reads others’ roles through another table', async () => {
    for (const who of ['a visitor', 'somebody signed in'] as const) {
      for (const select of ['*,user_roles(*)', '*,user_roles!inner(*)', 'user_roles(*)']) {
        const { data } = await clients[who].from('projects').select(select);
        expect(JSON.stringify(data ?? [])).not.toContain(stranger);
      }
    }
  });
});
