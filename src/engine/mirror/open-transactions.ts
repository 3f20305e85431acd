import { BEGINS_MS } from '../../lib/limits.ts';

/**
 * What a page has open in IndexedDB, so that it can be let go of in one moment, and so that nothing is waited for
 * without end.
 *
 * WebKit puts a page that is left into the back/forward cache as it is, with a transaction that is under way; it
 * never ends there, and every later page waits for it without end (jakearchibald/idb-keyval #180). Closing the
 * database does not end its transactions; aborting them does.
 */
export interface OpenTransactions {
  /** The device's IndexedDB, watched. */
  readonly indexedDB: IDBFactory;
  /** Aborts all that is under way: what was not confirmed has never been. */
  abort(): void;
}

/**
 * `silent`: a database was not open, or a transaction had not begun, within 3 s; that transaction is aborted.
 * `lost`: the database was deleted, or the browser has cut it off.
 */
export type StorageTrouble = 'silent' | 'lost';

export function watchTransactions(
  device: IDBFactory,
  onTrouble: (trouble: StorageTrouble) => void,
): OpenTransactions {
  const open = new Set<IDBTransaction>();

  function watch(transaction: IDBTransaction): IDBTransaction {
    open.add(transaction);
    for (const end of ['complete', 'abort']) {
      transaction.addEventListener(end, () => open.delete(transaction));
    }
    return transaction;
  }

  function watchBegin(transaction: IDBTransaction): void {
    const begun = patience(() => {
      abort(transaction);
      onTrouble('silent');
    });
    transaction.addEventListener('abort', begun);
    const store = transaction.objectStoreNames[0] ?? '';
    // Asked before everything else in it, and answered as soon as it has begun.
    transaction.objectStore(store).getKey(NO_KEY).addEventListener('success', begun);
  }

  function watchDatabase(database: IDBDatabase): void {
    const begin = database.transaction.bind(database);
    database.transaction = (...given) => {
      const transaction = watch(begin(...given));
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

/** @throws {DOMException} where there is no IndexedDB, and for whatever a browser throws that denies it to this site */
function openNow(device: IDBFactory, name: string, version?: number): IDBOpenDBRequest {
  try {
    return device.open(name, version);
  } catch (error) {
    throw new DOMException(String(error), 'SecurityError');
  }
}

/** No store has it. */
const NO_KEY = '';

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // All of it has been asked for: it is being committed, for which no page is needed.
  }
}

/** In steps: while a device sleeps, its timers stand still, and all that fell due meanwhile comes at once. */
const STEPS = 3;

/** @returns a function that ends it */
function patience(onEnd: () => void): () => void {
  let left = STEPS;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(() => {
      left -= 1;
      if (left === 0) onEnd();
      else wait();
    }, BEGINS_MS / STEPS);
  };
  wait();
  return () => clearTimeout(timer);
}
