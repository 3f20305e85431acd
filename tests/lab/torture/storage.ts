import {
  IDBVersionChangeEvent as FakeEvent,
  IDBFactory as FakeFactory,
  IDBKeyRange as FakeKeyRange,
  IDBObjectStore as FakeStore,
  IDBTransaction as FakeTransaction,
} from 'fake-indexeddb';

/**
 * The IndexedDB of one device, in memory and with faults: it can be full, lose its connections, and its process can
 * die between any two writes, losing whatever was not committed.
 */
export class Storage {
  /** The contents of the disk, which outlive processes. Used as it is here it has no faults. */
  readonly disk = new FakeFactory();
  /** How many writes succeed before one fails; null for all of them. */
  private left: { writes: number; goesWrong: () => 'fails' | 'dies' } | null = null;
  /** Counts attempted writes, to tell whether anything can have changed. */
  writes = 0;
  /** Counts writes that failed because the disk was full. */
  full = 0;

  /**
   * @param onDeath called when the process is to end in the middle of a write
   * @param onPut told of every record that was put and committed, in order
   */
  constructor(
    private readonly onDeath: () => void,
    readonly onPut: (store: string, value: unknown) => void,
  ) {}

  /** After `writes` more writes, the next ones fail as on a full disk, `times` times. */
  fillUp(writes: number, times: number): void {
    let more = times;
    this.left = {
      writes,
      goesWrong: () => {
        more -= 1;
        if (more === 0) this.left = null;
        return 'fails';
      },
    };
  }

  /** After `writes` more writes, the process dies before the next one. */
  dieAfter(writes: number): void {
    this.left = {
      writes,
      goesWrong: () => {
        this.left = null;
        return 'dies';
      },
    };
  }

  isFine(): void {
    this.left = null;
  }

  /**
   * IndexedDB as a process (a tab) sees it.
   *
   * @param tellsAs the name that its databases have towards Dexie, if not their own; see news.ts
   */
  open(tellsAs?: string): Connection {
    return new Connection(this.disk, this, tellsAs);
  }

  /** The contents of the disk, for checks: reading them changes nothing and never fails. */
  async read<T>(
    name: string,
    look: (stores: (store: string) => Promise<unknown[]>) => Promise<T>,
  ): Promise<T> {
    const database = await asPromise(this.disk.open(name));
    try {
      const transaction = database.transaction([...database.objectStoreNames], 'readonly');
      return await look((store) => asPromise(transaction.objectStore(store).getAll()));
    } finally {
      database.close();
    }
  }

  /** Called before each write. */
  beforeWrite(): 'goes well' | 'fails' | 'dies' {
    this.writes += 1;
    if (this.left === null) return 'goes well';
    if (this.left.writes > 0) {
      this.left.writes -= 1;
      return 'goes well';
    }
    const outcome = this.left.goesWrong();
    if (outcome === 'dies') this.onDeath();
    else this.full += 1;
    return outcome;
  }
}

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** One tab's view of the storage. */
export class Connection {
  private readonly open = new Set<FakeDatabaseInside>();
  private dead = false;
  readonly indexedDB: IDBFactory;
  readonly IDBKeyRange = FakeKeyRange;

  constructor(
    disk: IDBFactory,
    private readonly storage: Storage,
    private readonly tellsAs: string | undefined,
  ) {
    this.indexedDB = {
      cmp: disk.cmp.bind(disk),
      databases: disk.databases.bind(disk),
      deleteDatabase: disk.deleteDatabase.bind(disk),
      open: (name: string, version?: number) => {
        if (this.dead) throw new DOMException('the process has ended', 'InvalidStateError');
        const request = disk.open(name, version);
        request.addEventListener('upgradeneeded', () => this.keep(request.result));
        request.addEventListener('success', () => this.keep(request.result));
        return request;
      },
    };
  }

  private keep(database: IDBDatabase): void {
    const inside = database as unknown as FakeDatabaseInside;
    this.open.add(inside);
    inside.name = this.tellsAs ?? inside.name;
    owners.set(database, this.storage);
    if (this.dead) this.end(inside);
  }

  /** The process ends: uncommitted writes never happened, and it writes no more. */
  die(): void {
    this.dead = true;
    for (const database of this.open) this.end(database);
    this.open.clear();
  }

  /** The browser loses its storage process (dexie #2008): every open connection is cut, and can be opened again. */
  cut(): void {
    for (const database of this.open) {
      this.end(database);
      database.dispatchEvent(new FakeEvent('close'));
    }
    this.open.clear();
  }

  private end(database: FakeDatabaseInside): void {
    for (const transaction of database._rawDatabase.transactions) {
      if (transaction.db === database && transaction._state !== 'finished') {
        transaction._abort('UnknownError');
      }
    }
    database.close();
  }
}

/** The internals of fake-indexeddb; real databases do the same out of sight. */
interface FakeDatabaseInside {
  name: string;
  readonly _rawDatabase: { transactions: FakeTransactionInside[] };
  close(): void;
  dispatchEvent(event: unknown): void;
}

interface FakeTransactionInside {
  readonly db: FakeDatabaseInside;
  readonly _state: string;
  _abort(name: string): void;
}

/** The storage that an open database belongs to. Databases of the checks belong to none and have no faults. */
const owners = new WeakMap<IDBDatabase, Storage>();

const full = () => new DOMException('no room left', 'QuotaExceededError');

/** Every write of every fake database passes here. */
for (const method of ['add', 'put', 'delete', 'clear'] as const) {
  const write = FakeStore.prototype[method] as (...given: unknown[]) => IDBRequest;
  FakeStore.prototype[method] = function (this: IDBObjectStore, ...given: unknown[]) {
    const storage = owners.get(this.transaction.db);
    const outcome = storage?.beforeWrite() ?? 'goes well';
    // Called on commit; an aborted transaction has written nothing.
    if (method === 'put' && storage !== undefined) {
      this.transaction.addEventListener('complete', () => storage.onPut(this.name, given[0]));
    }
    if (outcome === 'dies') throw new DOMException('the process has ended', 'AbortError');
    if (outcome === 'goes well') return write.apply(this, given);
    const failing = {
      source: this,
      operation: () => {
        throw full();
      },
    };
    return (
      this.transaction as unknown as { _execRequestAsync(it: object): IDBRequest }
    )._execRequestAsync(failing);
  } as never;
}

/** Counts pending work in all storages and elsewhere, to know when there is none. */
let activity = 0;
let elsewhere = 0;
let jobs = 0;

const inside = FakeTransaction.prototype as unknown as { _start(): void };
const start = inside._start;
inside._start = function () {
  activity += 1;
  return start.call(this);
};

/** Registers work that the storage does not see, until the promise is resolved or rejected. */
export async function underWay<T>(job: Promise<T>): Promise<T> {
  elsewhere += 1;
  jobs += 1;
  try {
    return await job;
  } finally {
    elsewhere -= 1;
    activity += 1;
  }
}

export function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** How many turns of the event loop must pass without any work: no transaction waits longer than that to start. */
const QUIET_TICKS = 6;

/** More turns than this without time passing mean an endless loop: a few hundred are usual. */
const BUSY_TICKS = 10_000;
const BUSY_JOBS = 2_000;

/** Waits until every device has done everything that it can without time passing. @throws {Error} if that never ends */
export async function settle(): Promise<void> {
  let seen = activity;
  let ticks = 0;
  const most = jobs + BUSY_JOBS;
  for (let quiet = 0; quiet < QUIET_TICKS; quiet += 1) {
    await tick();
    // A real database takes its own time, which is not the devices'. The number of their requests is.
    if (elsewhere === 0) ticks += 1;
    if (ticks > BUSY_TICKS || jobs > most) throw new Error('a device is busy for ever');
    if (activity !== seen || elsewhere > 0) quiet = -1;
    seen = activity;
  }
}

/** A failing storage reports its error to its caller; nothing is to be done about it here. */
export async function orStorage(job: Promise<unknown>): Promise<void> {
  await job.catch(() => {});
}
