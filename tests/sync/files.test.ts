import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import type { NewFile, StoredFile } from '../../src/engine/file.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { insert } from '../../src/engine/mutation.ts';
import { type Editor, openEditor } from '../../src/engine/outbox/editor.ts';
import { type Loop, startLoop } from '../../src/engine/sync/loop.ts';
import { NotRenewed, type StoreFile } from '../../src/engine/sync/protocol.ts';
import { startFileSender } from '../../src/engine/sync/send-files.ts';
import { Failure } from '../../src/lib/failure.ts';
import { BACKOFF_FIRST_MS, FILE_METERED_BYTES, UNDO_MS } from '../../src/lib/limits.ts';
import type { ModelServer } from '../lab/model-server.ts';
import { admin, newDatabase, remoteOf, serverWith, testPage } from '../support/device.ts';
import { eventually } from '../support/eventually.ts';
import { unreachable } from '../support/failures.ts';
import { testLocks } from '../support/locks.ts';
import { loseValue } from '../support/lost-value.ts';
import { pictureOf } from '../support/named-files.ts';
import { friendRow } from '../support/rows.ts';

/** Files on their way to the server, beside the exchanges; the store is real, the server is the model server. */

const [one, other] = [pictureOf('one'), pictureOf('other')];

let server: ModelServer;
let database: MirrorDatabase;
let editor: Editor;
let remote: ReturnType<typeof remoteOf>;
let loops: Loop[];
/** The files that the server was given, and has; and how it answers to the next one. */
let given: string[];
let has: Set<string>;
let answer: (
  file: StoredFile,
  signal: AbortSignal,
  keep: (upload: string) => Promise<void>,
) => void | Promise<void>;

beforeEach(async () => {
  server = serverWith([]);
  remote = remoteOf(server);
  database = newDatabase();
  await database.meta.put({ key: 'account', value: admin });
  editor = openEditor(database);
  [loops, given, has] = [[], [], new Set()];
  answer = () => {};
});
afterEach(() => {
  for (const loop of loops) loop.stop();
  vi.restoreAllMocks();
});

const storeFile: StoreFile = async (file, signal, keep = async () => {}) => {
  given.push(file.name);
  await answer(file, signal, keep);
  has.add(file.name);
};

function start(more: Partial<Parameters<typeof startLoop>[0]> = {}) {
  const page = testPage();
  const loop = startLoop({
    database,
    remote,
    surroundings: page,
    random: () => 0,
    loadStoreFile: async () => storeFile,
    ...more,
  });
  loops.push(loop);
  return { page, loop };
}

const add = (name: string, ...files: NewFile[]) =>
  editor.edit({ label: name, changes: [insert(friends, { name })], files });
const addWith = (file: NewFile) => add(file.name, file);
const serverNames = () =>
  [...server.rows('friends').values()].map(({ name }) => name as string).sort();
const until = (isSo: () => boolean | Promise<boolean>) =>
  eventually(async () => expect(await isSo()).toBe(true), 5);
const idle = async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
};

describe('a file', () => {
  it('R46: is sent before the edit that names it, given on, and gone from the device then', async () => {
    const stored: string[] = [];
    const wasThere: boolean[] = [];
    const { push } = remote;
    remote.push = (request, signal) => {
      wasThere.push(has.has(one.name));
      return push(request, signal);
    };
    start({ onStored: async ({ name }) => void stored.push(name) });
    await addWith(one);
    await until(() => serverNames().includes(one.name));
    expect(wasThere).toEqual([true]);
    expect(given).toEqual([one.name]);
    expect(stored).toEqual([one.name]);
    expect(await database.files.count()).toBe(0);
  });

  it('R46: of an earlier visit is sent at the start', async () => {
    await addWith(one);
    start();
    await until(() => serverNames().includes(one.name));
  });

  it('R46: is sent although what sends files was out of reach at first', async () => {
    const { page } = start({
      loadStoreFile: vi
        .fn(async () => storeFile)
        .mockRejectedValueOnce(new TypeError('no network')),
    });
    page.tell('offline');
    await addWith(one);
    await idle();
    expect(given).toEqual([]);
    page.tell('online');
    await until(() => serverNames().includes(one.name));
  });

  it('R46: that only a draft, a held edit or another account’s edit names is not sent', async () => {
    await editor.edit({
      label: 'held',
      changes: [insert(friends, { name: one.name })],
      files: [one],
      holds: true,
    });
    await database.files.put({ ...other, at: 1 });
    const third = pictureOf('third');
    await addWith(third);
    const last = (await database.outbox.orderBy('place').last())!;
    await database.outbox.update(last.place, { account: 'somebody else' });
    start();
    await idle();
    expect(given).toEqual([]);
    await editor.releaseHolds();
    await until(() => serverNames().includes(one.name));
    expect(given).toEqual([one.name]);
  });

  it('R46: behind an edit that another clock had let go is sent with the next exchange after its hold', async () => {
    let now = 1_800_000_000_000;
    editor = openEditor(database, { now: () => now });
    const { page } = start({ clock: () => now });
    await until(() => remote.pulls > 0 && remote.listeners.size > 0);
    page.tell('offline');
    const held = { label: 'Ada', changes: [insert(friends, { name: 'Ada' })], holds: true };
    await editor.edit(held);
    // A hold that ends in a day is none (hold.ts).
    now -= 86_400_000;
    await addWith(one);
    await idle();
    now += 86_400_000;
    page.tell('online');
    await idle();
    expect([given, serverNames()]).toEqual([[], []]);
    now += UNDO_MS;
    server.put('friends', friendRow({ name: 'Of somebody else' }));
    await remote.poke();
    await until(() => serverNames().includes(one.name));
    expect(given).toEqual([one.name]);
  });

  it('R45 R46: holds back neither other edits nor what is new while it is on its way', async () => {
    let arrive = () => {};
    answer = () =>
      new Promise<void>((resolve) => {
        arrive = resolve;
      });
    const { loop } = start();
    await addWith(one);
    await until(() => given.length === 1);
    await add('Ada');
    await until(() => serverNames().includes('Ada'));
    server.put('friends', { ...[...server.rows('friends').values()][0]!, id: crypto.randomUUID() });
    loop.ask();
    const pulls = remote.pulls;
    await until(() => remote.pulls > pulls);
    expect(serverNames()).not.toContain(one.name);
    arrive();
    await until(() => serverNames().includes(one.name));
  });

  it('R46: whose answer is lost is sent again after the back-off, which neither files nor edits shorten', async () => {
    vi.spyOn(globalThis, 'setTimeout');
    answer = ({ name }) => {
      has.add(name);
      answer = () => {};
      throw unreachable;
    };
    start();
    await addWith(one);
    await until(() => given.length === 1);
    await addWith(other);
    await add('Ada');
    await until(() => serverNames().includes('Ada'));
    await idle();
    expect(given).toEqual([one.name]);
    expect(vi.mocked(setTimeout).mock.calls.map(([, ms]) => ms)).toContain(BACKOFF_FIRST_MS / 2);
    await until(() => serverNames().includes(one.name));
    // The one that has failed lets the other go first.
    expect(given).toEqual([one.name, other.name, one.name]);
  });

  it('R46: is sent by one of two tabs', async () => {
    const locks = testLocks();
    answer = () => idle();
    start({ locks });
    start({ locks });
    await addWith(one);
    await until(() => serverNames().includes(one.name));
    await idle();
    expect(given).toEqual([one.name]);
    expect([...server.applied.values()]).toEqual([1]);
  });

  it('R19 R46: is given up by a hidden page, and sent by the page that is shown', async () => {
    let signal: AbortSignal | undefined;
    answer = (_, ended) => {
      signal = ended;
      return new Promise((_, reject) => ended.addEventListener('abort', () => reject(unreachable)));
    };
    const { page } = start();
    await addWith(one);
    await until(() => given.length === 1);
    page.tell('hidden');
    expect(signal?.aborted).toBe(true);
    answer = () => {};
    await idle();
    expect(given).toHaveLength(1);
    page.tell('shown');
    await until(() => serverNames().includes(one.name));
  });

  it('R21 R46: is not sent while there is no network, unless a person asks', async () => {
    const { page, loop } = start();
    page.tell('offline');
    await addWith(one);
    await idle();
    expect(given).toEqual([]);
    loop.ask();
    await until(() => given.length === 1);
  });

  it('R21 R46: is sent when a person asks, although what sends it is still being loaded', async () => {
    let loaded = () => {};
    const loading = new Promise<void>((resolve) => {
      loaded = resolve;
    });
    const loadStoreFile = vi.fn(() => loading.then(() => storeFile));
    const { page, loop } = start({ loadStoreFile });
    page.tell('offline');
    await addWith(one);
    await until(() => loadStoreFile.mock.calls.length > 0);
    loop.ask();
    await idle();
    expect(given).toEqual([]);
    loaded();
    await until(() => given.length === 1);
  });

  it('R21 R46: is sent when a person asks before the page has heard of it', async () => {
    const { page, loop } = start();
    page.tell('offline');
    await addWith(one);
    loop.ask();
    await until(() => given.length === 1);
  });

  it('R21 R46: is sent when a person asks, although what sends it was out of reach before', async () => {
    const loadStoreFile = vi
      .fn(async () => storeFile)
      .mockRejectedValueOnce(new TypeError('no network'));
    const { page, loop } = start({ loadStoreFile });
    page.tell('offline');
    await addWith(one);
    await until(() => loadStoreFile.mock.calls.length === 1);
    await idle();
    loop.ask();
    await until(() => given.length === 1);
  });

  it('R49: has what the server calls its upload in each attempt, also after a reload, and in no export', async () => {
    const uploads: (string | undefined)[] = [];
    answer = async ({ upload }, _, keep) => {
      uploads.push(upload);
      if (uploads.length === 1) await keep('upload-1');
      if (uploads.length < 3) throw unreachable;
    };
    const { loop } = start();
    await addWith(one);
    await until(() => given.length === 2);
    expect(await editor.exportOutbox()).not.toContain('upload-1');
    loop.stop();
    start();
    await until(() => serverNames().includes(one.name));
    expect(uploads).toEqual([undefined, 'upload-1', 'upload-1']);
    expect(await database.files.count()).toBe(0);
  });

  it('R48 R49: that is discarded while it begins to be sent stays gone', async () => {
    let kept: Promise<void> | undefined;
    let begin = () => {};
    answer = (_, signal, keep) =>
      new Promise<void>((_resolve, reject) => {
        begin = () => {
          kept = keep('upload-1');
        };
        signal.addEventListener('abort', () => reject(unreachable));
      });
    const { page } = start();
    await addWith(one);
    await until(() => given.length === 1);
    await editor.discard((await editor.outbox()).waiting[0]!.id);
    expect(await database.files.count()).toBe(0);
    begin();
    await kept;
    expect(await database.files.count()).toBe(0);
    page.tell('hidden');
  });

  it('R49: is sent although the device cannot keep what the server calls its upload', async () => {
    vi.spyOn(database.files, 'update').mockImplementation(() => {
      throw new DOMException('no room left', 'QuotaExceededError');
    });
    answer = (_, _signal, keep) => keep('upload-1');
    start();
    await addWith(one);
    await until(() => serverNames().includes(one.name));
  });

  it('R46: that is large waits on a metered network, until a person asks', async () => {
    const large = { ...pictureOf('large'), bytes: new ArrayBuffer(FILE_METERED_BYTES + 1) };
    await addWith(large);
    await addWith(one);
    const sender = startFileSender({
      database,
      storeFile,
      surroundings: testPage(),
      clock: Date.now,
      random: () => 0,
      locks: undefined,
      isMetered: () => true,
    });
    await until(() => given.length === 1);
    await idle();
    expect(given).toEqual([one.name]);
    sender.asked();
    await until(() => given.length === 2);
    sender.stop();
  });
});

describe('a file that the server refuses', () => {
  const tooLarge = new Failure('refused', '413', 'too large');

  it('R47: refuses the edits that name it with its reason, stays with them, and no other edit waits', async () => {
    answer = ({ name }) => {
      if (name === one.name) throw tooLarge;
    };
    start();
    await addWith(one);
    await addWith(other);
    await until(() => serverNames().includes(other.name));
    const { waiting, rejected, files } = await editor.outbox();
    expect(waiting).toEqual([]);
    expect(rejected).toMatchObject([
      { code: 'file 413', reason: 'too large', mutation: { label: one.name } },
    ]);
    expect(files).toEqual({ [rejected[0]!.id]: [one.name] });
  });

  it('R27 R47: is sent again when its edit is', async () => {
    answer = () => {
      throw tooLarge;
    };
    start();
    await addWith(one);
    await until(async () => (await editor.outbox()).rejected.length === 1);
    answer = () => {};
    await editor.retry((await editor.outbox()).rejected[0]!.id);
    await until(() => serverNames().includes(one.name));
    expect(await database.files.count()).toBe(0);
  });

  describe('because it has no bucket yet', () => {
    const noBucket = new Failure('refused', '404', 'Bucket not found');
    const refused = () => until(async () => (await editor.outbox()).rejected.length === 1);

    it('R39 R47: is sent again by itself in another history, which a new bucket begins, and not before', async () => {
      answer = () => {
        throw noBucket;
      };
      const { loop } = start();
      await addWith(one);
      await refused();
      await add('Ada');
      await until(() => serverNames().includes('Ada'));
      loop.ask();
      await idle();
      expect(given).toEqual([one.name]);
      answer = () => {};
      server.reset();
      loop.ask();
      await until(() => serverNames().includes(one.name));
      expect(given).toEqual([one.name, one.name]);
      expect(await editor.outbox()).toMatchObject({ waiting: [], rejected: [] });
    });

    it('R39 R47: is sent again, too, if the device has got to the other history before it hears of the refusal', async () => {
      let say = () => {};
      answer = () =>
        new Promise((_, reject) => {
          say = () => reject(noBucket);
        });
      const { loop } = start();
      await addWith(one);
      await until(() => given.length === 1);
      server.reset();
      await add('Ada');
      await until(() => serverNames().includes('Ada'));
      answer = () => {};
      say();
      await refused();
      loop.ask();
      await until(() => serverNames().includes(one.name));
    });
  });

  it('R27 R29: is of an edit that is applied once, though it is sent again here and by the device of its export', async () => {
    answer = () => {
      throw tooLarge;
    };
    start();
    await addWith(one);
    await editor.exportOutbox();
    const [exported] = await database.outbox.toArray();
    await until(async () => (await editor.outbox()).rejected.length === 1);
    answer = () => {};
    await editor.retry(exported!.id);
    expect(await database.outbox.toArray()).toMatchObject([{ id: exported!.id, sent: true }]);
    await until(() => serverNames().includes(one.name));
    server.push({
      ...{ epoch: server.epoch, cursor: 0, horizon: 0 },
      mutations: [{ id: exported!.id, changes: exported!.changes as never }],
    });
    expect([...server.applied.values()]).toEqual([1]);
  });

  it('R47: for lack of rights has the role asked for', async () => {
    answer = () => {
      throw new Failure('refused', '403', 'no');
    };
    const onNoRight = vi.fn();
    start({ onNoRight });
    await addWith(one);
    await until(async () => (await editor.outbox()).rejected.length === 1);
    expect(onNoRight).toHaveBeenCalledTimes(1);
  });

  it('R47: does not stay refused here if another device has sent the edit from an export', async () => {
    await addWith(one);
    await editor.exportOutbox();
    const [exported] = await database.outbox.toArray();
    server.push({
      ...{ epoch: server.epoch, cursor: 0, horizon: 0 },
      mutations: [{ id: exported!.id, changes: exported!.changes as never }],
    });
    answer = () => {
      throw tooLarge;
    };
    const { pull } = remote;
    remote.pull = async (request, signal) => {
      await until(async () => (await editor.outbox()).rejected.length === 1);
      return pull(request, signal);
    };
    const { loop } = start();
    await until(() => remote.pulls > 0);
    loop.ask();
    await until(async () => {
      const { waiting, rejected } = await editor.outbox();
      return waiting.length + rejected.length === 0;
    });
    expect([...server.applied.values()]).toEqual([1]);
    expect(await database.files.count()).toBe(0);
  });

  it.each([
    new Failure('signed-out', '401', 'expired'),
    new NotRenewed('refused', '401', 'refresh: 401'),
    unreachable,
  ])(
    'R17 R46: is no refusal where session or server are at fault: the edit waits (%s)',
    async (failure) => {
      answer = () => {
        throw failure;
      };
      start();
      await addWith(one);
      await until(() => given.length >= 1);
      await idle();
      expect(await editor.outbox()).toMatchObject({ waiting: [{}], rejected: [] });
    },
  );
});

it('R42 R47: an edit whose file the device has lost is refused, and no other waits for it', async () => {
  await addWith(one);
  await addWith(other);
  loseValue(database, 'files', one.name);
  start();
  await until(() => serverNames().includes(other.name));
  expect((await editor.outbox()).rejected).toMatchObject([{ code: 'file lost' }]);
});
