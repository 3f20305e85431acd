import { Dexie } from 'dexie';
import { engineName } from '../../../src/content/kinds.ts';
import {
  createDatabase,
  MIRROR_VERSION,
  type MirrorDatabase,
} from '../../../src/engine/mirror/database.ts';
import { memoryOf } from '../../../src/engine/mirror/memory.ts';
import type { Position } from '../../../src/engine/mirror/meta.ts';
import type { RowPage } from '../../../src/engine/mirror/row-page.ts';
import { openSessionStore, type SessionStore } from '../../../src/engine/mirror/session-store.ts';
import type { Mutation } from '../../../src/engine/mutation.ts';
import { type Editor, openEditor } from '../../../src/engine/outbox/editor.ts';
import { createRemote } from '../../../src/engine/supabase/calls.ts';
import { createSession } from '../../../src/engine/supabase/session.ts';
import { createFileStore } from '../../../src/engine/supabase/store-file.ts';
import { type Loop, startLoop } from '../../../src/engine/sync/loop.ts';
import type { PokeListener } from '../../../src/engine/sync/protocol.ts';
// They are loaded when there is a file, and would take another time to load in each run.
import '../../../src/engine/sync/send-files.ts';
import '../../../src/engine/supabase/store-in-parts.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { LOCK_PATIENCE_MS } from '../../../src/lib/limits.ts';
import { testPage } from '../../support/device.ts';
import { testLocks } from '../../support/locks.ts';
import { filesIn } from '../../support/named-files.ts';
import { passedIn } from './check-files.ts';
import type { Clock } from './clock.ts';
import { readDisk } from './disk.ts';
import { Drawing } from './drawing.ts';
import { Exchanges } from './exchanges.ts';
import { Holds } from './holds.ts';
import { kindsWith, type Learned } from './learned-column.ts';
import { Network } from './network.ts';
import { Hearing } from './news.ts';
import { screenOf } from './screens.ts';
import type { Server } from './server.ts';
import { type Connection, Storage } from './storage.ts';
import { Views } from './views.ts';

/** In bytes: two of the pictures go in parts (perform-files.ts), the others whole. */
const PART_BYTES = 7;

/** A device with its disk, network, clock and tabs, wired as in main.tsx. */
export class Device {
  readonly network: Network;
  readonly storage = new Storage(
    () => this.die(),
    (store, value) => this.see(store, value),
  );
  /** A violation that was seen between operations, by the position or by a row that no screen shows; null for none. */
  stepBack: string | null = null;
  /** How often the account was written. */
  readers = 0;
  /** What only admins are told, and was left on the device by one; null for nothing. */
  left: string | null = null;
  private position: Position | null = null;
  /** The highest version of each row that was ever on this device, by its readers, table and id: each have their own versions. */
  private versions = new Map<string, number>();
  /** Rows that were kept, with their versions, and a position after them was not yet. */
  private came = new Map<string, number>();
  tabs: Tab[] = [];
  /** The error of its clock in ms. */
  clockError = 0;
  /** The edits that its screens have confirmed and that were not taken back, by mutation id. */
  readonly promised = new Map<string, Mutation>();
  /** The edits that a push has been answered about. */
  readonly answered = new Set<string>();
  /** Discarded edits that may have been sent already: their answer may come later, or never. */
  readonly discarded = new Set<string>();
  /** The Undo offers on its screens. */
  readonly holds = new Holds();
  /** The values that the authors of its edits had seen. */
  readonly views = new Views();
  /** How often a person has asked for a sync. */
  asks = 0;
  /** An edit that was sent before one that it builds on, which waits for a file; null for none. */
  passed: string | null = null;
  /** Edits that came from another device as a file. */
  readonly carried = new Set<string>();
  /** Edits that may have been stored without confirmation, because their tab ended before it. */
  unconfirmed = 0;
  /** The name under which its app knows a column; see learned-column.ts. */
  learned: Learned = null;
  private opened = 0;
  private appVersion = 0;
  private running = new Set<Promise<unknown>>();

  readonly server: Server;
  private readonly clock: Clock;
  private readonly random: () => number;
  private locks: LockManager | undefined;
  /** The lock that was taken from a tab. All tabs here answer, so none may lose one; null for none. */
  robbed: string | null = null;

  constructor(
    readonly name: string,
    parts: { server: Server; clock: Clock; random: () => number; locks: boolean },
  ) {
    this.server = parts.server;
    this.clock = parts.clock;
    this.random = parts.random;
    this.locks = parts.locks ? this.newLocks() : undefined;
    this.network = new Network(parts.server, parts.clock);
  }

  /** ms since 1970, as far as this device knows. */
  readonly now = (): number => this.clock.now + this.clockError;

  openTab(): Tab {
    this.opened += 1;
    const tab = new Tab(this, `tab-${this.opened}.${this.name}`, this.appVersion, {
      locks: this.locks,
      random: this.random,
    });
    this.tabs.push(tab);
    return tab;
  }

  closeTab(tab: Tab): void {
    tab.end();
    this.tabs = this.tabs.filter((one) => one !== tab);
  }

  /** Called with every record that is kept, in order. */
  private see(store: string, value: unknown): void {
    const { key, value: position } = value as { key?: string; value: Position };
    if (store === 'meta' && key === 'account') this.readers += 1;
    if (store === 'meta' && key === 'position') this.seePosition(position);
    else if (store === 'pages') {
      const { table, rows } = value as RowPage;
      for (const { id, version } of rows) this.came.set(`${table}/${id}`, version);
    }
  }

  /** Within a history the cursor never goes back, whichever tab moves it. */
  private seePosition(position: Position): void {
    const before = this.position;
    this.position = position;
    this.seeRows(position);
    if (before === null || !before.complete || before.epoch !== position.epoch) return;
    if (position.cursor >= before.cursor) return;
    this.stepBack = `the cursor went back from ${before.cursor} to ${position.cursor}`;
  }

  /** No row is older than it was before. Version 0 marks rows that exist only on this device. */
  private seeRows({ epoch }: Position): void {
    const readers = this.server.streamAt(epoch)?.readers;
    for (const [key, version] of this.came) {
      if (version === 0 || readers === undefined) continue;
      const before = this.versions.get(`${readers} ${key}`) ?? 0;
      this.versions.set(`${readers} ${key}`, Math.max(version, before));
      if (version < before) this.stepBack = `${key} went back from ${before} to ${version}`;
    }
    this.came.clear();
  }

  /** All processes of the browser end, in the middle of anything. */
  die(): void {
    for (const tab of [...this.tabs]) this.closeTab(tab);
    if (this.locks !== undefined) this.locks = this.newLocks();
  }

  private newLocks(): LockManager {
    return testLocks((name) => {
      this.robbed = name;
    });
  }

  /** Opens a new version of the app, with another schema, beside the tabs of the old one. */
  upgrade(): void {
    this.appVersion += 1;
    const old = this.tabs;
    this.openTab();
    // The old tabs find their database closed and show 'reload'.
    for (const tab of old) this.closeTab(tab);
  }

  /** The tab in use: the one opened last. Whoever uses it has come to it. */
  get tab(): Tab {
    const tab = this.tabs.at(-1) ?? this.openTab();
    if (tab.isAway) tab.page.tell('shown');
    return tab;
  }

  /** A tab beside the one in use, if there is one. */
  get otherTab(): Tab {
    return this.tabs.find(({ isAway }) => !isAway) ?? this.tab;
  }

  /** Follows an action on a screen. If its tab ends, the action ends too. */
  follow(tab: Tab, job: Promise<unknown>): Promise<void> {
    const done = job.then(
      () => {},
      (error: unknown) => {
        if (tab.ended) this.unconfirmed += 1;
        else if (!(error instanceof Failure) || error.kind === 'defect') throw error;
      },
    );
    this.running.add(done);
    void done.finally(() => this.running.delete(done)).catch(() => {});
    return done;
  }

  /** Waits for the actions on screens. @throws their unexpected errors */
  async finish(): Promise<void> {
    await Promise.all(this.running);
  }

  keepPromise(mutation: Mutation): void {
    this.promised.set(mutation.id, mutation);
  }
}

export class Tab {
  readonly database: MirrorDatabase;
  readonly editor: Editor;
  readonly sessions: SessionStore;
  readonly page = testPage();
  /** What it hears of the commits of other tabs. */
  readonly hearing: Hearing;
  readonly drawing = new Drawing();
  /** The name under which its app knows the column of learned-column.ts. */
  readonly learned: Learned;
  /** The browser has put the page away, and may bring it back. */
  isAway = false;
  private readonly connection: Connection;
  readonly engine: Loop;
  readonly exchanges: Exchanges;
  private readonly closed = new AbortController();
  /** Its channel is up and delivers nothing. */
  deaf = false;
  private listeners = new Set<PokeListener>();

  constructor(
    device: Device,
    readonly host: string,
    appVersion: number,
    { locks, random }: { locks: LockManager | undefined; random: () => number },
  ) {
    this.learned = device.learned;
    this.hearing = new Hearing(device.name);
    this.connection = device.storage.open(this.hearing.name);
    this.page.watch((event) => event === 'shown' && this.comeBack());
    if (!device.network.isUp) this.page.tell('offline');
    this.exchanges = new Exchanges({
      isOnline: this.page.isOnline,
      asks: () => device.asks,
      full: () => device.storage.full,
      isCarried: (id) => device.carried.has(id),
      met: (bound) => device.server.count(`bound ${bound}`),
    });
    const { exchanges } = this;
    this.database = openDatabase(device, this.connection, appVersion);
    this.editor = openEditor(this.database, { now: device.now });
    // Its screens show everything.
    memoryOf(this.database).watch(() => this.drawing.draw(screenOf(this.database)));
    this.sessions = openSessionStore(this.database);
    const url = `http://${host}`;
    // Every other device reads through a cache where nobody is signed in.
    const backend = {
      url,
      key: 'sb_publishable_torture',
      ...(device.name.endsWith('1') && { reads: url }),
    };
    const ownLocks = locks && untilEnd(locks, this.signal, device);
    const session = createSession(backend, this.sessions, ownLocks, device.now);
    const server = createRemote(backend, session, (_, listener) => {
      this.listeners.add(listener);
      setImmediate(() => this.listeners.has(listener) && listener.live(true));
      return () => void this.listeners.delete(listener);
    });
    this.engine = startLoop({
      database: this.database,
      remote: {
        ...server,
        pull: (request, signal) =>
          exchanges.pull(request, signal, () => server.pull(request, signal)),
        push: async (request, signal) => {
          const ids = new Set(request.mutations.map(({ id }) => id));
          device.passed ??= passedIn(await readDisk(device), ids);
          const page = await exchanges.push(request, signal, () => server.push(request, signal));
          for (const { id } of page.answers) device.answered.add(id);
          return page;
        },
      },
      loadStoreFile: async () => createFileStore(backend, session, PART_BYTES),
      surroundings: this.page,
      onEvent: (what) => exchanges.hear(what),
      // There may be pictures to delete, or none.
      makeRoom: async () => random() < 0.5,
      clock: device.now,
      random,
      locks: ownLocks,
    });
  }

  get ended(): boolean {
    return this.closed.signal.aborted;
  }

  /** Ends with the tab. */
  get signal(): AbortSignal {
    return this.closed.signal;
  }

  poked(version: number): void {
    if (this.deaf) return;
    for (const listener of this.listeners) listener.poked(version);
  }

  /** The browser puts the page away: it does nothing, and what happens is lost to it; see `restWhenLeft`. */
  goAway(): void {
    this.page.tell('hidden');
    this.isAway = true;
    this.database.rest();
    this.hearing.fallBehind();
  }

  private comeBack(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.database.wake();
    this.hearing.startOver(this.database);
  }

  cutStorage(): void {
    this.connection.cut();
  }

  end(): void {
    if (this.ended) return;
    this.closed.abort(new DOMException('the tab is closed', 'AbortError'));
    this.connection.die();
    // What waits for the page to come back ends with it.
    this.database.wake();
    this.database.close();
    this.engine.stop();
    this.listeners.clear();
  }
}

/** The locks as a tab sees them: what it holds is free once it has ended. */
function untilEnd(locks: LockManager, ended: AbortSignal, device: Device): LockManager {
  const end = new Promise<never>((_, reject) => {
    ended.addEventListener('abort', () => reject(ended.reason));
  });
  end.catch(() => {});
  return {
    request(name: string, options: LockOptions, run: () => Promise<unknown>) {
      const asked = device.now();
      return locks.request(name, options, () => {
        const waited = device.now() - asked;
        if (waited > LOCK_PATIENCE_MS) {
          device.server.count('bound a tab waits longer than 12 s for the exchange of another');
        }
        return Promise.race([run(), end]);
      });
    },
  } as unknown as LockManager;
}

/** A later version of the app has one index more with each kind. */
function openDatabase(
  { name, learned }: Device,
  connection: Connection,
  appVersion: number,
): MirrorDatabase {
  const { dependencies } = Dexie;
  Dexie.dependencies = { indexedDB: connection.indexedDB, IDBKeyRange: connection.IDBKeyRange };
  try {
    // Pages are so small that many rows are at the border of one.
    const pageSize = { rows: 2, bytes: 60_000 };
    const database = createDatabase(kindsWith(learned), name, {
      engine: engineName,
      pageSize,
      filesIn,
    });
    for (let more = 1; more <= appVersion; more += 1) {
      const outbox = ['++place', '&id', '*rows', '*after', 'at', 'label', 'account'];
      database
        .version(MIRROR_VERSION + more)
        .stores({ outbox: outbox.slice(0, 4 + Math.min(more, 3)).join(', ') });
    }
    return database;
  } finally {
    Dexie.dependencies = dependencies;
  }
}
