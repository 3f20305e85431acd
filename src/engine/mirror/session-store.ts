import { liveQuery } from 'dexie';
import { toFailure } from '../../lib/failure.ts';
import { getMeta, type MirrorDatabase } from './database.ts';
import type { Account } from './meta.ts';
import { showEditedRows } from './show.ts';

/**
 * The session and the account it belongs to, kept in the mirror so that every tab and the service worker
 * see one and the same (Y40).
 *
 * - Both are written in one transaction: there is no session of one account under another's name.
 * - What took time (a refresh, an answer of the server) is written only if nobody signed in or out
 *   meanwhile: `from` is the session that it began with.
 * - Nothing here touches the outbox or what the server has said (Y20, Y65). Rows with edits are shown anew in
 *   the same transaction when another account signs in, or this one out: each sees its own edits only.
 */
export interface SessionStore {
  read(): Promise<StoredSession>;
  /** Another account than before simply takes its place. */
  signIn(session: string, account: Account): Promise<void>;
  /** Puts a refreshed session in the place of `from`. @returns false where that is no longer the session */
  replace(from: string, session: string): Promise<boolean>;
  /** The server no longer takes `from`: the account stays, to edit with and to sign in again. */
  expire(from: string | null): Promise<void>;
  /** Does nothing where somebody else is signed in by now. */
  setRole(userId: string, isAdmin: boolean): Promise<void>;
  signOut(): Promise<void>;
}

export interface StoredSession {
  /** JSON text as supabase-js writes it; null for none. */
  readonly session: string | null;
  readonly account: Account | null;
}

/**
 * Calls `listener` with who is signed in, now and at each change.
 *
 * @returns a function that ends it
 */
export function watchAccount(
  database: MirrorDatabase,
  listener: (account: Account | null) => void,
): () => void {
  const subscription = liveQuery(() => getMeta(database, 'account')).subscribe({
    next: (account) => listener(account ?? null),
    // Without a database nobody is signed in.
    error() {},
  });
  return () => subscription.unsubscribe();
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

  /** Once more where the page was left in the middle of it: the server takes each refresh token only once. */
  function changed<T>(change: (held: StoredSession) => Promise<T>): Promise<T> {
    const write = () => database.transaction('rw', meta, async () => change(await read()));
    return write().catch((error: unknown) => {
      if (toFailure(error).kind !== 'device') throw error;
      return write();
    });
  }

  function changeAccount(to: StoredSession): Promise<void> {
    return database.transaction('rw', database.tables, async () => {
      await write(to);
      await showEditedRows(database);
    });
  }

  return {
    read: () => database.transaction('r', meta, read),
    signIn: (session, account) => changeAccount({ session, account }),
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
      changed(async ({ session, account }) => {
        if (account?.userId !== userId || account.isAdmin === isAdmin) return;
        await write({ session, account: { ...account, isAdmin } });
      }),
    signOut: () => changeAccount({ session: null, account: null }),
  };
}
