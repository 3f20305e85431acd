import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/content/kinds.ts';
import { createDatabase } from '../../src/engine/mirror/database.ts';
import { ModelServer } from '../lab/model-server.ts';
import { Storage } from '../lab/torture/storage.ts';
import { exchangeOf, mirrorRows, never, remoteOf } from '../support/device.ts';
import { friendRow } from '../support/rows.ts';

/** A device without room for fetched content. */

const always = Number.POSITIVE_INFINITY;

function device(makeRoom: (storage: Storage) => boolean) {
  const storage = new Storage(
    () => {},
    () => {},
  );
  const database = createDatabase(kinds, randomUUID(), { device: storage.open() });
  const server = new ModelServer(500);
  for (let i = 0; i < 20; i += 1) server.put('friends', friendRow({ name: `friend ${i}` }));
  const remote = remoteOf(server);
  const asked: number[] = [];
  const { pull } = remote;
  remote.pull = (request) => {
    asked.push(request.cursor);
    return pull(request, never);
  };
  const exchange = exchangeOf(database, remote, { makeRoom: async () => makeRoom(storage) });
  return { storage, database, server, asked, exchange: () => exchange(never) };
}

describe('a pull that finds the device full', () => {
  it('R23: makes room and goes on: pictures go before content does', async () => {
    const { storage, database, server, asked, exchange } = device((it) => {
      it.isFine();
      return true;
    });
    storage.fillUp(0, always);
    await exchange();
    expect(await mirrorRows(database, 'friends')).toEqual(server.rows('friends'));
    expect(asked).toEqual([0, 20]);
  });

  it('R23: says that the device is full if there is no room to make, and fetches nothing twice when it is retried', async () => {
    const { storage, database, server, asked, exchange } = device(() => false);
    storage.fillUp(0, always);
    await expect(exchange()).rejects.toMatchObject({ inner: { name: 'QuotaExceededError' } });
    await expect(exchange()).rejects.toThrow();
    storage.isFine();
    await exchange();
    expect(await mirrorRows(database, 'friends')).toEqual(server.rows('friends'));
    // The whole content once; later requests begin where it ended, and without room none is made twice.
    expect(asked).toEqual([0, 20, 20]);
  });
});
