import { beforeEach, describe, expect, it } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import { kinds } from '../../src/content/kinds.ts';
import {
  createDatabase,
  MIRROR_VERSION,
  type MirrorDatabase,
} from '../../src/engine/mirror/database.ts';
import { insert } from '../../src/engine/mutation.ts';
import { edit } from '../../src/engine/outbox/edit.ts';
import { bringUpToDate, sendWhatWaits } from '../../src/engine/sync/send-what-waits.ts';
import { Failure } from '../../src/lib/failure.ts';
import type { ModelServer } from '../lab/model-server.ts';
import {
  admin,
  exchangeOf,
  mirrorRows,
  newDatabase,
  remoteOf,
  serverWith,
} from '../support/device.ts';
import { friendRow } from '../support/rows.ts';

let page: MirrorDatabase;
let server: ModelServer;
beforeEach(async () => {
  page = newDatabase();
  server = serverWith([friendRow()]);
  await page.meta.put({ key: 'account', value: admin });
});

const add = (holds = false) => {
  const draft = { label: 'Add friend', changes: [insert(friends, { name: 'Grace' })] };
  return edit(page, { ...draft, holds }, Date.now());
};

/** Wakes the worker with a network that `before` controls. */
function wake(before?: () => void, what = sendWhatWaits) {
  const remote = remoteOf(server, before);
  const database = createDatabase(kinds, page.name);
  return { remote, woken: what(database, exchangeOf(database, remote)) };
}

const waiting = () => page.outbox.count();

describe('the worker that the browser wakes', () => {
  it('R18 Y40: sends the waiting edits, and fetches the result', async () => {
    const mutation = await add();
    await wake().woken;
    // The first edit of a device is sent as soon as it knows the server's history.
    expect(server.applied.get(mutation!.id)).toBe(1);
    expect(await waiting()).toBe(0);
  });

  it('makes no request when nothing waits or nobody is signed in', async () => {
    const { remote, woken } = wake();
    await woken;
    await add();
    await page.meta.put({ key: 'account', value: null });
    const other = wake();
    await other.woken;
    expect([remote.pulls, remote.pushes.length]).toEqual([0, 0]);
    expect([other.remote.pulls, other.remote.pushes.length]).toEqual([0, 0]);
    expect(await waiting()).toBe(1);
  });

  it('fails without a network, so that the browser wakes it again, and keeps everything', async () => {
    await add();
    const { woken } = wake(() => {
      throw new Failure('unreachable', null, 'no network');
    });
    await expect(woken).rejects.toThrow(Failure);
    expect(await waiting()).toBe(1);
  });

  it.each(['refused', 'signed-out'] as const)(
    'leaves the edits to the page when the server says %s',
    async (kind) => {
      await add();
      await wake(() => {
        throw new Failure(kind, null, 'no');
      }).woken;
      expect(await waiting()).toBe(1);
    },
  );

  it('does not send an edit that can still be taken back, and is woken again for it', async () => {
    await add(true);
    const { remote, woken } = wake();
    await expect(woken).rejects.toThrow(Failure);
    expect(remote.pushes).toEqual([]);
    expect(await waiting()).toBe(1);
  });

  it('Y37: does nothing after a newer version of the site was here, and does not block it', async () => {
    await add();
    page.close();
    const newer = createDatabase(kinds, page.name);
    newer.version(MIRROR_VERSION + 1).stores({ letters: 'id' });
    await newer.meta.put({ key: 'format', value: MIRROR_VERSION + 1 });
    const { remote, woken } = wake();
    await woken;
    expect(remote.pushes).toEqual([]);
    newer.close();
  });

  it('R18: woken for what is new, fetches it, sends what waits along, and needs nobody to be signed in', async () => {
    await wake(undefined, bringUpToDate).woken;
    expect(await mirrorRows(page, 'friends')).toEqual(server.rows('friends'));
    const mutation = await add();
    server.put('friends', friendRow());
    await wake(undefined, bringUpToDate).woken;
    expect(server.applied.get(mutation!.id)).toBe(1);
    await page.meta.put({ key: 'account', value: null });
    server.put('friends', friendRow());
    await wake(undefined, bringUpToDate).woken;
    expect(await mirrorRows(page, 'friends')).toEqual(server.rows('friends'));
  });

  it('leaves the mirror of a newer version of the site alone when it is woken for what is new', async () => {
    await page.meta.put({ key: 'format', value: MIRROR_VERSION + 1 });
    const { remote, woken } = wake(undefined, bringUpToDate);
    await woken;
    expect(remote.pulls).toBe(0);
  });
});
