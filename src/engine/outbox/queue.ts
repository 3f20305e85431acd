import { liveQuery } from 'dexie';
import { getMeta, type MirrorDatabase, ownEdits } from '../mirror/database.ts';
import { isHeld } from './hold.ts';
import type { Mutation } from './mutation.ts';

/** The engine's side of the outbox: what is to be sent next, and when there is something new in it. */

/** How much goes into one request. */
export interface BatchLimits {
  readonly count: number;
  readonly bytes: number;
}

/**
 * Takes the next mutations of the account that is signed in, in order, and marks them as sent: from now on
 * they may have reached the server and are repeated as they are.
 *
 * - A mutation that can still be taken back is waited for, with all behind it: order is kept.
 * - At least one is taken, however large.
 *
 * @param now ms since 1970
 */
export function takeBatch(
  database: MirrorDatabase,
  limits: BatchLimits,
  now: number,
): Promise<Mutation[]> {
  return database.transaction('rw', database.outbox, database.meta, async () => {
    const batch: Mutation[] = [];
    let bytes = 0;
    for (const mutation of await sendable(database, now)) {
      bytes += JSON.stringify(mutation.changes).length;
      if (batch.length > 0 && (batch.length >= limits.count || bytes > limits.bytes)) break;
      batch.push({ ...mutation, sent: true, attempts: mutation.attempts + 1 });
    }
    await database.outbox.bulkPut(batch);
    return batch;
  });
}

/**
 * How many edits of whoever is signed in could be sent.
 *
 * @param now ms since 1970; without it those that can still be taken back are counted too
 */
export async function countSendable(
  database: MirrorDatabase,
  now: number = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { outbox, meta } = database;
  return database.transaction(
    'r',
    outbox,
    meta,
    async () => (await sendable(database, now)).length,
  );
}

async function sendable(database: MirrorDatabase, now: number): Promise<Mutation[]> {
  const account = await getMeta(database, 'account');
  if (!account || account.expired) return [];
  const all = await database.outbox.orderBy('place').toArray();
  const own = all.filter((mutation) => mutation.account === account.userId);
  const held = own.findIndex((mutation) => isHeld(mutation, now));
  return held === -1 ? own : own.slice(0, held);
}

/**
 * Mutations that may have reached the server without an answer having come back; and those that were refused for
 * want of the right, of which the server takes no note: another device may have sent them since, from a file.
 * Only those of the account that is signed in: the server answers nobody about the edits of others.
 */
export function listUnanswered(database: MirrorDatabase): Promise<string[]> {
  const { outbox, rejected, meta } = database;
  return database.transaction('r', outbox, rejected, meta, async () => {
    const isOwn = await ownEdits(database);
    const sent = await outbox.filter((one) => one.sent && isOwn(one)).toArray();
    const notAllowed = await rejected
      .filter(({ code, mutation }) => code === '42501' && isOwn(mutation))
      .toArray();
    return [...sent, ...notAllowed].map(({ id }) => id);
  });
}

/**
 * Calls `listener` when there is something new for the engine: edits to send (one was made, a hold has ended), or
 * another account, whose edits and whose view of the content are others. Not for what the engine does itself.
 *
 * @returns a function that ends it
 */
export function watchOutbox(
  database: MirrorDatabase,
  listener: (news: 'edits' | 'account') => void,
  now: () => number,
): () => void {
  let seen = new Set<string>();
  let seenAccount: string | null = null;
  let hold: ReturnType<typeof setTimeout> | undefined;
  const subscription = liveQuery(() =>
    database.transaction('r', database.outbox, database.meta, async () => ({
      account: await getMeta(database, 'account'),
      unsent: await database.outbox.filter((mutation) => !mutation.sent).toArray(),
    })),
  ).subscribe({
    next({ account, unsent }) {
      clearTimeout(hold);
      const held = unsent.filter((mutation) => isHeld(mutation, now()));
      if (held.length > 0) {
        const ends = Math.min(...held.map(({ heldUntil }) => heldUntil ?? 0));
        hold = setTimeout(() => listener('edits'), Math.max(0, ends - now()));
      }
      const ready = unsent.filter((mutation) => !held.includes(mutation)).map(({ id }) => id);
      const isNews = ready.some((one) => !seen.has(one));
      seen = new Set(ready);
      const who = `${account?.userId} ${account?.expired}`;
      // The first word of it says who it has been all along.
      const isAnother = seenAccount !== null && seenAccount !== who;
      seenAccount = who;
      if (isAnother) listener('account');
      else if (isNews) listener('edits');
    },
    // Without a database there are no edits to hear of; whoever made one has been told.
    error() {},
  });
  return () => {
    clearTimeout(hold);
    subscription.unsubscribe();
  };
}
