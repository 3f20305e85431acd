import {
  type Collection,
  type DBCore,
  type DBCoreTable,
  type DBCoreTransaction,
  Dexie,
  type Middleware,
  type Table,
} from 'dexie';
import { Failure, toFailure } from '../../lib/failure.ts';

/**
 * Reads around the values that a device has lost (R42).
 *
 * Browsers keep large values in files of their own. A cleaner or a crash may take such a file away, and from then on this one
 * value fails every query that finds it, and in Chromium every transaction that has asked for it, whatever else it does.
 * So the transaction that comes upon it fails with code `lost`, once it is known which values are lost. From then on these
 * are as if they were not there, and the transaction can be repeated (`repeatIfLost`). What walks with a cursor over values
 * still fails (`found`).
 */

/** A value that the device has lost. */
export interface LostValue {
  readonly store: string;
  readonly key: unknown;
}

/** @param onLost called once for each value, when it is known to be lost */
export function skipUnreadable(onLost: (lost: readonly LostValue[]) => void): Middleware<DBCore> {
  // Also when the database is closed and opened again.
  const known = new Map<string, Set<string>>();
  const lostOf = (store: string) => {
    const lost = known.get(store) ?? new Set();
    known.set(store, lost);
    return lost;
  };
  return {
    stack: 'dbcore',
    name: 'unreadable values',
    // Below Dexie's own, for which it stays one query.
    level: -1,
    create: (core) => ({
      ...core,
      table: (name) => skipIn(core.table(name), lostOf(name), onLost),
    }),
  };
}

/** Repeats what has come upon lost values, until it knows all of them. @param job begins a transaction of its own */
export function repeatIfLost<T>(job: () => Promise<T>): Promise<T> {
  return job().catch((error: unknown) => {
    if (toFailure(error).code !== 'lost') throw error;
    return repeatIfLost(job);
  });
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

/** @param lost the keys that are known to be lost, as JSON */
function skipIn(
  table: DBCoreTable,
  lost: Set<string>,
  onLost: (lost: readonly LostValue[]) => void,
): DBCoreTable {
  const { name: store, schema } = table;
  const index = schema.primaryKey;
  const isLost = (key: unknown) => lost.size > 0 && lost.has(JSON.stringify(key));

  /** Finds out which values are lost. @throws 'lost', or `error` if the device answers no more, or has lost none */
  async function explain(
    trans: DBCoreTransaction,
    keys: readonly unknown[],
    error: unknown,
  ): Promise<never> {
    const missed: unknown[] = [];
    for (const key of keys) {
      if (isLost(key)) continue;
      await table.get({ trans, key }).catch(() => missed.push(key));
    }
    await table
      .query({ trans, values: false, limit: 1, query: { index, range: every } })
      .catch(() => missed.splice(0));
    if (missed.length === 0) throw error;
    for (const key of missed) lost.add(JSON.stringify(key));
    // A timer is outside of the transaction.
    setTimeout(() => onLost(missed.map((key) => ({ store, key }))), 0);
    const names = missed.map((key) => [store, key].flat().join('/'));
    throw new Failure('device', 'lost', `the device has lost ${names.join(', ')}`, {
      cause: error,
    });
  }

  const get: DBCoreTable['get'] = (request) =>
    isLost(request.key)
      ? Dexie.Promise.resolve()
      : table.get(request).catch((error) => explain(request.trans, [request.key], error));

  const getMany: DBCoreTable['getMany'] = (request) => {
    const { trans, keys } = request;
    if (keys.some(isLost)) return Dexie.Promise.all(keys.map((key) => get({ trans, key })));
    return table.getMany(request).catch((error) => explain(trans, keys, error));
  };

  const query: DBCoreTable['query'] = (request) => {
    if (request.values !== true) return table.query(request);
    const { trans } = request;
    const keysOf = () => table.query({ ...request, values: false });
    if (lost.size === 0)
      return table
        .query(request)
        .catch((error) => keysOf().then(({ result }) => explain(trans, result, error)));
    return keysOf()
      .then(({ result: keys }) => getMany({ trans, keys: keys.filter((key) => !isLost(key)) }))
      .then((result) => ({ result }));
  };

  const mutate: DBCoreTable['mutate'] = (request) => {
    if (lost.size > 0 && (request.type === 'put' || request.type === 'add'))
      for (const value of request.values) lost.delete(JSON.stringify(index.extractKey?.(value)));
    return table.mutate(request);
  };

  return { ...table, get, getMany, query, mutate };
}

/** Any key, as Dexie writes it. */
const every = { type: 3, lower: undefined, upper: undefined } as const;
