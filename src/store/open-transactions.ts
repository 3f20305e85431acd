/**
 * What a page has open in IndexedDB, so that it can be let go of in one moment.
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

export function watchTransactions(device: IDBFactory): OpenTransactions {
  const open = new Set<IDBTransaction>();

  function watch(transaction: IDBTransaction): IDBTransaction {
    open.add(transaction);
    for (const end of ['complete', 'abort']) {
      transaction.addEventListener(end, () => open.delete(transaction));
    }
    return transaction;
  }

  return {
    indexedDB: {
      open(name, version) {
        const request = device.open(name, version);
        request.addEventListener('upgradeneeded', () => {
          if (request.transaction !== null) watch(request.transaction);
        });
        request.addEventListener('success', () => {
          const { result: database } = request;
          const begin = database.transaction.bind(database);
          database.transaction = (...given) => watch(begin(...given));
        });
        return request;
      },
      deleteDatabase: (name) => device.deleteDatabase(name),
      databases: () => device.databases(),
      cmp: (a, b) => device.cmp(a, b),
    },
    abort() {
      for (const transaction of open) {
        try {
          transaction.abort();
        } catch {
          // All of it has been asked for: it is being committed, for which no page is needed.
        }
      }
      open.clear();
    },
  };
}
