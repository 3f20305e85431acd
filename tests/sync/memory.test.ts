import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import { projects } from '../../src/content/projects/projects.ts';
import { setCurrentTrack, tracks } from '../../src/content/tracks/tracks.ts';
import type { AnyKind, BaseRow } from '../../src/engine/define.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { memoryOf } from '../../src/engine/mirror/memory.ts';
import { byId, type Content, list } from '../../src/engine/mirror/query.ts';
import { openMirror } from '../../src/engine/mirror/read.ts';
import { type Change, insert, remove, update } from '../../src/engine/mutation.ts';
import { openEditor } from '../../src/engine/outbox/editor.ts';
import { Failure } from '../../src/lib/failure.ts';
import { countStorage } from '../support/counted-storage.ts';
import { admin, forgetRows, newDatabase, setServerRows } from '../support/device.ts';
import { friendRow, trackRow } from '../support/rows.ts';

/** What a page of the site has in memory. */

const ada = friendRow({ id: '00000000-0000-4000-8000-00000000000a', name: 'Ada' });
const bob = friendRow({ id: '00000000-0000-4000-8000-00000000000b', name: 'Bob' });
const query = list(friends);

let name: string;
let database: MirrorDatabase;
beforeEach(async () => {
  name = randomUUID();
  database = newDatabase(name);
  await database.meta.put({ key: 'account', value: admin });
  await setServerRows(database, 'friends', [ada, bob]);
  return () => database.close();
});

const itemsOf = <Item>(content: Content<Item> | undefined): readonly Item[] =>
  content?.state === 'ready' ? content.items : [];

/** A screen that shows the friends, and what it has shown so far. */
async function screenOn(on = database) {
  const mirror = openMirror(on);
  await mirror.read(query);
  const peek = () => itemsOf(mirror.peek(query));
  const shown = [peek()];
  mirror.onChange(() => void shown.push(peek()));
  return { mirror, shown, names: () => peek().map((item) => item.name) };
}

const rename = (row: BaseRow, to: string) => update(friends, row.id, { name: to });
const edit = (...changes: Parameters<ReturnType<typeof openEditor>['edit']>[0]['changes']) =>
  openEditor(database).edit({ label: 'x', changes });

async function editOnFullDisk(change: Change): Promise<void> {
  for (const write of ['add', 'put'] as const) {
    const full = new DOMException('', 'QuotaExceededError');
    vi.spyOn(database.outbox, write).mockRejectedValue(full);
  }
  await edit(change).finally(() => vi.restoreAllMocks());
}

describe('memory', () => {
  it('R41: shows an edit before the disk has it, in the same turn', async () => {
    const { names } = await screenOn();
    const kept = edit(rename(ada, 'Ada L.'));
    await Promise.resolve();
    await Promise.resolve();
    expect(names()).toEqual(['Ada L.', 'Bob']);
    expect(await database.outbox.count()).toBe(1);
    await kept;
    expect(names()).toEqual(['Ada L.', 'Bob']);
  });

  it('R41: shows what it showed before if the disk refuses an edit', async () => {
    const { names, shown } = await screenOn();
    vi.spyOn(database.outbox, 'add').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    await expect(edit(rename(ada, 'Ada L.'))).rejects.toBeInstanceOf(Failure);
    expect(names()).toEqual(['Ada', 'Bob']);
    expect(shown.flat().map((item) => item.name)).toContain('Ada L.');
    vi.restoreAllMocks();
  });

  it('R41: hears of it where its database is deleted and made anew: Dexie tells all that was read', async () => {
    const { names } = await screenOn();
    database.close({ disableAutoOpen: false });
    const emptied = newDatabase(name);
    await emptied.delete();
    await database.open();
    await expect.poll(names).toEqual([]);
    expect(memoryOf(database).about?.account).toBeNull();
  });

  it('R41: follows another tab: rows, edits, and what is gone', async () => {
    const { names } = await screenOn();
    const other = newDatabase(name);
    await setServerRows(other, 'friends', [{ ...ada, name: 'Ada L.' } as BaseRow], [bob.id]);
    await expect.poll(names).toEqual(['Ada L.']);
    await openEditor(other).edit({ label: 'x', changes: [remove(friends, ada.id)] });
    await expect.poll(names).toEqual([]);
    await forgetRows(other, 'friends');
    const added = insert(friends, { name: 'Eve' });
    await openEditor(other).edit({ label: 'x', changes: [added] });
    await expect.poll(names).toEqual(['Eve']);
    other.close();
  });

  it('R41: a row that has not changed stays the same object, and so does an answer of which nothing has', async () => {
    const { mirror, shown } = await screenOn();
    const [before] = shown;
    const one = mirror.peek(byId(friends, bob.id));
    await setServerRows(database, 'friends', [{ ...ada, name: 'Ada L.' } as BaseRow]);
    await memoryOf(database).load([friends]);
    const after = shown.at(-1);
    expect(after?.[1]).toBe(before?.[1]);
    expect(after?.[0]).not.toBe(before?.[0]);
    expect(mirror.peek(byId(friends, bob.id))).toBe(one);
    const same = mirror.peek(query);
    // The same rows come again, e.g. with another history.
    await setServerRows(database, 'friends', [{ ...bob }]);
    await database.meta.put({ key: 'freshness', value: 7 });
    await memoryOf(database).load([friends]);
    expect(mirror.peek(query)).toBe(same);
  });

  it('R41: an edit that is taken back leaves the object that was there, also one that was first shown as an edit', async () => {
    const { mirror } = await screenOn();
    const shown = () => mirror.peek(byId(friends, ada.id));
    const sent = await edit(rename(ada, 'Ada L.'));
    await memoryOf(database).load([friends]);
    const before = itemsOf(shown())[0];
    // The server has it.
    await setServerRows(database, 'friends', [{ ...ada, name: 'Ada L.' } as BaseRow]);
    await openEditor(database).discard(sent?.id ?? '');
    await memoryOf(database).load([friends]);
    expect(itemsOf(shown())[0]).toBe(before);
    const taken = await edit(rename(ada, 'Ada M.'));
    expect(itemsOf(shown())[0]).toMatchObject({ name: 'Ada M.' });
    await openEditor(database).takeBack(taken?.id ?? '');
    await memoryOf(database).load([friends]);
    expect(itemsOf(shown())[0]).toBe(before);
  });

  it('R41: an edit that the disk refuses leaves the object that was there, also on top of another edit', async () => {
    const { mirror } = await screenOn();
    const shown = () => itemsOf(mirror.peek(byId(friends, ada.id)))[0];
    await edit(rename(ada, 'Ada L.'));
    await memoryOf(database).load([friends]);
    const before = shown();
    expect(before).toMatchObject({ name: 'Ada L.' });
    for (const refused of [rename(ada, 'Ada M.'), remove(friends, ada.id)]) {
      const during: unknown[] = [];
      const stop = mirror.onChange(() => void during.push(shown()));
      await expect(editOnFullDisk(refused)).rejects.toBeInstanceOf(Failure);
      stop();
      expect(during[0]).not.toBe(before);
      expect(shown()).toBe(before);
    }
  });

  it('R41: a row that gives way to an edit which the disk refuses is the object that was there', async () => {
    const [one, two] = [trackRow({ title: 'One' }), trackRow({ title: 'Two' })];
    await setServerRows(database, 'current_listening', [one, two]);
    const mirror = openMirror(database);
    await mirror.read(list(tracks));
    const current = () =>
      itemsOf(mirror.peek(list(tracks))).find(({ isCurrentlyPlaying }) => isCurrentlyPlaying);
    await edit(setCurrentTrack(one.id));
    await memoryOf(database).load([tracks]);
    const before = current();
    expect(before).toMatchObject({ id: one.id });
    await expect(editOnFullDisk(setCurrentTrack(two.id))).rejects.toBeInstanceOf(Failure);
    expect(current()).toBe(before);
  });

  it('R41: makes the items that each asks for, of rows that both have', async () => {
    const rows: AnyKind = { ...friends, toItem: friends.filled };
    const { mirror } = await screenOn();
    const [item] = itemsOf(mirror.peek(list(rows)));
    expect(item).toEqual(ada);
    expect(itemsOf(await openMirror(database).read(query))[0]).toHaveProperty('avatarUrl');
  });

  it('R41: reads the pages that have changed, and no others', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => friendRow({ name: `Friend ${n}` }));
    await setServerRows(database, 'friends', rows);
    await screenOn();
    const pages: number[] = [];
    const { pages: table } = database;
    table.hook('reading', (page) => {
      pages.push(page.n);
      return page;
    });
    await setServerRows(database, 'friends', [{ ...rows[3], name: 'Changed' } as BaseRow]);
    await memoryOf(database).load([friends]);
    // Once by the write, once by memory.
    expect(new Set(pages).size).toBe(1);
    expect(pages.length).toBeLessThanOrEqual(3);
  });

  it('R40: tells the first write of a table where its rows are, so that it reads only their pages', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => friendRow({ name: `Friend ${n}` }));
    await setServerRows(database, 'friends', rows);
    const opened = newDatabase(name);
    const { names } = await screenOn(opened);
    const pages: number[] = [];
    opened.pages.hook('reading', (page) => {
      pages.push(page.n);
      return page;
    });
    const more = friendRow({ name: 'One more' });
    await setServerRows(opened, 'friends', [{ ...rows[3], name: 'Changed' } as BaseRow, more]);
    await memoryOf(opened).load([friends]);
    opened.close();
    // The page of either, by the write and by memory.
    expect(new Set(pages).size).toBeLessThanOrEqual(2);
    expect(names()).toHaveLength(2 + 500 + 1);
    expect(names()).toEqual(expect.arrayContaining(['Changed', 'One more', 'Friend 4']));
    expect(names()).not.toContain('Friend 3');
  });

  it('R41: reads tables that are neighbours by one request, and no table that nobody wants', async () => {
    for (const { table } of database.kinds)
      if (table !== 'friends') await setServerRows(database, table, [{ id: `a row of ${table}` }]);
    const tab = newDatabase(name);
    const read: unknown[] = [];
    tab.pages.hook('reading', (page) => {
      read.push(page.table);
      return page;
    });
    const inStores = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    const inIndexes = vi.spyOn(IDBIndex.prototype, 'getAll');
    await memoryOf(tab).load([friends, projects, tracks]);
    const stores = inStores.mock.contexts as IDBObjectStore[];
    const indexes = inIndexes.mock.contexts as IDBIndex[];
    const asked = [...stores, ...indexes.map(({ objectStore }) => objectStore)];
    expect(read).toEqual([tracks, friends, projects].map(({ table }) => table));
    expect(asked.filter((store) => store.name === 'pages')).toHaveLength(2);
    for (const kind of [friends, projects, tracks])
      expect(memoryOf(tab).collection(kind)?.find({}).length).toBeGreaterThan(0);
    tab.close();
  });

  it('R41: reads a hundred edits of its own a few times, not a hundred', async () => {
    const storage = countStorage();
    database = newDatabase();
    await database.meta.put({ key: 'account', value: admin });
    const { names } = await screenOn();
    storage.reset();
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => edit(insert(friends, { name: `Friend ${n}` }))),
    );
    expect(names()).toHaveLength(100);
    await memoryOf(database).load([friends]);
    vi.restoreAllMocks();
    expect(names()).toHaveLength(100);
    expect(await database.outbox.count()).toBe(100);
  });

  it('R41: a kind that nobody asks for any more is dropped with its next news', async () => {
    const memory = memoryOf(database);
    await memory.load([friends]);
    expect(memory.collection(friends)?.find({})).toHaveLength(2);
    await setServerRows(database, 'friends', [], [bob.id]);
    await memory.load([]);
    // Asking anew reads it anew.
    expect(memory.collection(friends)).toBeUndefined();
    await memory.load([friends]);
    expect(memory.collection(friends)?.find({})).toHaveLength(1);
  });

  it('R41: begins anew with a database that was made anew', async () => {
    const { names } = await screenOn();
    await database.delete();
    await database.open();
    await setServerRows(database, 'friends', [friendRow({ name: 'New' })]);
    await expect.poll(names).toEqual(['New']);
  });
});
