import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressesIn, learningSlug, projectSlug } from '../../src/content/addresses.ts';
import { registry } from '../../src/content/kinds.ts';
import { as, emptyDatabase, migrations, newUser } from '../support/database.ts';
import { database, mutation, otherAdmin, outcomes, push, pushAs } from '../support/pushing.ts';

/** The addresses that the database gives (supabase/migrations/20261126100000_lasting_addresses.sql). */

const ours = migrations.findIndex((sql) => sql.includes('function sync.keep_address()'));

interface Row {
  id: string;
  title: string;
  slug: string;
  former_slugs: string[] | null;
}

const rowsIn = async (of: PGlite, table: string): Promise<Row[]> =>
  (await of.query<Row>(`select * from public.${table} order by title collate "C", id`)).rows;

describe.each(['learnings', 'projects'] as const)('an address of %s', (table) => {
  beforeEach(() => database.exec(`delete from public.${table}`));

  const add = async (title: string, columns: Record<string, unknown> = {}): Promise<string> => {
    const id = randomUUID();
    const row = { id, title, description: 'x', ...columns };
    await database.query(
      `insert into public.${table} (${Object.keys(row)}) select ${Object.keys(row)} from jsonb_populate_record(null::public.${table}, $1)`,
      [JSON.stringify(row)],
    );
    return id;
  };
  const write = (id: string, column: string, value: unknown) =>
    database.query(`update public.${table} set ${column} = $2 where id = $1`, [id, value]);
  const rowOf = async (id: string): Promise<[string, string[] | null]> => {
    const row = (await rowsIn(database, table)).find((it) => it.id === id);
    return [row?.slug ?? '', row?.former_slugs ?? null];
  };

  it('ADDRESS-1: follows from the title when it is first published, and stays when the title changes', async () => {
    const id = await add('Chunking, twice');
    await write(id, 'title', 'Something else');
    expect(await rowOf(id)).toEqual(['chunking-twice', null]);
  });

  it('ADDRESS-1: is unique: later ones get -2 and -3, also within a statement', async () => {
    await database.exec(
      `insert into public.${table} (title) values ('Twin'), ('Twin'); insert into public.${table} (title) values ('Twin!')`,
    );
    const slugs = (await rowsIn(database, table)).map(({ slug }) => slug);
    expect(slugs.sort()).toEqual(['twin', 'twin-2', 'twin-3']);
  });

  it('ADDRESS-1: is the id where the title has no letter that the rule keeps', async () => {
    for (const title of ['日本語', '日本 語', '🚀', '-- !?']) {
      const id = await add(title);
      expect(await rowOf(id)).toEqual([id, null]);
      await write(id, 'title', 'Readable now');
      expect(await rowOf(id)).toEqual([id, null]);
    }
  });

  it('ADDRESS-1: is written by hand, but never empty, a step of a path or that of another item', async () => {
    const [id, other] = [await add('One'), await add('Other')];
    for (const [written, kept] of [
      ['llama.cpp', 'llama.cpp'],
      ['', 'one'],
      ['..', 'one'],
      [null, 'one'],
      ['other', 'other-2'],
      [other, `${other}-2`],
      [other.toUpperCase(), `${other.toUpperCase()}-2`],
    ]) {
      await write(id, 'slug', written);
      expect([written, (await rowOf(id))[0]]).toEqual([written, kept]);
    }
  });

  it('ADDRESS-2: leaves the former ones behind, which nobody else gets and which it may take back', async () => {
    const id = await add('First');
    for (const slug of ['second', 'third', 'fourth']) await write(id, 'slug', slug);
    expect(await rowOf(id)).toEqual(['fourth', ['first', 'second', 'third']]);
    expect(await rowOf(await add('Second'))).toEqual(['second-2', null]);
    await write(id, 'slug', 'second');
    expect(await rowOf(id)).toEqual(['second', ['first', 'third', 'fourth']]);
    await write(id, 'slug', null);
    expect(await rowOf(id)).toEqual(['first', ['third', 'fourth', 'second']]);
  });

  it('ADDRESS-2: gives a former one away if the owner takes it out', async () => {
    const id = await add('First');
    await write(id, 'slug', 'second');
    await write(id, 'former_slugs', []);
    expect(await rowOf(await add('First'))).toEqual(['first', null]);
    await write(id, 'former_slugs', ['first', 'second', 'x', 'x', '..']);
    expect(await rowOf(id)).toEqual(['second', ['x']]);
  });

  it('ADDRESS-2: comes back with its former ones when a deleted item is restored', async () => {
    const id = await add('First');
    await write(id, 'slug', 'second');
    await database.query(`delete from public.${table}`);
    const back = await add('First', { slug: 'second', former_slugs: ['first', 'zeroth'] });
    expect(await rowOf(back)).toEqual(['second', ['first', 'zeroth']]);
    const late = await add('First', { slug: 'second', former_slugs: ['first', 'minus'] });
    expect(await rowOf(late)).toEqual(['second-2', ['minus']]);
  });

  it('is given to thousands of one title in a statement', async () => {
    await database.exec(
      `insert into public.${table} (title) select 'Same' from generate_series(1, 3000)`,
    );
    const slugs = new Set((await rowsIn(database, table)).map(({ slug }) => slug));
    expect(slugs.size).toBe(3000);
    expect(slugs.has('same') && slugs.has('same-2') && slugs.has('same-3000')).toBe(true);
  });

  it('is of any length', async () => {
    const title = 'word '.repeat(2000).trim();
    const [id, other] = [await add(title), await add(title)];
    expect((await rowOf(id))[0]).toBe(title.replaceAll(' ', '-'));
    expect((await rowOf(other))[0]).toBe(`${title.replaceAll(' ', '-')}-2`);
    await write(id, 'slug', 'short');
    expect(await rowOf(id)).toEqual(['short', [title.replaceAll(' ', '-')]]);
    expect((await rowOf(await add(title)))[0]).toBe(`${title.replaceAll(' ', '-')}-3`);
  });

  it('ADDRESS-1: two devices add items of one title without a network: both are kept, with an address each', async () => {
    const of = () => ({
      op: 'insert',
      table,
      id: randomUUID(),
      values: { title: 'Made offline', description: 'x', slug: null },
    });
    const [first, second] = [of(), of()];
    expect(outcomes(await push(mutation(first)))).toEqual([['applied', null]]);
    const late = await pushAs(otherAdmin, [mutation(second)]);
    expect(outcomes(late)).toEqual([['applied', null]]);
    expect(late.changes.find(({ id }) => id === second.id)?.row).toMatchObject({
      slug: 'made-offline-2',
    });
    const rename = (id: string, slug: string) =>
      mutation({ op: 'update', table, id, values: { slug }, base: { slug: null } });
    // Both want the same address again; what became of it is nobody else's value.
    expect(outcomes(await push(rename(first.id, 'mine')))).toHaveLength(1);
    expect(outcomes(await pushAs(otherAdmin, [rename(second.id, 'mine')]))).toHaveLength(1);
    expect(await rowOf(first.id)).toEqual(['mine', ['made-offline']]);
    expect(await rowOf(second.id)).toEqual(['mine-2', ['made-offline-2']]);
  });

  it('ADDRESS-1: items of one title that come in one push have an address each, in their order', async () => {
    const of = () => ({ op: 'insert', table, id: randomUUID(), values: { title: 'Thrice' } });
    const three = [of(), of(), of()];
    const added = await push(...three.map((it) => mutation(it)));
    expect(outcomes(added)).toEqual(Array(3).fill(['applied', null]));
    const slugs = await Promise.all(three.map(async ({ id }) => (await rowOf(id))[0]));
    expect(slugs).toEqual(['thrice', 'thrice-2', 'thrice-3']);
    // Two that change places in one push: each address is another's when it is asked for.
    const [one, two] = three.map(({ id }, place) =>
      mutation({
        ...{ op: 'update', table, id, base: {} },
        values: { slug: place === 0 ? 'thrice-2' : 'thrice' },
      }),
    );
    if (one === undefined || two === undefined) throw new Error('there are three');
    expect(outcomes(await push(one, two))).toEqual(Array(2).fill(['applied', null]));
    const all = (await rowsIn(database, table)).map(({ slug }) => slug);
    expect(new Set(all).size).toBe(all.length);
  });

  it('does not take what is hidden from its author', async () => {
    await add('Secret');
    await database.exec(`create policy "hides" on public.${table} as restrictive for select to authenticated
      using (title <> 'Secret')`);
    try {
      const of = { op: 'insert', table, id: randomUUID(), values: { title: 'Secret!' } };
      const admin = await newUser(database, { admin: true });
      const { rows } = await as(database, admin, (query) =>
        query<{ epoch: string }>('select sync.epoch() as epoch'),
      );
      await pushAs(admin, [mutation(of)], rows[0]?.epoch);
      expect(await rowOf(of.id)).toEqual(['secret-2', null]);
    } finally {
      await database.exec(`drop policy "hides" on public.${table}`);
    }
  });
});

it('ROUTE-3 ROUTE-4: the rules for titles are those of the app, whatever the letters', async () => {
  const signs = [
    ...'aZ09_-.~ /?#%&\'"<>()[]{}\\\t\n\r\v\f',
    ...'éß\u0130\u0131\u212aΣς日本語🚀\u00a0\u0085\u1680\u2003\u200b\u2028\u2029\u202f\u205f\u3000\ufeff\u0301',
  ];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const titles = Array.from({ length: 3000 }, () =>
    Array.from({ length: next(12) }, () => signs[next(signs.length)]).join(''),
  );
  const { rows } = await database.query<{ project: string; learning: string }>(
    `select sync.slug_by_title('public.projects', t) as project, sync.slug_by_title('public.learnings', t) as learning
     from unnest($1::text[]) with ordinality u (t, n) order by n`,
    [titles],
  );
  expect(rows).toEqual(
    titles.map((title) => ({ project: projectSlug(title), learning: learningSlug(title) })),
  );
});

describe('a database of the version before', () => {
  let older: PGlite;
  /** What each table held, and the address of each item then. */
  const before = new Map<string, { rows: Row[]; addresses: Map<string, string> }>();
  const tables = ['projects', 'learnings'] as const;

  beforeAll(async () => {
    older = await emptyDatabase();
    for (const sql of migrations.slice(0, ours)) await older.exec(sql);
    const day = (n: number) => `'2025-01-0${n}'`;
    await older.exec(`
      insert into projects (title, slug, created_at) values
        ('Twin', null, ${day(2)}), ('Twin!', null, ${day(1)}), ('Twin 2', null, ${day(3)}), ('Of no time', 'twin', null),
        ('By hand', 'Caf\u00e9 50% a/b?', ${day(1)}), ('Blank', '  ', ${day(1)}), ('A step', '..', ${day(1)}), ('日本語', null, ${day(1)}),
        ('Titled', null, ${day(1)}), ('Slugged', 'titled', ${day(2)}), ('Older by title', null, ${day(2)}),
        ('Oldest by slug', 'older-by-title', ${day(1)});
      insert into learnings (title, created_at) values
        ('C', ${day(2)}), ('C++', ${day(1)}), ('C#', ${day(3)}), ('C-2', ${day(4)}), ('C!', null),
        ('日本語', ${day(1)}), ('日本 語', ${day(2)}), ('中 文', ${day(1)}), ('Plain title', ${day(1)}), ('', ${day(1)});
      alter table projects drop constraint projects_status_known;
      insert into projects (title, status) values ('Broken', 'paused');
      alter table projects add constraint projects_status_known check (status in ('idea', 'in-progress', 'donezo', 'done')) not valid`);
    for (const table of tables) {
      const rows = await rowsIn(older, table);
      const items = rows.map((row) => registry[table].toItem(asSent(row) as never));
      const addressOf = addressesIn(items as { id: string; createdAt: number; slug: string }[]);
      before.set(table, {
        rows,
        addresses: new Map(items.map((item) => [item.id, addressOf(item as never)])),
      });
    }
    for (const sql of migrations.slice(ours)) await older.exec(sql);
  });
  afterAll(() => older.close());

  const asSent = (row: Row) => JSON.parse(JSON.stringify(row)) as object;

  it.each(tables)('keeps every row and every value of %s', async (table) => {
    const is = await rowsIn(older, table);
    const was = before.get(table)?.rows ?? [];
    expect(is).toHaveLength(was.length);
    for (const row of was) {
      const { slug: _, ...values } = row;
      expect(is.find(({ id }) => id === row.id)).toMatchObject(values);
    }
  });

  it.each(tables)(
    'ADDRESS-2: every address of %s that leads somewhere leads there still',
    async (table) => {
      const is = await rowsIn(older, table);
      for (const [id, address] of before.get(table)?.addresses ?? []) {
        // A row that breaks a check cannot be written, and is not shown.
        if (address === 'broken') continue;
        const found =
          is.find(({ slug }) => slug === address) ??
          is.find((row) => row.id === address) ??
          is.find(({ former_slugs }) => former_slugs?.includes(address));
        expect([address, found?.id]).toEqual([address, id]);
      }
      const written = is.filter(({ title }) => title !== 'Broken');
      const all = written.flatMap(({ slug, former_slugs }) => [slug, ...(former_slugs ?? [])]);
      expect(new Set(all).size).toBe(all.length);
      expect(all).not.toContain(null);
    },
  );

  it('ADDRESS-1: what shared an address gets one of its own', async () => {
    const slugsOf = async (table: string) =>
      (await rowsIn(older, table)).map(({ title, slug, id, former_slugs }) => [
        title,
        slug === id ? 'its id' : slug,
        ...(former_slugs ?? []),
      ]);
    expect(await slugsOf('learnings')).toEqual([
      ['', 'its id'],
      ['C', 'c-4'],
      ['C!', 'c'],
      ['C#', 'c-5'],
      ['C++', 'c-3'],
      ['C-2', 'c-2'],
      ['Plain title', 'plain-title'],
      ['中 文', 'its id', '-'],
      ['日本 語', 'its id'],
      ['日本語', 'its id'],
    ]);
    expect(await slugsOf('projects')).toEqual([
      ['A step', 'a-step'],
      ['Blank', 'blank'],
      ['Broken', null],
      ['By hand', 'Café 50% a/b?'],
      ['Of no time', 'twin'],
      ['Older by title', 'older-by-title-2'],
      ['Oldest by slug', 'older-by-title'],
      ['Slugged', 'titled-2'],
      ['Titled', 'titled'],
      ['Twin', 'twin-4'],
      ['Twin 2', 'twin-2'],
      ['Twin!', 'twin-3'],
      ['日本語', 'its id'],
    ]);
  });

  it('a row that broke a check gets its address when it is mended', async () => {
    await older.exec(`update projects set status = 'idea' where title = 'Broken'`);
    expect((await rowsIn(older, 'projects')).find(({ title }) => title === 'Broken')).toMatchObject(
      { slug: 'broken' },
    );
  });
});
