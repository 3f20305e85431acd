import { uuid } from '../../lib/uuid.ts';
import type { StoredFile } from '../file.ts';
import { kindOf, type MirrorDatabase, ownEdits } from '../mirror/database.ts';
import { shownRow } from '../mirror/rebase.ts';
import { readPosition } from '../mirror/status.ts';
import { readRow } from '../mirror/stored-rows.ts';
import { found } from '../mirror/unreadable.ts';
import type { Columns } from '../mutation.ts';
import {
  byPlace,
  type Mutation,
  type NewMutation,
  type QueuedChange,
  type RejectedMutation,
  rowKey,
} from '../mutation.ts';
import { dropFiles, filesNamedBy } from './files.ts';
import { isOfFile, isUnknown } from './queue.ts';
import { uuidAfter } from './uuid-after.ts';

/**
 * An admin's actions on their own waiting and refused edits; edits of other accounts are treated as absent. The
 * engine's side is queue.ts and outcome.ts.
 */

/**
 * Takes back an unsent edit, with those that depend on it (R28).
 *
 * @returns whether it was still there and unsent
 */
export function takeBack(database: MirrorDatabase, id: string): Promise<boolean> {
  return database.transaction('rw', database.tables, async () => {
    const mutation = await database.outbox.get({ id });
    if (mutation === undefined || mutation.sent) return false;
    const { waiting } = await drop(database, id);
    return waiting.length > 0;
  });
}

/** The dropped edits, in the order of the queue. */
export interface Discarded {
  readonly waiting: readonly Mutation[];
  readonly rejected: readonly RejectedMutation[];
  /** Files that nothing else names. */
  readonly files: readonly StoredFile[];
}

/**
 * Discards a waiting or refused edit for good, with the edits that depend on it. Nothing else deletes an edit (R26, invariant 6).
 *
 * @returns the discarded edits, for `putBack`
 */
export function discard(database: MirrorDatabase, id: string): Promise<Discarded> {
  return database.transaction('rw', database.tables, async () => drop(database, id));
}

/** Undoes a discard: every edit is back in its place. */
export function putBack(
  database: MirrorDatabase,
  { waiting, rejected, files }: Discarded,
): Promise<void> {
  return database.transaction('rw', database.tables, async () => {
    await database.files.bulkPut(files);
    for (const one of rejected) await database.rejected.put(one);
    await queueAsTheyAre(database, waiting);
  });
}

/**
 * Retries a refused edit under a new id (R27), because the server remembers its answer to the old one. An edit that it has not
 * heard of keeps its id, because another device may send it, too. Edits refused because
 * of it follow, in order; the one that it was refused because of goes first, since alone it could only be
 * refused again.
 */
export function retry(database: MirrorDatabase, id: string): Promise<void> {
  return again(database, id, async (change) => change);
}

/** Retries refused edits in order, each with the edits that belong to it. */
export function retryAll(database: MirrorDatabase, ids: readonly string[]): Promise<void> {
  return database.transaction('rw', database.tables, async () => {
    for (const id of ids) await retry(database, id);
  });
}

/**
 * Restores an item that was deleted elsewhere while it was edited here: the whole item, with the edit. If the item
 * exists again already, this is an ordinary edit.
 */
export function restore(database: MirrorDatabase, id: string): Promise<void> {
  return again(database, id, async (change) => {
    const kind = kindOf(database, change.table);
    const held = await readRow(database, change.table, change.id);
    const isOwn = await ownEdits(database);
    const waiting = await database.outbox.where('rows').equals(rowKey(change)).sortBy('place');
    const pending = waiting.filter(isOwn).flatMap(({ changes }) => changes);
    const isThere = kind && shownRow(kind, change.id, held?.row ?? null, pending) !== null;
    return isThere ? change : toInsert(change);
  });
}

function toInsert(change: QueuedChange): QueuedChange {
  if (change.op !== 'update' || change.before === null) return change;
  const { id, ...before } = change.before as { id: string } & Columns;
  return {
    op: 'insert',
    table: change.table,
    id,
    values: { ...before, ...change.values },
    blank: before,
  };
}

/**
 * Retries the account's edits that the server of an earlier history was too old for (R39): a migration begins another
 * one. Nobody has asked for it, and every device that has such an edit from an export does the same. So all of them give it the
 * same new id, and send it as it is.
 */
export async function retryUnknown(database: MirrorDatabase): Promise<void> {
  const isOutdated = async (all: readonly RejectedMutation[]) => {
    const { epoch } = await readPosition(database);
    return all.filter((one) => isUnknown(one) && one.epoch !== epoch);
  };
  // Mostly it is the same history, and nothing is written.
  if ((await isOutdated(await database.rejected.toArray())).length === 0) return;
  await database.transaction('rw', database.tables, async () => {
    const all = await ownRejected(database);
    const unknown = await isOutdated(all);
    const family = new Set(unknown.flatMap(({ id }) => withDependents(all, id)));
    await queueAgain(database, [...family].sort(byPlace), async (change) => change, {
      byItself: true,
    });
  });
}

function again(
  database: MirrorDatabase,
  id: string,
  alter: (change: QueuedChange) => Promise<QueuedChange>,
): Promise<void> {
  return database.transaction('rw', database.tables, async () => {
    const all = await ownRejected(database);
    await queueAgain(database, withDependents(all, rootOf(all, id)), alter);
  });
}

/**
 * Replaces a refused edit by another, inside the caller's transaction: edits refused because of the old one are
 * retried after the new one.
 *
 * @param by the new edit; null if nothing was left to change
 */
export async function replaceRefused(
  database: MirrorDatabase,
  id: string,
  by: Mutation | null,
): Promise<void> {
  const family = withDependents(await ownRejected(database), id);
  await database.rejected.bulkDelete(family.filter((one) => one.id === id).map((one) => one.id));
  const others = family.filter((one) => one.id !== id);
  const known = new Map(by === null ? [] : [[id, by.id]]);
  await queueAgain(database, others, async (change) => change, { known });
  const replaced = family
    .filter((one) => one.id === id)
    .flatMap(({ mutation }) => mutation.changes);
  await dropFiles(database, filesNamedBy(database, replaced));
}

/**
 * @param known the new ids of edits that already wait, by their old ids
 * @param byItself other devices may send them, too; what is here already by its new id is not queued twice
 */
async function queueAgain(
  database: MirrorDatabase,
  refused: readonly RejectedMutation[],
  alter: (change: QueuedChange) => Promise<QueuedChange>,
  { known = new Map(), byItself = false }: { known?: Map<string, string>; byItself?: boolean } = {},
): Promise<void> {
  const idAgain = (one: RejectedMutation) => {
    if (isUnheard(one)) return one.id;
    return byItself ? uuidAfter(one.id) : uuid();
  };
  const newIds = new Map([
    ...known,
    ...refused.map((one): [string, string] => [one.id, idAgain(one)]),
  ]);
  await database.rejected.bulkDelete(refused.map(({ id }) => id));
  for (const one of refused) {
    const { place: _, ...old } = one.mutation;
    const id = newIds.get(old.id) ?? uuid();
    if (await isHere(database, id)) continue;
    const changes: QueuedChange[] = [];
    for (const change of old.changes) changes.push(await alter(change));
    const after = old.after.map((other) => newIds.get(other) ?? other);
    const again = {
      ...old,
      id,
      changes,
      after: [...new Set([...after, ...(await makersOf(database, old))])],
      attempts: 0,
      sent: isUnheard(one) ? old.sent : byItself,
      heldUntil: null,
    };
    await queueAsTheyAre(database, [again]);
  }
}

async function isHere({ outbox, rejected }: MirrorDatabase, id: string): Promise<boolean> {
  const [waiting, refused] = [await outbox.where({ id }).count(), await rejected.get(id)];
  return waiting > 0 || refused !== undefined;
}

/** The refused edit at the end of a chain of causes. */
function rootOf(all: readonly RejectedMutation[], id: string): string {
  const cause = all.find((one) => one.id === id)?.cause ?? null;
  return cause !== null && all.some((one) => one.id === cause) ? rootOf(all, cause) : id;
}

/** A refused edit and those that were refused because of it or depend on it, in the order they were made. */
function withDependents(all: readonly RejectedMutation[], id: string): RejectedMutation[] {
  const family = new Set([id]);
  // A set also visits elements that are added during the iteration.
  for (const member of family) {
    for (const one of all) {
      if (one.cause === member || one.mutation.after.includes(member)) family.add(one.id);
    }
  }
  return all.filter((one) => family.has(one.id)).sort(byPlace);
}

/** The pending mutations of its account that insert one of a mutation's rows. */
async function makersOf(
  database: MirrorDatabase,
  { rows, account }: Pick<Mutation, 'rows' | 'account'>,
): Promise<string[]> {
  const pending = await found(database.outbox, database.outbox.where('rows').anyOf([...rows]));
  return pending
    .filter(
      (maker) =>
        maker.account === account &&
        maker.changes.some((change) => change.op === 'insert' && rows.includes(rowKey(change))),
    )
    .map(({ id }) => id);
}

export function dismissOverwritten(database: MirrorDatabase, place: number): Promise<void> {
  const { overwritten, meta } = database;
  return database.transaction('rw', overwritten, meta, async () => {
    const isOwn = await ownEdits(database);
    const notice = await overwritten.get(place);
    if (notice !== undefined && isOwn(notice)) await overwritten.delete(place);
  });
}

async function ownRejected(database: MirrorDatabase): Promise<RejectedMutation[]> {
  const isOwn = await ownEdits(database);
  return (await database.rejected.toArray()).filter(({ mutation }) => isOwn(mutation));
}

/**
 * Appends edits to the outbox unchanged. Coalesced into others (`enqueue`) they would lose
 * their ids, by which the server recognises edits that it has had.
 */
export async function queueAsTheyAre(
  database: MirrorDatabase,
  mutations: readonly (Mutation | NewMutation)[],
): Promise<void> {
  await database.outbox.bulkAdd(mutations);
}

/** Removes an edit and those that depend on it from the queue and the refused ones. */
async function drop(database: MirrorDatabase, id: string): Promise<Discarded> {
  const isOwn = await ownEdits(database);
  const rejected = withDependents(await ownRejected(database), id);
  await database.rejected.bulkDelete(rejected.map((one) => one.id));
  const waiting = new Map<string, Mutation>();
  const next = [id, ...rejected.map((one) => one.id)];
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    const mutation = await database.outbox.get({ id: one });
    if (mutation !== undefined && !isOwn(mutation)) continue;
    if (mutation !== undefined) {
      waiting.set(one, mutation);
      await database.outbox.delete(mutation.place);
    }
    const dependents = await database.outbox.where('after').equals(one).toArray();
    next.push(...dependents.map((dependent) => dependent.id));
  }
  const dropped = [...waiting.values(), ...rejected.map(({ mutation }) => mutation)];
  const named = dropped.flatMap(({ changes }) => filesNamedBy(database, changes));
  const files = await dropFiles(database, named);
  return { waiting: [...waiting.values()].sort((a, b) => a.place - b.place), rejected, files };
}

/** Whether the server has not heard of the edit: it refused a file in it, or another edit that it builds on. */
function isUnheard(refused: RejectedMutation): boolean {
  return refused.code === null || isOfFile(refused);
}
