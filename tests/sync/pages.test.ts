import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/content/kinds.ts';
import { createDatabase, type MirrorDatabase } from '../../src/engine/mirror/database.ts';
import type { PagesMark } from '../../src/engine/mirror/meta.ts';
import type { StoredRow } from '../../src/engine/mirror/row-page.ts';
import {
  learnFrom,
  readRows,
  replaceRows,
  writeRows,
} from '../../src/engine/mirror/stored-rows.ts';

/** The server's rows on the disk, many in one record. */

const open = (name: string = randomUUID(), pageSize = { rows: 3, bytes: 1000 }) =>
  createDatabase(kinds, name, { pageSize });

const stored = (id: string, version = 1, more: object = {}): StoredRow => ({
  id,
  version,
  row: { id, ...more },
});

const inside = <T>(database: MirrorDatabase, job: () => Promise<T>) =>
  database.transaction('rw', database.pages, database.meta, async () => job());

const write = (database: MirrorDatabase, put: StoredRow[], gone: string[] = []) =>
  inside(database, () => writeRows(database, 'friends', put, gone));

const pagesOf = async (database: MirrorDatabase) =>
  (await database.pages.toArray()).map(({ n, stamp, rows }) => [
    n,
    stamp,
    rows.map(({ id }) => id).join(''),
  ]);

describe('pages of rows', () => {
  it('R40: are rewritten one by one, each from what it holds on the disk', async () => {
    const database = open();
    await write(
      database,
      ['a', 'b', 'c', 'd'].map((id) => stored(id)),
    );
    expect(await pagesOf(database)).toEqual([
      [0, 1, 'abc'],
      [1, 1, 'd'],
    ]);
    await write(database, [stored('b', 2)]);
    await write(database, [stored('e')], ['a']);
    expect(await pagesOf(database)).toEqual([
      [0, 3, 'bc'],
      [1, 2 + 1, 'de'],
    ]);
    await write(database, [], ['b', 'c']);
    // An empty page tells its readers that its rows are gone.
    expect((await pagesOf(database))[0]).toEqual([0, 4, '']);
    expect((await readRows(database, 'friends')).map(({ id }) => id)).toEqual(['d', 'e']);
    database.close();
  });

  it('R40: are rewritten from what another tab has written meanwhile', async () => {
    const name = randomUUID();
    const [one, two] = [open(name), open(name)];
    await write(one, [stored('a'), stored('b')]);
    await write(two, [stored('c')], ['a']);
    await write(one, [stored('b', 2), stored('a', 2)]);
    const rows = await readRows(two, 'friends');
    expect(rows.map(({ id, version }) => `${id}${version}`).sort()).toEqual(['a2', 'b2', 'c1']);
    one.close();
    two.close();
  });

  it('R40: are looked up on the disk where memory is behind, or is of another database', async () => {
    const name = randomUUID();
    const [one, two] = [open(name), open(name)];
    await write(one, [stored('a'), stored('b'), stored('c')]);
    const mark = (await one.meta.get('pages'))?.value as PagesMark | undefined;
    const pages = [{ n: 0, rows: [stored('a'), stored('b'), stored('c')] }];
    const of = mark?.of ?? '';
    learnFrom(two, (table) => ({ of: table === 'friends' ? of : 'another', stamp: 1, pages }));
    // It moves to another page.
    await write(one, [], ['a']);
    await write(one, [stored('d')]);
    await write(one, [stored('a', 2), stored('e')]);
    await write(two, [stored('a', 3)]);
    expect((await pagesOf(two)).map(([n, , rows]) => [n, rows])).toEqual([
      [0, 'bcd'],
      [1, 'ae'],
    ]);
    await inside(two, () => writeRows(two, 'tracks', [stored('a')]));
    const tracks = await inside(two, () => readRows(two, 'tracks'));
    expect(tracks.map(({ id }) => id)).toEqual(['a']);
    one.close();
    two.close();
  });

  it('R40: are as they were after a write that came to nothing', async () => {
    const database = open();
    await write(database, [stored('a')]);
    const failing = inside(database, async () => {
      await writeRows(database, 'friends', [stored('b'), stored('c'), stored('d')]);
      await writeRows(database, 'friends', [stored('e')]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await write(database, [stored('e'), stored('a', 2)]);
    expect(await pagesOf(database)).toEqual([[0, 2, 'ae']]);
    database.close();
  });

  it('R40: begin anew in a database that was made anew', async () => {
    const name = randomUUID();
    const database = open(name);
    await write(
      database,
      ['a', 'b', 'c', 'd'].map((id) => stored(id)),
    );
    await database.delete();
    await database.open();
    await write(database, [stored('d'), stored('a')]);
    expect(await pagesOf(database)).toEqual([[0, 1, 'da']]);
    database.close();
  });

  it('R40: hold a row that is too large alone, and let rows go that have no room any more', async () => {
    const database = open(randomUUID(), { rows: 9, bytes: 1000 });
    const large = { text: 'x'.repeat(5000) };
    await write(database, [stored('a'), stored('b', 1, large), stored('c')]);
    expect(await pagesOf(database)).toEqual([
      [0, 1, 'ac'],
      [1, 1, 'b'],
    ]);
    await write(database, [stored('a', 2, large)]);
    expect(await pagesOf(database)).toEqual([
      [0, 2, 'a'],
      [1, 1, 'b'],
      [2, 2, 'c'],
    ]);
    database.close();
  });

  it('R40: hold exactly what was written, in whatever order two tabs write and fail', async () => {
    const id = fc.constantFrom(...'abcdefgh');
    const step = fc.record({
      tab: fc.nat(1),
      put: fc.uniqueArray(id, { maxLength: 4 }),
      gone: fc.uniqueArray(id, { maxLength: 3 }),
      all: fc.boolean(),
      fails: fc.boolean(),
      size: fc.constantFrom(1, 400, 3000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const name = randomUUID();
        const tabs = [open(name), open(name)] as const;
        const wanted = new Map<string, StoredRow>();
        for (const [n, { tab, put, gone, all, fails, size }] of steps.entries()) {
          const database = tabs[tab as 0 | 1];
          const rows = put.map((it) => stored(it, n + 1, { text: 'x'.repeat(size) }));
          const away = gone.filter((it) => !put.includes(it));
          const done = await inside(database, async () => {
            if (all) await replaceRows(database, new Map([['friends', rows]]));
            else await writeRows(database, 'friends', rows, away);
            if (fails) throw new Error('no');
            return true;
          }).catch(() => false);
          if (!done) continue;
          if (all) wanted.clear();
          for (const it of away) wanted.delete(it);
          for (const row of rows) wanted.set(row.id, row);
        }
        const held = await readRows(tabs[0], 'friends');
        const byId = (a: StoredRow, b: StoredRow) => (a.id < b.id ? -1 : 1);
        expect(held.sort(byId)).toEqual([...wanted.values()].sort(byId));
        for (const database of tabs) database.close();
      }),
      { numRuns: 60 },
    );
  });
});
