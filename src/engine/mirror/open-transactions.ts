import { BEGINS_MS, ONE_REQUEST_MS } from '../../lib/limits.ts';

/**
 * Tracks a page's open transactions, so that all can be aborted at once (R19), and so that nothing waits for one for ever.
 *
 * When a page is left, WebKit puts it into the back/forward cache with its running transaction. The transaction never
 * ends there, and every later page waits for it (jakearchibald/idb-keyval #180). Closing the database does not end its
 * transactions; aborting them does.
 */
export interface OpenTransactions {
  /** The device's IndexedDB, observed. */
  readonly indexedDB: IDBFactory;
  /** Aborts all open transactions: unconfirmed writes never happened. */
  abort(): void;
}

/**
 * `silent`: a database was not open, or a transaction had not begun, within 3 s; that transaction is aborted. The time
 * does not count while a transaction of this page that it waits for is at work: one that has begun, and whose present
 * request takes less than a minute.
 * `lost`: the database was deleted, or the browser has cut it off.
 */
export type StorageTrouble = 'silent' | 'lost';

/**
 * @param durability of a transaction on these stores: whether it is on the disk before it is confirmed
 */
export function watchTransactions(
  device: IDBFactory,
  onTrouble: (trouble: StorageTrouble) => void,
  durability: (stores: readonly string[]) => IDBTransactionDurability = () => 'strict',
): OpenTransactions {
  const open = new Set<IDBTransaction>();
  /** How many of a transaction's requests were answered. */
  const answered = new WeakMap<IDBTransaction, number>();

  function watch(transaction: IDBTransaction): IDBTransaction {
    open.add(transaction);
    for (const end of ['complete', 'abort']) {
      transaction.addEventListener(end, () => open.delete(transaction));
    }
    // It is an event of the request, and passes here on its way down.
    transaction.addEventListener(
      'success',
      () => answered.set(transaction, (answered.get(transaction) ?? 0) + 1),
      true,
    );
    return transaction;
  }

  function watchBegin(transaction: IDBTransaction): void {
    const ahead = [...open].filter((other) => isAheadOf(transaction, other));
    const begun = patience(() => {
      abort(transaction);
      onTrouble('silent');
    }, ahead);
    transaction.addEventListener('abort', begun);
    const store = transaction.objectStoreNames[0] ?? '';
    // This request comes first in the transaction, so it is answered as soon as the transaction begins.
    transaction.objectStore(store).getKey(NO_KEY).addEventListener('success', begun);
  }

  /**
   * @param ahead the transactions before it
   * @returns a function that stops it
   */
  function patience(onEnd: () => void, ahead: readonly IDBTransaction[] = []): () => void {
    let waited = 0;
    let before = 0;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        const atWork = ahead.filter((other) => open.has(other) && answered.has(other));
        const done = atWork.reduce((sum, other) => sum + (answered.get(other) ?? 0), 0);
        waited = done === before ? waited + STEP_MS : 0;
        before = done;
        if (waited < (atWork.length > 0 ? ONE_REQUEST_MS : BEGINS_MS)) wait();
        else onEnd();
      }, STEP_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }

  function watchDatabase(database: IDBDatabase): void {
    const begin = database.transaction.bind(database);
    database.transaction = (stores, mode) => {
      const names = typeof stores === 'string' ? [stores] : [...stores];
      const transaction = watch(begin(names, mode, { durability: durability(names) }));
      watchBegin(transaction);
      return transaction;
    };
    database.addEventListener('close', () => onTrouble('lost'));
    database.addEventListener('versionchange', ({ newVersion }) => {
      if (newVersion === null) onTrouble('lost');
    });
  }

  return {
    indexedDB: {
      open(name, version) {
        const request = openNow(device, name, version);
        const opened = patience(() => onTrouble('silent'));
        for (const end of ['success', 'error', 'upgradeneeded']) {
          request.addEventListener(end, opened);
        }
        request.addEventListener('upgradeneeded', () => {
          if (request.transaction !== null) watch(request.transaction);
        });
        request.addEventListener('success', () => watchDatabase(request.result));
        return request;
      },
      deleteDatabase: (name) => device.deleteDatabase(name),
      databases: () => device.databases(),
      cmp: (a, b) => device.cmp(a, b),
    },
    abort() {
      for (const transaction of open) abort(transaction);
      open.clear();
    },
  };
}

/** A sleeping device stops its timers, and afterwards fires all that are due at once; so time is counted in steps. */
const STEP_MS = BEGINS_MS / 3;

/** @throws {DOMException} if there is no IndexedDB, or if the browser denies it, whatever the browser throws then */
function openNow(device: IDBFactory, name: string, version?: number): IDBOpenDBRequest {
  try {
    return device.open(name, version);
  } catch (error) {
    throw new DOMException(String(error), 'SecurityError');
  }
}

/** A key that no store has. */
const NO_KEY = '';

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // All requests are made and it is committing, which needs no page.
  }
}

/** Whether one transaction waits for another that was made earlier: they share a store, and not only to read. */
function isAheadOf(waiting: IDBTransaction, other: IDBTransaction): boolean {
  if (waiting === other || (waiting.mode === 'readonly' && other.mode === 'readonly')) return false;
  return [...other.objectStoreNames].some((store) => waiting.objectStoreNames.contains(store));
}
