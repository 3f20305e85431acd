import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { learningSlug, projectSlug } from '../../src/content/addresses.ts';
import { kinds } from '../../src/content/kinds.ts';
import { createDatabase } from '../../src/engine/mirror/database.ts';
import { adoptMirror } from '../../src/engine/mirror/derive.ts';
import { readOutbox } from '../../src/engine/outbox/queue.ts';
import type { Page, Remote } from '../../src/engine/sync/protocol.ts';
import { as, emptyDatabase, newUser } from '../support/database.ts';
import { exchangeOf, mirrorRows, never } from '../support/device.ts';
import { Follower } from '../support/follower.ts';
import { openOlder } from '../support/older-mirror.ts';

/**
 * The last version in which texts were no Markdown: its database with its sample content, and a device of it with unsent edits,
 * are taken over. Its files come from the history; a clone without one has nothing to take over.
 */
const before = '5f7bacd1f0867e5493a9721b08f632f472bbb845';
const hasHistory = spawnSync('git', ['cat-file', '-e', `${before}:supabase/seed.sql`]).status === 0;
const git = (...words: string[]) =>
  execFileSync('git', words, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });

const folder = 'supabase/migrations';
// It had no profile that can be changed.
const tables = kinds.map(({ table }) => table).filter((table) => table !== 'site_profile');

type Row = Record<string, unknown> & { id: string };

describe.skipIf(!hasHistory)('the version before', () => {
  let server: PGlite;
  let admin: { userId: string };
  /** What each table held. */
  let was: Map<string, Row[]>;
  let device: Follower;

  const rowsIn = async (table: string): Promise<Row[]> => {
    const { rows } = await server.query<{ row: Row }>(
      `select to_jsonb(t) as row from public.${table} t order by id`,
    );
    return rows.map(({ row }) => row);
  };
  const pull = (epoch: string | null, cursor: number, horizon: number) =>
    as(server, admin, async (query) => {
      const { rows } = await query<{ page: Page }>('select sync_pull($1, $2, $3) as page', [
        ...[epoch, cursor, horizon],
      ]);
      return rows[0]!.page;
    });

  beforeAll(async () => {
    server = await emptyDatabase();
    const old = git('ls-tree', '--name-only', `${before}:${folder}`).trim().split('\n');
    for (const name of old) await server.exec(git('show', `${before}:${folder}/${name}`));
    await server.exec(git('show', `${before}:supabase/seed.sql`));
    admin = await newUser(server, { admin: true });
    was = new Map();
    for (const table of tables) was.set(table, await rowsIn(table));
    device = new Follower(pull);
    await device.catchUp();
    const later = readdirSync(folder).filter((name) => !old.includes(name));
    for (const name of later.sort()) await server.exec(readFileSync(`${folder}/${name}`, 'utf8'));
  });
  afterAll(() => server.close());

  it.each(tables)('keeps every row, text and value of %s', async (table) => {
    const is = await rowsIn(table);
    const rows = was.get(table) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    expect(is).toHaveLength(rows.length);
    for (const { slug, ...values } of rows) {
      expect(is.find(({ id }) => id === values.id)).toMatchObject(values);
      if (typeof slug === 'string' && slug !== '')
        expect(is.find(({ id }) => id === values.id)?.slug).toBe(slug);
    }
  });

  it.each([
    ['projects', projectSlug],
    ['learnings', learningSlug],
  ] as const)('ADDRESS-2: every address of %s leads there still', async (table, slugOf) => {
    const is = await rowsIn(table);
    for (const row of was.get(table) ?? []) {
      // An item had its own address, or its title's, and was found by its id.
      const address = row.slug || slugOf(String(row.title)) || row.id;
      const found = is.filter(
        ({ id, slug, former_slugs }) =>
          id === address ||
          slug === address ||
          (former_slugs as string[] | null)?.includes(String(address)),
      );
      expect([address, found.map(({ id }) => id)]).toEqual([address, [row.id]]);
    }
    for (const { slug } of is) expect(slug).toMatch(/./);
  });

  it('R40: a device of it is taken over with its rows, drafts and unsent edits, which arrive', async () => {
    const name = randomUUID();
    const old = openOlder(kinds, name, { version: 3 });
    const [changed] = was.get('learnings') ?? [];
    if (changed === undefined) throw new Error('there are learnings');
    for (const table of tables)
      await old.table(table).bulkPut(
        [...device.table(table)].map(([id, row]) => ({
          ...{ id, row, order: [0], by: {} },
          version: device.versions.get(`${table}/${id}`),
        })),
      );
    const content = `${changed.content}\n\n    indented, and <b>bold</b>`;
    const made: Row = {
      ...changed,
      id: randomUUID(),
      title: 'Made below ground',
      created_at: null,
    };
    const row = device.table('learnings').get(changed.id);
    await old.table('learnings').update(changed.id, { row: { ...row, content } });
    await old.table('learnings').put({ id: made.id, version: 0, row: made, order: [0], by: {} });
    const version = device.versions.get(`learnings/${changed.id}`);
    await old.table('pristine').bulkPut([
      { table: 'learnings', id: changed.id, version, row },
      { table: 'learnings', id: made.id, version: 0, row: null },
    ]);
    const { id: _, created_at: __, ...values } = made;
    const edit = (id: string, label: string, change: object) => ({
      ...{ id: randomUUID(), account: admin.userId, at: 1, heldUntil: null, label },
      ...{ rows: [`learnings/${id}`], after: [], attempts: 0, sent: false },
      changes: [{ table: 'learnings', id, ...change }],
    });
    await old
      .table('outbox')
      .bulkAdd([
        edit(changed.id, 'Edit', { op: 'update', values: { content }, before: row }),
        edit(made.id, 'Add', { op: 'insert', values, blank: made }),
      ]);
    await old.table('drafts').put({ key: 'learnings/new', fields: { content: '# Half' }, at: 1 });
    const { epoch, cursor } = device;
    await old.table('meta').bulkPut([
      {
        key: 'account',
        value: { userId: admin.userId, email: 'a@example.com', isAdmin: true, expired: false },
      },
      { key: 'model', value: before },
      { key: 'position', value: { epoch, cursor, horizon: cursor, complete: true } },
    ]);
    old.close();

    const database = createDatabase(kinds, name, { model: 'new' });
    await adoptMirror(database);
    // Without a network yet.
    for (const table of tables) {
      const held = await mirrorRows(database, table);
      const rows = [...device.table(table).values()] as Row[];
      expect(held.size).toBe(rows.length + (table === 'learnings' ? 1 : 0));
      for (const it of rows)
        expect(held.get(it.id)).toMatchObject(it.id === changed.id ? { ...it, content } : it);
    }

    await exchangeOf(database, remoteTo(server, admin))(never);
    expect(await readOutbox(database)).toMatchObject({ waiting: [], rejected: [] });
    expect(await database.drafts.toArray()).toMatchObject([{ fields: { content: '# Half' } }]);
    for (const table of tables) {
      const held = await mirrorRows(database, table);
      const rows = await rowsIn(table);
      expect([...held.keys()].sort()).toEqual(rows.map(({ id }) => id).sort());
      for (const it of rows) expect(held.get(it.id)).toMatchObject(textsOf(it));
    }
    const is = await rowsIn('learnings');
    expect(is.find(({ id }) => id === changed.id)?.content).toBe(content);
    expect(is.find(({ id }) => id === made.id)).toMatchObject({
      ...{ title: made.title, content: made.content, slug: 'made-below-ground' },
    });
    database.close();
  });
});

/** Without times, which the database writes in another way in JSON than an answer does. */
function textsOf(row: Row): Row {
  const texts = Object.entries(row).filter(([name]) => !name.endsWith('_at'));
  return Object.fromEntries(texts) as Row;
}

function remoteTo(server: PGlite, caller: { userId: string }): Remote {
  const ask = (call: string, values: unknown[]) =>
    as(server, caller, async (query) => {
      const { rows } = await query<{ page: Page }>(`select ${call} as page`, values);
      return rows[0]!.page;
    });
  return {
    pull: ({ epoch, cursor, horizon, rows, pending }) =>
      ask('sync_pull($1, $2, $3, $4, $5)', [epoch, cursor, horizon, rows, pending]),
    async ready() {},
    push: ({ epoch, cursor, horizon, rows, mutations }) =>
      ask('sync_push($1, $2, $3, $4, $5)', [
        ...[epoch, JSON.stringify(mutations), cursor, horizon, rows],
      ]),
    watch: () => () => {},
  };
}
