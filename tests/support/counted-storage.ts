import { vi } from 'vitest';

/** One transaction on an IndexedDB, as it was begun. */
export interface BegunTransaction {
  readonly mode: IDBTransactionMode;
  readonly stores: readonly string[];
  readonly durability: IDBTransactionDurability;
}

export interface CountedStorage {
  readonly begun: readonly BegunTransaction[];
  /** How often each request was made, by its name: `put`, `get`, `getAll`, `continue`. */
  readonly requests: ReadonlyMap<string, number>;
  /** Forgets what was counted so far. */
  reset(): void;
}

/**
 * Counts what is asked of IndexedDB from now on, until `vi.restoreAllMocks`. Databases must be made after it. The one
 * request of each transaction by which the mirror learns that it has begun (open-transactions.ts) does not count.
 */
export function countStorage(): CountedStorage {
  const begun: BegunTransaction[] = [];
  const requests = new Map<string, number>();
  const note = (name: string) => void requests.set(name, (requests.get(name) ?? 0) + 1);

  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    names,
    mode = 'readonly',
    options = {},
  ) {
    const { durability = 'default' } = options;
    begun.push({ mode, stores: typeof names === 'string' ? [names] : [...names], durability });
    return begin.call(this, names, mode, options);
  });

  const ways = ['get', 'getAll', 'getKey', 'getAllKeys', 'count', 'openCursor'] as const;
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    for (const way of [...ways, 'openKeyCursor'] as const) count(prototype, way, note);
  }
  for (const way of ['put', 'add', 'delete', 'clear'] as const) {
    count(IDBObjectStore.prototype, way, note);
  }
  for (const way of ['continue', 'continuePrimaryKey', 'advance'] as const) {
    count(IDBCursor.prototype, way, note);
  }
  return {
    begun,
    requests,
    reset() {
      begun.length = 0;
      requests.clear();
    },
  };
}

function count<Name extends string>(
  prototype: Record<Name, unknown>,
  name: Name,
  note: (name: string) => void,
): void {
  const real = prototype[name] as (...given: unknown[]) => unknown;
  vi.spyOn(prototype as Record<string, (...given: unknown[]) => unknown>, name).mockImplementation(
    function (this: unknown, ...given) {
      const asksWhetherBegun = name === 'getKey' && given[0] === '';
      if (!asksWhetherBegun) note(name);
      return real.apply(this, given);
    },
  );
}
