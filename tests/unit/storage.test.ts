import { randomUUID } from 'node:crypto';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { commentaries } from '../../src/content/commentaries/commentaries.ts';
import { kinds } from '../../src/content/kinds.ts';
import { draftOf } from '../../src/engine/draft.ts';
import { type Account, createEngine, type Engine } from '../../src/engine/index.ts';
import { createDatabase, type MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { createMemoryDatabase } from '../../src/engine/mirror/in-memory.ts';
import { list } from '../../src/engine/mirror/query.ts';
import { openMirror } from '../../src/engine/mirror/read.ts';
import { openSessionStore } from '../../src/engine/mirror/session-store.ts';
import { type Keeping, openStorage, type Storage } from '../../src/engine/mirror/storage.ts';
import { openEditor } from '../../src/engine/outbox/editor.ts';
import { toStored } from '../../src/engine/supabase/session.ts';
import { BEGINS_MS, ONE_REQUEST_MS, STORAGE_ATTEMPTS } from '../../src/lib/limits.ts';
import { takeConsole } from '../support/setup.ts';

/** A device that stores little, or nothing, or stops storing. */

const account = { userId: 'a', email: 'a@example.org', isAdmin: true, expired: false };
const edit = () => ({
  label: 'Add',
  changes: [
    {
      op: 'insert' as const,
      table: 'commentaries',
      id: randomUUID(),
      values: { title: 'Typed', content: 'and not lost' },
    },
  ],
});

const typed = { fields: { title: 'Typed' }, from: null };

let told: Keeping[] = [];
let storage: Storage | null = null;
let others: MirrorDatabase[] = [];

function open(indexedDB: IDBFactory, name = 'fieldnotes'): Storage {
  storage = openStorage(kinds, (keeping) => void told.push(keeping), {
    name,
    device: { indexedDB, IDBKeyRange },
  });
  storage.start();
  return storage;
}

afterEach(() => {
  for (const database of [storage?.database, ...others]) database?.close();
  [told, others, storage] = [[], [], null];
});

/** Another page, which is in the middle of a write and stands still. @returns a function that ends it */
async function standingStill(device: IDBFactory): Promise<() => void> {
  const page = createDatabase(kinds, 'fieldnotes', { device: { indexedDB: device, IDBKeyRange } });
  others.push(page);
  await openSessionStore(page).signIn('session', account);
  let ends = false;
  await new Promise((resolve) => {
    const held = page.transaction('rw', page.tables, async () => {
      await page.meta.put({ key: 'freshness', value: 7 });
      setImmediate(resolve);
      while (!ends) await page.meta.get('freshness');
    });
    held.catch(() => {});
  });
  return () => {
    ends = true;
  };
}

describe('a device that stores the site', () => {
  it('says so', async () => {
    open(new IDBFactory());
    await expect.poll(() => told).toEqual(['kept']);
  });

  it('stores again when there is room after it was full', async () => {
    const { failed, worked } = open(new IDBFactory());
    await expect.poll(() => told).toEqual(['kept']);
    failed('full');
    failed('full');
    worked();
    worked();
    expect(told).toEqual(['kept', 'full', 'kept']);
  });
});

describe('a device without IndexedDB', () => {
  const missing = undefined as unknown as IDBFactory;
  const throwing = {
    open: () => {
      throw new Error('not for you');
    },
  } as unknown as IDBFactory;
  const failingWith = (error: DOMException) =>
    ({ open: () => failedRequest(error) }) as unknown as IDBFactory;
  const failing = failingWith(new DOMException('denied', 'InvalidStateError'));
  // Chromium's words where site data is blocked.
  const words = 'The user denied permission to access the database.';
  const blocked = failingWith(new DOMException(words, 'UnknownError'));

  it.each([
    ['is told where it is missing', missing],
    ['is told where it throws at open', throwing],
    ['is told where it fails at open', failing],
    ['is told where it is blocked', blocked],
  ])('%s', async (_, device) => {
    const { database } = open(device);
    await expect.poll(() => told).toEqual(['none']);
    // A live query waits then; any other error would break the whole frame.
    await expect(openMirror(database).read(list(commentaries))).rejects.toThrow(Dexie.AbortError);
    // Dexie says that it tries once more.
    takeConsole();
  });

  it('has the same store in memory: an edit shows and is queued', async () => {
    const database = createMemoryDatabase(kinds, 'model', 'test');
    others.push(database);
    await openSessionStore(database).signIn('session', account);
    await openEditor(database).edit(edit());
    expect(await openMirror(database, 'none').read(list(commentaries))).toMatchObject({
      state: 'ready',
      items: [{ title: 'Typed' }],
    });
    expect(await database.outbox.count()).toBe(1);
  });
});

function failedRequest(error: DOMException): IDBOpenDBRequest {
  const request = Object.assign(new EventTarget(), { error }) as IDBOpenDBRequest;
  setImmediate(() => {
    const event = new Event('error');
    request.dispatchEvent(event);
    request.onerror?.(event);
  });
  return request;
}

/** What WebKit reports when its storage process has gone. */
const lost = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError');

/** A device whose IndexedDB fails to open for a while. */
function failingToOpen(device: IDBFactory) {
  const { open: own } = device;
  const open = own.bind(device);
  const state = {
    fails: true,
    attempts: 0,
    end() {
      device.open = own;
    },
  };
  device.open = (...given) => {
    if (!state.fails) return open(...given);
    state.attempts += 1;
    return failedRequest(lost());
  };
  return state;
}

describe('a mirror that fails to open', () => {
  afterEach(() => {
    vi.useRealTimers();
    // Dexie says what it tries, too.
    takeConsole();
  });

  /** Time goes by until the condition holds. */
  async function pass(isMet: () => boolean): Promise<void> {
    while (!isMet()) {
      for (let turn = 0; turn < 10; turn += 1) await new Promise((go) => setImmediate(go));
      if (!isMet() && vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
    }
  }

  it('is asked again, and used as soon as it opens', async () => {
    const device = new IDBFactory();
    const state = failingToOpen(device);
    open(device);
    await expect.poll(() => told).toEqual(['silent']);
    state.fails = false;
    await expect.poll(() => told).toEqual(['silent', 'kept']);
  });

  it('counts as none if it never opens', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const device = new IDBFactory();
    failingToOpen(device);
    open(device);
    await pass(() => told.length === 2);
    expect(told).toEqual(['silent', 'none']);
  });

  it('is never given up once it has opened: the session is on it', async () => {
    const device = new IDBFactory();
    open(device);
    await expect.poll(() => told).toEqual(['kept']);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const state = failingToOpen(device);
    device.deleteDatabase('fieldnotes');
    await pass(() => state.attempts > 2 * STORAGE_ATTEMPTS);
    expect(told).toEqual(['kept', 'silent']);
    state.fails = false;
    await pass(() => told.length === 3);
    expect(told).toEqual(['kept', 'silent', 'kept']);
  });
});

describe('a mirror that does not answer', () => {
  it('is reported after 3 s; an edit then fails as a whole, and the mirror is used again when it answers', async () => {
    const device = new IDBFactory();
    const release = await standingStill(device);
    const { database } = open(device);
    const editing = openEditor(database).edit(edit());
    await expect.poll(() => told).toEqual(['silent']);
    await expect(editing).rejects.toMatchObject({ kind: 'device' });
    release();
    await expect.poll(() => told).toEqual(['silent', 'kept']);
    expect(await database.outbox.count()).toBe(0);
    await openEditor(database).edit(edit());
    expect(await database.outbox.count()).toBe(1);
  });

  it('answers while it works: an edit waits for as long as this page itself is writing', async () => {
    const { database } = open(new IDBFactory());
    await expect.poll(() => told).toEqual(['kept']);
    await openSessionStore(database).signIn('session', account);
    let ends = false;
    // As when the rows of a whole site are replaced.
    const long = database.transaction('rw', database.tables, async () => {
      while (!ends) await database.meta.get('freshness');
    });
    const editing = openEditor(database).edit(edit());
    await new Promise((resolve) => setTimeout(resolve, BEGINS_MS * 1.5));
    ends = true;
    await Promise.all([long, editing]);
    expect(told).toEqual(['kept']);
    expect(await database.outbox.count()).toBe(1);
  });

  describe('while one request of this page takes long, as deleting 100,000 rows does', () => {
    let ends = () => {};

    /** Time goes by, while the database goes on. */
    async function pass(ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed += 1_000) {
        await new Promise((resolve) => setImmediate(resolve));
        await vi.advanceTimersByTimeAsync(1_000);
      }
    }

    /** @returns an edit that waits for it, in a list, so that it is not awaited with this */
    async function editBehindIt(database: MirrorDatabase): Promise<[Promise<unknown>]> {
      await expect.poll(() => told).toEqual(['kept']);
      await openSessionStore(database).signIn('session', account);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      void database
        .transaction('rw', database.tables, async () => {
          await database.meta.get('freshness');
          ends = heldUp((Dexie.currentTransaction as unknown as { idbtrans: Steps }).idbtrans);
          await database.pages.clear();
        })
        .catch(() => {});
      return [openEditor(database).edit(edit())];
    }

    afterEach(() => {
      vi.useRealTimers();
      ends();
    });

    it('answers: an edit waits', async () => {
      const { database } = open(new IDBFactory());
      const [editing] = await editBehindIt(database);
      await pass(ONE_REQUEST_MS - BEGINS_MS);
      vi.useRealTimers();
      ends();
      await editing;
      expect(told).toEqual(['kept']);
      expect(await database.outbox.count()).toBe(1);
    });

    it('is reported after a minute, and the edit made when it is over', async () => {
      const { database } = open(new IDBFactory());
      const [editing] = await editBehindIt(database);
      await pass(ONE_REQUEST_MS + BEGINS_MS);
      expect(told).toEqual(['kept', 'silent']);
      vi.useRealTimers();
      ends();
      await editing;
      expect(await database.outbox.count()).toBe(1);
    });
  });
});

/** A transaction of fake-indexeddb, which takes the next request with each step. */
interface Steps {
  _start(): void;
}

/** Holds a transaction up in the midst of its requests. @returns a function that ends it */
function heldUp(transaction: Steps): () => void {
  const step = Object.getPrototypeOf(transaction)._start as () => void;
  let isHeld = true;
  let isDue = false;
  transaction._start = () => {
    if (isHeld) isDue = true;
    else step.call(transaction);
  };
  return () => {
    isHeld = false;
    if (isDue) step.call(transaction);
  };
}

describe('a mirror that is deleted or cut off while in use', () => {
  it('is reported anew, and works', async () => {
    const device = new IDBFactory();
    const { database } = open(device);
    await expect.poll(() => told).toEqual(['kept']);
    device.deleteDatabase('fieldnotes');
    await expect.poll(() => told).toEqual(['kept', 'kept']);
    await database.meta.put({ key: 'freshness', value: 1 });
    expect(takeConsole().join()).toContain('delete database');
  });

  describe('as an engine', () => {
    const engines: Engine[] = [];
    afterEach(() => {
      for (const engine of engines.splice(0)) engine.stop();
    });

    /** An engine whose server is out of reach, with an account on its device. */
    async function engineOf(signedIn: Account) {
      const name = randomUUID();
      const backend = { url: 'http://127.0.0.1:9', key: 'key' };
      const engine = createEngine({ kinds, model: 'test', backend, name });
      engines.push(engine);
      const database = createDatabase(kinds, name);
      others.push(database);
      const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 3_600 };
      const session = toStored({ ...tokens, user: { id: signedIn.userId } }, Date.now());
      await openSessionStore(database).signIn(session ?? '', signedIn);
      engine.start();
      const seen: (Account | null)[] = [];
      engine.watch(engine.account, (held) => void seen.push(held));
      await expect.poll(() => seen).toEqual([signedIn]);
      await expect.poll(async () => (await engine.status()).status.failures).toBeGreaterThan(0);
      return { engine, database, seen };
    }

    it('keeps the admin, whose session has ended, so that an open form stays', async () => {
      const { engine, database, seen } = await engineOf(account);
      await database.delete();
      await expect.poll(() => engine.account()).toEqual({ ...account, expired: true });
      expect(seen).not.toContain(null);
      takeConsole();
    });

    it('keeps the admin also where it does not open for a while', async () => {
      const { engine, database, seen } = await engineOf(account);
      const state = failingToOpen(Dexie.dependencies.indexedDB as IDBFactory);
      try {
        database.close();
        indexedDB.deleteDatabase(database.name);
        await expect.poll(() => state.attempts).toBeGreaterThan(0);
        // What a page does meanwhile: it syncs, and stores what is typed.
        engine.syncNow();
        const { drafts } = engine.view().tools.editor(openEditor);
        const draft = draftOf({ account: 'a', place: 'learnings/new', tab: 't' }, typed, 1);
        await expect(drafts.keep(draft)).rejects.toThrow();
        await expect.poll(() => engine.view().mirror.keeping).toBe('silent');
      } finally {
        state.end();
      }
      await expect.poll(() => engine.account()).toEqual({ ...account, expired: true });
      expect(seen).not.toContain(null);
      takeConsole();
    });

    it('does not keep an account that was signed out', async () => {
      const { engine, database, seen } = await engineOf(account);
      await openSessionStore(database).signOut();
      await expect.poll(() => seen.at(-1)).toBeNull();
      await database.delete();
      await expect.poll(async () => (await engine.status()).status.failures).toBeGreaterThan(0);
      expect(await engine.account()).toBeNull();
      takeConsole();
    });
  });
});
