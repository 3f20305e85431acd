import type { Table } from 'dexie';
import { toFailure } from '../../lib/failure.ts';
import { sessionLock } from '../device-names.ts';
import { getMeta, type MirrorDatabase } from './database.ts';
import { knownVisitor } from './known.ts';
import { memoryOf } from './memory.ts';
import type { Account } from './meta.ts';
import { dropWithheld } from './withheld.ts';

/**
 * The session and its account, stored in the mirror so that every tab and the service worker see the same one
 * (Y40).
 *
 * - Both are written in one transaction: a session is never stored under another account's name.
 * - The result of a slow operation (a refresh, an answer of the server) is written only if nobody has signed in or out
 *   meanwhile: `from` is the session that it started with.
 * - Who signs out, or is no admin any more, takes along what only admins may see (R43), before anybody else is shown anything.
 *   Nothing else here touches the server's rows, and nothing the outbox (Y20, Y65).
 */
export interface SessionStore {
  /** The lock for refreshing its session's token. */
  readonly lock: string;
  /** The engine's name. */
  readonly engine: string;
  read(): Promise<StoredSession>;
  /** Replaces any earlier account. */
  signIn(session: string, account: Account): Promise<void>;
  /** Remembers that this device has signed up an account that is to be confirmed by e-mail, until the next sign-in. */
  expect(email: string): Promise<void>;
  /** Whether the account is the one that this device has signed up. */
  isExpected(email: string): Promise<boolean>;
  /** Replaces `from` by a refreshed session. @returns false if `from` is no longer the session */
  replace(from: string, session: string): Promise<boolean>;
  /** The server no longer accepts `from`: the account stays, to edit and to sign in again. */
  expire(from: string | null): Promise<void>;
  /** Does nothing if another account is signed in by now. */
  setRole(userId: string, isAdmin: boolean): Promise<void>;
  signOut(): Promise<void>;
}

export interface StoredSession {
  /** JSON text as supabase-js writes it; null for none. */
  readonly session: string | null;
  readonly account: Account | null;
}

/**
 * Calls `listener` with the signed-in account, now and at each change.
 *
 * @returns a function that stops it
 */
export function watchAccount(
  database: MirrorDatabase,
  listener: (account: Account | null) => void,
): () => void {
  const memory = memoryOf(database);
  let told: Account | null | undefined;
  const tell = () => {
    const account = memory.about?.account;
    if (account === undefined || account === told) return;
    told = account;
    listener(account);
  };
  const stop = memory.watch(tell);
  tell();
  return stop;
}

/**
 * Keeps the signed-in admin in this page's memory, and writes it into the database that is made if this one is deleted
 * (another tab, 'clear site data'): a form that is open stays then, with what was typed. The session is not kept, as if
 * it had ended: whoever clears a device may mean to sign out.
 *
 * @returns a function that is to be told who is signed in
 */
export function rememberAdmin(database: MirrorDatabase): (account: Account | null) => void {
  let known: Account | null = null;
  // In the transaction that makes the stores: no screen sees the database without it.
  database.on('populate', (transaction) => {
    if (!known?.isAdmin) return;
    const value = { ...known, expired: true };
    return transaction.table('meta').put({ key: 'account', value });
  });
  return (account) => {
    known = account;
  };
}

export function openSessionStore(database: MirrorDatabase): SessionStore {
  const { meta } = database;

  async function read(): Promise<StoredSession> {
    return {
      session: (await getMeta(database, 'session')) ?? null,
      account: (await getMeta(database, 'account')) ?? null,
    };
  }

  async function write({ session, account }: StoredSession): Promise<void> {
    await meta.bulkPut([
      { key: 'session', value: session },
      { key: 'account', value: account },
    ]);
  }

  /** Retried if the page was left half-way: the server accepts each refresh token only once. */
  function changed<T>(
    change: (held: StoredSession) => Promise<T>,
    // With the outbox it is on the disk when it is confirmed (database.ts).
    stores = [meta, database.outbox] as readonly Table[],
  ): Promise<T> {
    const write = () => database.transaction('rw', stores, async () => change(await read()));
    return write().catch((error: unknown) => {
      if (toFailure(error).kind !== 'device') throw error;
      return write();
    });
  }

  function changeAccount(to: StoredSession): Promise<void> {
    return database.transaction('rw', database.tables, async () => {
      await noteAuthors(database);
      const { account } = await read();
      const mayStay = account?.userId === to.account?.userId && to.account?.isAdmin;
      if (!mayStay) await dropWithheld(database);
      await write(to);
    });
  }

  return {
    lock: sessionLock(database.name),
    engine: database.engine,
    async read() {
      if (await knownVisitor(database)) return { session: null, account: null };
      return database.transaction('r', meta, read);
    },
    async signIn(session, account) {
      await changeAccount({ session, account });
      await meta.delete('awaited');
    },
    expect: (email) => meta.put({ key: 'awaited', value: email.toLowerCase() }).then(() => {}),
    isExpected: async (email) => (await getMeta(database, 'awaited')) === email.toLowerCase(),
    replace: (from, session) =>
      changed(async (held) => {
        if (held.session !== from) return false;
        await write({ ...held, session });
        return true;
      }),
    expire: (from) =>
      changed(async (held) => {
        if (held.session !== from) return;
        await write({ session: null, account: held.account && { ...held.account, expired: true } });
      }),
    setRole: (userId, isAdmin) =>
      changed(
        async ({ session, account }) => {
          if (account?.userId !== userId) return;
          // The server may have given it the right, and taken it again, before this device heard of that.
          if (!isAdmin) await dropWithheld(database);
          if (account.isAdmin !== isAdmin)
            await write({ session, account: { ...account, isAdmin } });
        },
        isAdmin ? undefined : database.tables,
      ),
    signOut: () => changeAccount({ session: null, account: null }),
  };
}

/**
 * Notes the addresses of accounts that have edits here, inside the caller's transaction: of the signed-in one and of
 * those that are given. Others are forgotten.
 */
export async function noteAuthors(
  database: MirrorDatabase,
  given: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { meta, outbox, rejected } = database;
  const refused = (await rejected.toArray()).map(({ mutation }) => mutation);
  const here = new Set([...(await outbox.toArray()), ...refused].map(({ account }) => account));
  if (here.size === 0) return meta.delete('authors');
  const own = await getMeta(database, 'account');
  const known = { ...(await getMeta(database, 'authors')), ...given };
  if (own) known[own.userId] = own.email;
  const value = Object.fromEntries(Object.entries(known).filter(([id]) => here.has(id)));
  await meta.put({ key: 'authors', value });
}
