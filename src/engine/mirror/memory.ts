import { liveQuery } from 'dexie';
import { type Failure, toFailure } from '../../lib/failure.ts';
import { OWN_EDITS_READ_AFTER_MS } from '../../lib/limits.ts';
import type { AnyKind } from '../define.ts';
import type { Mutation } from '../mutation.ts';
import { type Collection, createCollection } from './collection.ts';
import { kindOf, type MalformedRow, type MirrorDatabase } from './database.ts';
import {
  type Account,
  type MetaEntry,
  type PagesMark,
  type Position,
  type SyncStatus,
  startPosition,
  startStatus,
} from './meta.ts';
import type { RowPage } from './row-page.ts';
import { learnFrom, neighbours, pagesOf, writtenSince } from './stored-rows.ts';

/**
 * What this page of the site shows, in memory: a collection for each kind that is asked for, the pending edits of the
 * signed-in account, and the mirror's state. Screens read it synchronously.
 *
 * One live query feeds it (R41), with what is new on the disk: the pages that were written since the last time, and what waits,
 * in one transaction. So all of it is of one moment, and whatever writes to the disk (this tab, another one, the worker) is
 * shown without a word to this module. An edit is shown at once by `showAhead`, before it is on the disk.
 */
export interface Memory {
  /** Undefined until the kinds that are wanted have been read. */
  readonly about: About | undefined;
  /** The account's edits that wait, with those that are on their way to the disk, in order. */
  readonly pending: readonly Mutation[];
  /** Undefined until it has been read. It is kept as long as somebody asks for it again after each of its changes. */
  collection(kind: AnyKind): Collection | undefined;
  /** Whether everything is in memory that this page has heard of. */
  readonly isCurrent: boolean;
  /**
   * Resolves once these kinds are in memory, and everything that this page has heard of.
   *
   * @throws what the disk throws
   */
  load(kinds: readonly AnyKind[]): Promise<void>;
  /** Calls `listener` after each change, and has what is not here yet read. @returns a function that stops it */
  watch(listener: () => void): () => void;
  /**
   * Shows an edit that is not on the disk yet.
   *
   * @returns what to call when the disk has it, or has refused it
   */
  showAhead(mutation: Mutation): { kept(): void; refused(): void };
}

/** The mirror's state at the same moment. */
export interface About {
  readonly position: Position;
  readonly status: SyncStatus;
  readonly freshness: number | null;
  /** The same object until it changes. */
  readonly account: Account | null;
  /** Whether there may be edits of accounts that are not signed in. */
  readonly hasOthers: boolean;
  /** See derive.ts. */
  readonly model: string | undefined;
  /** The tables of the rows set aside, one for each row. */
  readonly malformed: readonly string[];
  /** These rows; none where nobody is signed in, who could mend them. */
  readonly aside: readonly MalformedRow[];
}

const memories = new WeakMap<MirrorDatabase, Memory>();

/** The memory of a database: one for each page of the site. */
export function memoryOf(database: MirrorDatabase): Memory {
  const known = memories.get(database) ?? openMemory(database);
  memories.set(database, known);
  return known;
}

/** What one run of the live query has read. */
interface Reading extends About {
  readonly run: number;
  readonly mark: PagesMark;
  /** Null if it was left for a later run. */
  readonly waiting: readonly Mutation[] | null;
  /** By table: the pages that were written since a stamp. */
  readonly pages: ReadonlyMap<string, { since: number; newer: readonly RowPage[] }>;
}

interface Waiter {
  readonly kinds: readonly AnyKind[];
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function openMemory(database: MirrorDatabase): Memory {
  const collections = new Map<string, Collection>();
  const wanted = new Map<string, AnyKind>();
  /** The tables that were asked for since their last news. */
  const asked = new Set<string>();
  const listeners = new Set<() => void>();
  /** Those that wait for a run; they need one that began after `since`. */
  let waiters: Waiter[] = [];
  let about: About | undefined;
  let queued: readonly Mutation[] = [];
  /** Shown before they are on the disk; `keptAt` is the last run that may not have them, null until they are kept. */
  let ahead: { mutation: Mutation; keptAt: number | null }[] = [];
  let pending: readonly Mutation[] = [];
  /** The database that the collections are of; see `PagesMark`. */
  let of = '';
  /** How many runs have begun, and the last one that has ended. */
  let begun = 0;
  let ended = 0;
  let hasFailed = false;
  /** The last run has not read what waits. */
  let isPartial = false;
  /** An error that is not the device's, for the screens. */
  let broken: Failure | undefined;
  let feed = { unsubscribe() {} };
  let isStarting = false;
  let isGathering = false;

  /** Async, or Dexie does not see what is read after an await. */
  async function read(): Promise<Reading> {
    isStarting = false;
    begun += 1;
    const run = begun;
    const { pages, meta, malformed, outbox } = database;
    const kinds = [...wanted.values()];
    // Edits that this page is storing are shown already. A hundred of them must not each read all that wait.
    const isOwn = isStoring();
    const reading = database.transaction('r', pages, meta, malformed, outbox, async () => {
      const entries = await meta.toArray();
      const value = <Key extends MetaEntry['key']>(key: Key) =>
        entries.find((entry) => entry.key === key)?.value as
          | Extract<MetaEntry, { key: Key }>['value']
          | undefined;
      const mark = value('pages') ?? { of: '', stamp: 0 };
      const stamps = new Map(
        kinds.map(({ table }) => [table, mark.of === of ? (collections.get(table)?.seen ?? 0) : 0]),
      );
      const account = value('account') ?? null;
      const waiting = account === null ? [] : await readWaiting(account, isOwn);
      const keys = await malformed.toCollection().primaryKeys();
      // Rows of kinds that only a later version knows may be many, and nobody can mend them here.
      const known = account === null ? [] : keys.filter(([table]) => kindOf(database, table));
      const aside = known.length === 0 ? [] : await malformed.bulkGet(known);
      return {
        run,
        mark,
        pages: await readNewer(stamps, mark.stamp),
        waiting,
        position: value('position') ?? startPosition,
        status: value('status') ?? startStatus,
        freshness: value('freshness') ?? null,
        account,
        hasOthers: value('authors') !== undefined,
        model: value('model'),
        malformed: keys.map(([table]) => table),
        aside: aside.filter((row) => row !== undefined),
      };
    });
    // Dexie keeps some errors to itself; all are told as failures.
    return reading.catch((error: unknown) => {
      throw toFailure(error);
    });
  }

  /**
   * @param stamps up to which each table is here
   * @param last what was written last; where it is here, no page has to be asked for
   */
  async function readNewer(
    stamps: ReadonlyMap<string, number>,
    last: number,
  ): Promise<Reading['pages']> {
    const read = new Map<string, { since: number; newer: readonly RowPage[] }>();
    const followed = [...stamps].filter(([, since]) => since > 0 && since < last);
    // One request for all tables that are here.
    const least = Math.min(...followed.map(([, since]) => since));
    const all = followed.length === 0 ? [] : await writtenSince(database, least);
    const tables = database.kinds.map(({ table }) => table);
    const begins = (table: string) => last > 0 && stamps.get(table) === 0;
    for (const run of neighbours(tables, begins)) all.push(...(await pagesOf(database, run)));
    for (const [table, since] of stamps) {
      const newer = all.filter((page) => page.table === table && page.stamp > since);
      read.set(table, { since, newer });
    }
    return read;
  }

  async function readWaiting({ userId }: Account, isOwn: boolean): Promise<Mutation[] | null> {
    const { outbox } = database;
    if (!isOwn) {
      const all = await outbox.orderBy('place').toArray();
      return all.filter(({ account }) => account === userId);
    }
    // The live query is to hear of changes all the same.
    await outbox.count();
    return null;
  }

  /** Whether an edit of this page is on its way to the disk. */
  function isStoring(): boolean {
    return ahead.some(({ keptAt }) => keptAt === null);
  }

  /** Reads what this page has stored itself, once for many edits, or at once if somebody waits for it. */
  function readOwn(): void {
    if (waiters.length > 0 && !isStoring()) startSoon();
    if (isGathering) return;
    isGathering = true;
    setTimeout(() => {
      isGathering = false;
      start();
    }, OWN_EDITS_READ_AFTER_MS);
  }

  function isCurrent(): boolean {
    return !isStarting && !hasFailed && !isPartial && ended === begun;
  }

  /** A failing device has no news: what is shown stays, and the live query waits for the next change. */
  function fail(error: Failure): void {
    hasFailed = true;
    ended = begun;
    if (error.kind !== 'device') broken = error;
    for (const { reject } of waiters.splice(0)) reject(error);
    if (isStarting) start();
    if (broken !== undefined) for (const listener of [...listeners]) listener();
  }

  function take({ run, mark, pages, waiting, ...rest }: Reading): void {
    hasFailed = false;
    broken = undefined;
    ended = run;
    if (mark.of !== of) collections.clear();
    of = mark.of;
    const isSame = JSON.stringify(rest.account) === JSON.stringify(about?.account);
    about = isSame ? { ...rest, account: about?.account ?? null } : rest;
    isPartial = waiting === null;
    if (waiting !== null) {
      queued = waiting;
      ahead = ahead.filter(({ keptAt }) => keptAt === null || keptAt >= run);
    }
    for (const [table, { since, newer }] of pages) {
      const kind = wanted.get(table);
      if (kind === undefined) continue;
      const collection = collections.get(table) ?? createCollection(kind);
      // It was dropped and asked for again meanwhile.
      if (collection.seen !== since) continue;
      collections.set(table, collection);
      collection.take(newer, mark.stamp);
      if (newer.length > 0) asked.delete(table);
    }
    show();
    for (const { kinds } of waiters) for (const { table } of kinds) asked.add(table);
    const heard = isPartial ? [] : waiters.filter(({ since }) => run > since);
    waiters = waiters.filter((waiter) => !heard.includes(waiter));
    for (const { resolve } of heard) resolve();
    for (const table of pages.keys()) if (!asked.has(table)) drop(table);
    if (isStarting) start();
    if (isPartial && waiters.length > 0 && !isStoring()) startSoon();
  }

  function drop(table: string): void {
    wanted.delete(table);
    collections.delete(table);
  }

  /** Replays what is pending of the account (R20), and tells everybody. */
  function show(): void {
    const stored = new Set(queued.map(({ id }) => id));
    const own = ahead.filter(
      ({ mutation: { id, account } }) => account === about?.account?.userId && !stored.has(id),
    );
    pending = [...queued, ...own.map(({ mutation }) => mutation)];
    const changes = pending.flatMap((mutation) => mutation.changes);
    for (const collection of collections.values()) collection.replay(changes, about?.aside);
    for (const listener of [...listeners]) listener();
  }

  function start(): void {
    isStarting = true;
    feed.unsubscribe();
    feed = liveQuery(read).subscribe({ next: take, error: fail });
  }

  /** Kinds that are asked for at once are read at once. A run that is under way ends first, or it would have read in vain. */
  function startSoon(): void {
    if (isStarting) return;
    isStarting = true;
    if (ended === begun) queueMicrotask(start);
  }

  function want(kinds: readonly AnyKind[]): void {
    const isNew = kinds.filter(({ table }) => !wanted.has(table));
    for (const kind of kinds) asked.add(kind.table);
    for (const kind of isNew) wanted.set(kind.table, kind);
    if (isNew.length > 0 || begun === 0 || hasFailed) startSoon();
  }

  learnFrom(database, (table) => {
    const collection = collections.get(table);
    return collection && { of, stamp: collection.seen, pages: collection.pages() };
  });
  return {
    get about() {
      return about;
    },
    get pending() {
      return pending;
    },
    get isCurrent() {
      return isCurrent();
    },
    collection(kind) {
      want([kind]);
      if (broken !== undefined) throw broken;
      return collections.get(kind.table);
    },
    load(kinds) {
      want(kinds);
      const isHere = kinds.every(({ table }) => collections.has(table));
      if (about !== undefined && isHere && isCurrent()) return Promise.resolve();
      if (isPartial) startSoon();
      return new Promise((resolve, reject) => {
        // A run that has begun may have missed nothing that was heard of, unless it has to begin anew.
        waiters.push({ kinds, since: isStarting ? begun : begun - 1, resolve, reject });
      });
    },
    watch(listener) {
      want([]);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    showAhead(mutation) {
      const shown = { mutation, keptAt: null as number | null };
      ahead = [...ahead, shown];
      show();
      return {
        kept() {
          shown.keptAt = begun;
          readOwn();
        },
        refused() {
          ahead = ahead.filter((one) => one !== shown);
          show();
          readOwn();
        },
      };
    },
  };
}
