import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import { engineName, kinds } from '../../src/content/kinds.ts';
import { createDatabase, getMeta, type MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { mend } from '../../src/engine/mirror/lost.ts';
import { takeSnapshot } from '../../src/engine/mirror/snapshot.ts';
import { insert, update } from '../../src/engine/mutation.ts';
import { openEditor } from '../../src/engine/outbox/editor.ts';
import { startLoop } from '../../src/engine/sync/loop.ts';
import type { ModelServer } from '../lab/model-server.ts';
import {
  admin,
  exchangeOf,
  mirrorRows,
  namesOn,
  never,
  remoteOf,
  serverRows,
  serverWith,
  testPage,
} from '../support/device.ts';
import { loseValue } from '../support/lost-value.ts';
import { friendRow } from '../support/rows.ts';

/** A device whose browser has lost the files of some values. */

const names = ['Ada', 'Bob', 'Cid', 'Dot', 'Eve'];

let database: MirrorDatabase;
let server: ModelServer;
let exchange: () => Promise<void>;
beforeEach(async () => {
  database = createDatabase(kinds, randomUUID(), {
    engine: engineName,
    pageSize: { rows: 2, bytes: 10_000 },
  });
  server = serverWith(names.map((name) => friendRow({ name })));
  const exchangeOnce = exchangeOf(database, remoteOf(server));
  exchange = () => exchangeOnce(never);
  await exchange();
  database.onLost = (lost) => void mend(database, lost);
  return () => database.close();
});

/** A page that has lost two of the five friends. */
const losePage = (n = 1) => loseValue(database, 'pages', ['friends', n]);
function reopened(): MirrorDatabase {
  const { name, pageSize } = database;
  const next = createDatabase(kinds, name, { engine: engineName, pageSize });
  next.onLost = (lost) => void mend(next, lost);
  return next;
}
function changeThird(name: string): void {
  const [, , third] = [...server.rows('friends').keys()];
  server.put('friends', { ...server.rows('friends').get(third!), name } as never);
}
const lastFailure = async () => (await getMeta(database, 'failure'))?.message;

describe('a value that the device has lost', () => {
  it('R42: hides nothing else: the rows of other pages are shown, and what is lost is told', async () => {
    losePage();
    const next = reopened();
    const shown = await mirrorRows(next, 'friends');
    expect(shown.size).toBe(3);
    await expect.poll(lastFailure).toBe('the device has lost pages/friends/1');
    next.close();
  });

  it('R42: is fetched anew with the next exchange, whoever has missed it', async () => {
    for (const miss of [
      () => serverRows(database, 'friends').catch(() => {}),
      // A pull that changes a row of the page, and may have to wait until the page is mended.
      async () => {
        changeThird('Cid II');
        await exchange().catch((error) => expect(error.message).toContain('is to be mended'));
      },
    ]) {
      losePage();
      await miss();
      await expect.poll(async () => (await getMeta(database, 'position'))?.epoch).toBe('');
      await exchange();
      expect(await mirrorRows(database, 'friends')).toEqual(server.rows('friends'));
    }
  });

  it('R42: is fetched by a running engine without a word', async () => {
    losePage();
    const next = reopened();
    const engine = startLoop({
      database: next,
      remote: remoteOf(server),
      surroundings: testPage(),
      random: () => 0,
    });
    await expect.poll(() => namesOn(next)).toEqual(names);
    losePage(0);
    await serverRows(next, 'friends').catch(() => {});
    await expect.poll(lastFailure).toBe('the device has lost pages/friends/0');
    await expect.poll(() => namesOn(next)).toEqual(names);
    // The write of a row in the lost page comes upon it, since memory knows where the row is.
    losePage();
    changeThird('Cid II');
    engine.ask();
    await expect.poll(() => namesOn(next)).toEqual(names.with(2, 'Cid II'));
    engine.stop();
    next.close();
  });

  it('R42: is in no snapshot that says it is all', async () => {
    expect((await takeSnapshot(database, 'everybody'))?.changes).toHaveLength(5);
    losePage();
    expect(await takeSnapshot(database, 'everybody')).toBeNull();
  });

  it('R42: hides no other edit, in the outbox or among the refused', async () => {
    await database.meta.put({ key: 'account', value: admin });
    const editor = openEditor(database);
    await editor.edit({ label: 'Add Fay', changes: [insert(friends, { name: 'Fay' })] });
    const [ada] = server.rows('friends').values();
    const { id } = ada as { id: string };
    await editor.edit({ label: 'Rename', changes: [update(friends, id, { name: 'Ada L.' })] });
    const first = await database.outbox.orderBy('place').first();
    loseValue(database, 'outbox', first!.place);
    expect((await editor.outbox()).waiting.map(({ label }) => label)).toEqual(['Rename']);
    expect(await namesOn(database)).toContain('Ada L.');
    await expect.poll(lastFailure).toBe(`the device has lost outbox/${first!.place}`);
    // Also a further edit of the same row.
    await editor.edit({ label: 'Fay', changes: [update(friends, id, { name: 'Ada Lovelace' })] });
    await exchange();
    expect([...server.rows('friends').values()]).toContainEqual(
      expect.objectContaining({ name: 'Ada Lovelace' }),
    );
    // It is still there, should the device be able to read it again.
    expect(await database.outbox.count()).toBe(1);
  });

  it('R42: is not what a device has that answers no more', async () => {
    const next = reopened();
    await next.open();
    losePage();
    next.close({ disableAutoOpen: true });
    await expect(serverRows(next, 'friends')).rejects.toThrow();
    expect(await lastFailure()).toBeUndefined();
  });
});
