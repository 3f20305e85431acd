import {
  type Collection,
  type DBCore,
  type DBCoreTable,
  type DBCoreTransaction,
  Dexie,
  type Middleware,
  type Table,
} from 'dexie';

/** A value that the device has lost. */
export interface LostValue {
  readonly store: string;
  readonly key: unknown;
}

const lostIn = new WeakMap<DBCoreTransaction, LostValue[]>();

/** The values that the present transaction has missed, once: who asks is to deal with them. */
export function takeLost(): readonly LostValue[] {
  const transaction = Dexie.currentTransaction?.idbtrans;
  const lost = (transaction && lostIn.get(transaction)) ?? [];
  if (transaction) lostIn.delete(transaction);
  return lost;
}

/**
 * Reads around the values that a device has lost (R42).
 *
 * Browsers keep large values in files of their own. A cleaner or a crash may take such a file away, and from then on this one
 * value fails every query that finds it. Here it is as if it were not there; `takeLost` tells it to the transaction.
 * What walks with a cursor over
 * values still fails (`found`).
 *
 * @param mend called once for each transaction that has missed values, when they are known
 */
export function skipUnreadable(
  mend: (lost: readonly LostValue[]) => Promise<void>,
): Middleware<DBCore> {
  function note(transaction: DBCoreTransaction, value: LostValue): void {
    const known = lostIn.get(transaction) ?? [];
    known.push(value);
    if (known.length > 1) return;
    lostIn.set(transaction, known);
    // A timer is outside of the transaction, which may only read. A device that fails is told elsewhere.
    setTimeout(() => void mend(known).catch(() => {}), 0);
  }
  return {
    stack: 'dbcore',
    name: 'unreadable values',
    // Below Dexie's own, for which it stays one query.
    level: -1,
    create: (core) => ({ ...core, table: (name) => skipIn(core.table(name), note) }),
  };
}

/**
 * The values that an index finds, each once, in the order of their primary keys.
 *
 * @param which any that reads with a cursor, which would stop at a value that the device has lost; the keys are read first
 */
export async function found<T, New>(
  table: Table<T, number, New>,
  which: Collection<T, number, New>,
): Promise<T[]> {
  const keys = new Set((await which.primaryKeys()).sort((a, b) => a - b));
  return (await table.bulkGet([...keys])).flatMap((value) => value ?? []);
}

function skipIn(
  table: DBCoreTable,
  note: (transaction: DBCoreTransaction, value: LostValue) => void,
): DBCoreTable {
  const { name: store, schema } = table;

  /** @returns the values, undefined for those that are lost; fails with `error` if the device answers no more */
  async function oneByOne(trans: DBCoreTransaction, keys: readonly unknown[], error: unknown) {
    const lost: LostValue[] = [];
    const values: unknown[] = [];
    for (const key of keys) {
      const value = await table.get({ trans, key }).catch(() => {
        lost.push({ store, key });
      });
      values.push(value);
    }
    const query = { index: schema.primaryKey, range: every };
    await table.query({ trans, values: false, limit: 1, query }).catch(() => {
      throw error;
    });
    for (const value of lost) note(trans, value);
    return values;
  }

  return {
    ...table,
    get: (request) =>
      table.get(request).catch(async (error) => {
        const [value] = await oneByOne(request.trans, [request.key], error);
        return value;
      }),
    getMany: (request) =>
      table.getMany(request).catch((error) => oneByOne(request.trans, request.keys, error)),
    query: (request) =>
      table.query(request).catch(async (error) => {
        if (request.values !== true) throw error;
        const { result: keys } = await table.query({ ...request, values: false });
        const values = await oneByOne(request.trans, keys, error);
        return { result: values.filter((value) => value !== undefined) };
      }),
  };
}

/** Any key, as Dexie writes it. */
const every = { type: 3, lower: undefined, upper: undefined } as const;
