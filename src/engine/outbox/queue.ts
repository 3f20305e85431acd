import type { Instant } from '../../lib/millis.ts';
import { getMeta, type MirrorDatabase, ownEdits } from '../mirror/database.ts';
import { memoryOf } from '../mirror/memory.ts';
import type { Account } from '../mirror/meta.ts';
import { watchAccount } from '../mirror/session-store.ts';
import { news } from '../mirror/storage.ts';
import { watch } from '../mirror/watch.ts';
import { byPlace, type Mutation, type Overwritten, type RejectedMutation } from '../mutation.ts';
import { filesHere, filesNamedBy } from './files.ts';
import { isHeld } from './hold.ts';
import { waitingForFiles } from './wait-for-files.ts';

/** The engine's side of the outbox: what to send next, and a signal when there is something new. */

/** The edits of the signed-in account; a visitor has none. */
export interface Outbox {
  /** The user whose edits they are; null while nobody is signed in. */
  readonly account: string | null;
  /** In the order in which they will be sent. */
  readonly waiting: readonly Mutation[];
  readonly rejected: readonly RejectedMutation[];
  readonly overwritten: readonly Overwritten[];
  /** How many edits of other accounts wait or were refused. */
  readonly others: number;
  /** The files that its edits wait for, or were refused for: by the edit's id, if there are any. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** The ids of the edits that wait for a file: one that they name, or one of an edit that they build on. */
  readonly heldBack: readonly string[];
}

/** The signed-in account and its edits, for every page. */
export interface Own {
  /** Null while nobody is signed in. */
  account(): Promise<Account | null>;
  /** The signed-in account's edits that wait, were refused, or had a conflict. */
  outbox(): Promise<Outbox>;
  /** A file that the server may not have yet, by its name; undefined if there is none. */
  fileOf(name: string): Promise<Blob | undefined>;
}

/** The same for screens, which do not read what is in memory already. */
export interface ShownOwn extends Own {
  /** The same object until it changes; undefined until the device has been read. */
  peekAccount(): Account | null | undefined;
  /** Whether there may be edits: a visitor has none, and mostly nobody else has left any. Undefined like that. */
  peekHasEdits(): boolean | undefined;
  /** Calls `listener` when what these say may have changed. @returns a function that stops it */
  onChange(listener: () => void): () => void;
}

export function openShownOwn(database: MirrorDatabase): ShownOwn {
  const memory = memoryOf(database);
  const peekAccount = () => memory.about?.account;
  return {
    ...openOwn(database),
    async account() {
      await news(memory.load([]));
      return peekAccount() ?? null;
    },
    peekAccount,
    peekHasEdits: () => memory.about && (memory.about.account !== null || memory.about.hasOthers),
    onChange: memory.watch,
  };
}

/** Reads both from the device. */
export function openOwn(database: MirrorDatabase): Own {
  return {
    account: async () => (await getMeta(database, 'account')) ?? null,
    outbox: () => readOutbox(database),
    async fileOf(name) {
      const file = await database.files.get(name);
      return file && new Blob([file.bytes], { type: file.type });
    },
  };
}

/** All in one transaction, so that an edit is never in two lists or in none. */
export function readOutbox(database: MirrorDatabase): Promise<Outbox> {
  const { outbox, rejected, overwritten, meta, files } = database;
  return database.transaction('r', outbox, rejected, overwritten, meta, files, async () => {
    const account = (await getMeta(database, 'account'))?.userId ?? null;
    const isOwn = await ownEdits(database);
    const allWaiting = await outbox.orderBy('place').toArray();
    const allRejected = await rejected.toArray();
    const own = {
      waiting: allWaiting.filter(isOwn),
      rejected: allRejected.filter(({ mutation }) => isOwn(mutation)).sort(byPlace),
      overwritten: (await overwritten.orderBy('place').toArray()).filter(isOwn),
    };
    const ofAll = allWaiting.length + allRejected.length;
    const names = await filesHere(database);
    const here = new Set(names);
    const edits = here.size === 0 ? [] : [...own.waiting, ...own.rejected.map(mutationOf)];
    const named = edits.flatMap(({ id, changes }) => {
      const own = new Set(filesNamedBy(database, changes).filter((name) => here.has(name)));
      return own.size === 0 ? [] : [[id, [...own]] as const];
    });
    return {
      account,
      ...own,
      others: ofAll - own.waiting.length - own.rejected.length,
      files: Object.fromEntries(named),
      heldBack: own.waiting.filter(waitingForFiles(database, names)).map(({ id }) => id),
    };
  });
}

const mutationOf = ({ mutation }: RejectedMutation) => mutation;

/** The limits of one request. */
export interface BatchLimits {
  readonly count: number;
  readonly bytes: number;
}

/**
 * Takes the signed-in account's next mutations, in order (R15), and marks them as sent: from now on they may have
 * reached the server and are only repeated, never altered.
 *
 * - A held mutation blocks all behind it, to keep the order.
 * - One that waits for a file blocks what builds on it (R45).
 * - At least one is taken, however large.
 */
export function takeBatch(
  database: MirrorDatabase,
  limits: BatchLimits,
  now: Instant,
): Promise<Mutation[]> {
  const { outbox, meta, files } = database;
  return database.transaction('rw', outbox, meta, files, async () => {
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

async function sendable(database: MirrorDatabase, now: Instant): Promise<Mutation[]> {
  const account = await getMeta(database, 'account');
  if (!account) return [];
  return sendableOf(database, await database.outbox.orderBy('place').toArray(), account, now);
}

async function sendableOf(
  database: MirrorDatabase,
  all: readonly Mutation[],
  account: Account,
  now: Instant,
): Promise<Mutation[]> {
  const waits = waitingForFiles(database, await filesHere(database));
  return nextOf(all, account, now).filter((mutation) => !waits(mutation));
}

/** The edits of an account that come before the first that can still be taken back. */
export function nextOf(all: readonly Mutation[], account: Account, now: Instant): Mutation[] {
  if (account.expired) return [];
  const own = all.filter((mutation) => mutation.account === account.userId);
  const held = own.findIndex((mutation) => isHeld(mutation, now));
  return held === -1 ? own : own.slice(0, held);
}

/** The edits of the signed-in account, as an exchange sees them: the server answers nobody about the edits of others. */
export interface Queue {
  /** How many edits could be sent. */
  readonly sendable: number;
  /**
   * The ids of edits that may have reached the server but have no answer, and of those refused for lack of rights. The
   * server does not record such a refusal, nor that of a file, so another device may have sent the edit since, from an export.
   */
  readonly unanswered: readonly string[];
  /** Whether edits were refused because the server did not know what they name, or had no place for it. */
  readonly hasUnknown: boolean;
}

/** A visitor's. */
export const noQueue: Queue = { sendable: 0, unanswered: [], hasUnknown: false };

/** How the code of a refusal begins that is of a file which the edit names (R47). */
export const OF_FILE = 'file ';

export function isOfFile({ code }: RejectedMutation): boolean {
  return code?.startsWith(OF_FILE) === true;
}

/** Undefined column, undefined table, and no bucket for a file: the site is newer than its database. */
export function isUnknown({ code }: RejectedMutation): boolean {
  return /^(42703|42P01|file 404)$/.test(code ?? '');
}

/**
 * Reads the queue; a visitor's outbox is not read.
 *
 * @param now without it held edits count as sendable too
 */
export function readQueue(
  database: MirrorDatabase,
  now: Instant = Number.POSITIVE_INFINITY,
): Promise<Queue> {
  const { outbox, rejected, meta, files } = database;
  return database.transaction('r', outbox, rejected, meta, files, async () => {
    const account = await getMeta(database, 'account');
    if (!account) return noQueue;
    const isOwn = (edit: Mutation) => edit.account === account.userId;
    const waiting = await outbox.orderBy('place').toArray();
    const sent = waiting.filter((edit) => edit.sent && isOwn(edit));
    const refused = (await rejected.toArray()).filter(({ mutation }) => isOwn(mutation));
    const notAllowed = refused.filter((one) => one.code === '42501' || isOfFile(one));
    return {
      sendable: (await sendableOf(database, waiting, account, now)).length,
      unanswered: [...sent, ...notAllowed].map(({ id }) => id),
      hasUnknown: refused.some(isUnknown),
    };
  });
}

/**
 * Calls `listener` when there is something new for the engine: edits to send (one was made, a hold has ended, a file that was
 * waited for is gone), another file to send, or another account, which has other edits and may read other content. The
 * engine's own changes do not count.
 *
 * @returns a function that stops it
 */
export function watchOutbox(
  database: MirrorDatabase,
  listener: (news: 'edits' | 'files' | 'account') => void,
  now: () => Instant,
): () => void {
  /** Places of edits that were news once, or never will be. Only the others are read. */
  let known = new Set<number>();
  let seenAccount: string | null = null;
  let hold: ReturnType<typeof setTimeout> | undefined;
  let stopEdits: (() => void) | null = null;
  let filesKnown: readonly string[] = [];
  const { outbox, files } = database;
  /** Calls the listener when the first hold has ended, which is later than expected if the clock is set back. */
  const waitForEnd = (held: readonly Mutation[]): void => {
    if (held.length === 0) return;
    const ends = Math.min(...held.map(({ heldUntil }) => heldUntil ?? 0));
    hold = setTimeout(
      () => {
        if (held.every((mutation) => isHeld(mutation, now()))) waitForEnd(held);
        else listener('edits');
      },
      Math.max(0, ends - now()),
    );
  };
  const read = () =>
    database.transaction('r', outbox, files, async () => {
      // By their ids: of the primary keys alone, live queries do not hear what is added.
      const places = await outbox.orderBy('id').primaryKeys();
      const others = await outbox.bulkGet(places.filter((place) => !known.has(place)));
      return { places, others, names: await filesHere(database) };
    });
  const hear = ({ places, others, names }: Awaited<ReturnType<typeof read>>) => {
    clearTimeout(hold);
    // An exported edit counts as sent (R29), though it may never have been: after an import, or a file's refusal (R47).
    const isUnsent = ({ sent, attempts }: Mutation) => !sent || attempts === 0;
    const unsent = others.filter((one) => one !== undefined).filter(isUnsent);
    const held = unsent.filter((mutation) => isHeld(mutation, now()));
    waitForEnd(held);
    const isNews = unsent.length > held.length || filesKnown.some((name) => !names.includes(name));
    const stillHeld = new Set(held.map(({ place }) => place));
    const isAnother = names.some((name) => !filesKnown.includes(name));
    filesKnown = names;
    known = new Set(places.filter((place) => !stillHeld.has(place)));
    if (isNews) listener('edits');
    if (isAnother) listener('files');
  };
  const stopAccount = watchAccount(database, (account) => {
    const who = `${account?.userId} ${account?.expired}`;
    // The first report is the present account, not a change.
    if (seenAccount !== null && seenAccount !== who) listener('account');
    seenAccount = who;
    // A visitor has no edits.
    if (account !== null) {
      stopEdits ??= watch(read, hear);
      return;
    }
    clearTimeout(hold);
    stopEdits?.();
    stopEdits = null;
  });
  return () => {
    clearTimeout(hold);
    stopAccount();
    stopEdits?.();
  };
}
