import * as v from 'valibot';
import { Failure, toFailure } from '../../lib/failure.ts';
import { LOCK_PATIENCE_MS, REFRESH_AHEAD_MS } from '../../lib/limits.ts';
import { underLock } from '../../lib/lock.ts';
import type { Instant } from '../../lib/millis.ts';
import { secureContext } from '../../lib/secure-context.ts';
import type { SessionStore } from '../mirror/session-store.ts';
import { NotRenewed } from '../sync/protocol.ts';
import type { Backend } from './http.ts';
import { ask } from './http.ts';

/**
 * The session of the signed-in account, for every call made in its name. No client library, because the service
 * worker and visitors use this too.
 *
 * - One caller at a time refreshes a token, over all tabs and the worker; those that waited find the new token
 *   stored (Y41). Every wait ends: a request by itself, and a caller that does not answer loses the lock (Y43).
 * - An unreachable server changes nothing. A refresh that the server refuses ends the session and nothing
 *   else: account, outbox and mirror stay (Y20, Y65).
 * - `expires_at` is in this device's time, so that a clock that is a day off does no harm; setting the clock while
 *   signed in costs one refresh, or one 401 (Y11, Y19).
 */
export interface Session {
  /**
   * The caller, with a token that should be valid; null for a visitor, or if the account has to sign in again.
   * @throws {NotRenewed} if a token must be refreshed and the server cannot be reached
   */
  accessToken(): Promise<Caller | null>;
  /** The same after the server has refused `token`: a newer one is used if there is one, else it is refreshed once. */
  refreshAfter401(token: string): Promise<Caller | null>;
}

export interface Caller {
  readonly token: string;
  readonly userId: string;
}

/** The part of supabase-js's session that this file reads; the rest is kept as received. */
const sessionSchema = v.looseObject({
  access_token: v.string(),
  refresh_token: v.string(),
  /** Seconds since 1970. */
  expires_at: v.number(),
  user: v.looseObject({ id: v.string(), email: v.optional(v.string(), '') }),
});

/** A session as sent by the server: its duration counts, not the server's clock. */
const receivedSchema = v.looseObject({
  ...v.omit(sessionSchema, ['expires_at']).entries,
  /** Seconds. */
  expires_in: v.number(),
});

export function createSession(
  backend: Backend,
  store: SessionStore,
  locks: LockManager | undefined = secureContext.locks,
  now: () => Instant = Date.now,
): Session {
  async function current(): Promise<Current | null> {
    const { session, account } = await store.read();
    const held = session === null ? null : parse(session);
    if (session !== null && held !== null && held.user.id === account?.userId) {
      const caller = { token: held.access_token, userId: held.user.id };
      return { text: session, caller, refresh: held.refresh_token, expiresAt: held.expires_at };
    }
    // Incomplete, or of another account (Y36): the account has to sign in again.
    if (session !== null || account?.expired === false) await store.expire(session);
    return null;
  }

  const lasts = ({ expiresAt }: Current) => expiresAt * 1000 - now() > REFRESH_AHEAD_MS;

  /** @param refused a token that was refused, whatever the clock says; null if only the clock counts */
  function refreshed(refused: string | null): Promise<Caller | null> {
    return underLock(locks, store.lock, LOCK_PATIENCE_MS, async () => {
      const held = await current();
      if (held === null) return null;
      if (held.caller.token !== refused && (refused !== null || lasts(held))) return held.caller;
      const text = await askForNew(backend, held.refresh, now()).catch(notRenewed);
      if (text === null) await store.expire(held.text);
      else await store.replace(held.text, text);
      // Read again: the account may have changed while the server was asked.
      return (await current())?.caller ?? null;
    });
  }

  // Without Web Locks (a page without TLS) at least the callers in this tab share one refresh.
  let underWay: Promise<Caller | null> | null = null;
  function once(refused: string | null): Promise<Caller | null> {
    underWay ??= refreshed(refused).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return {
    async accessToken() {
      const held = await current();
      return held === null || lasts(held) ? (held?.caller ?? null) : once(null);
    },
    async refreshAfter401(token) {
      const held = await current();
      return held === null || held.caller.token !== token ? (held?.caller ?? null) : once(token);
    },
  };
}

interface Current {
  /** As stored. */
  readonly text: string;
  readonly caller: Caller;
  readonly refresh: string;
  /** Seconds since 1970, by this device's clock. */
  readonly expiresAt: number;
}

/**
 * The session's text to store, in the format of supabase-js, but with its expiry in this device's time.
 *
 * @returns null if it is not a session
 */
export function toStored(received: unknown, now: Instant): string | null {
  const read = v.safeParse(receivedSchema, received);
  if (!read.success) return null;
  const expires_at = Math.floor(now / 1000) + read.output.expires_in;
  return JSON.stringify({ ...read.output, expires_at });
}

/** @returns the new session's text; null if the server refuses @throws {Failure} */
async function askForNew(backend: Backend, refresh: string, now: Instant): Promise<string | null> {
  const { status, body } = await ask(backend, {
    path: '/auth/v1/token?grant_type=refresh_token',
    method: 'POST',
    body: { refresh_token: refresh },
  });
  if (status === 200) {
    const text = toStored(body, now);
    if (text !== null) return text;
    throw new Failure('unreachable', 'not-an-answer', 'refresh: not a session');
  }
  if ([400, 401, 403].includes(status) && v.is(authError, body)) return null;
  // For example a wrong publishable key: a mistake of the build, for which nobody should be signed out.
  throw new Failure('refused', String(status), `refresh: ${status}`);
}

function notRenewed(error: unknown): never {
  const { kind, code, message, retryAfterMs } = toFailure(error);
  throw new NotRenewed(kind, code, message, { retryAfterMs, cause: error });
}

/** The auth server's refusals have a code, those of older servers an OAuth error; a gateway's have neither. */
const authError = v.union([
  v.looseObject({ error_code: v.string() }),
  v.looseObject({ error: v.literal('invalid_grant') }),
]);

/** The account of a stored session; null for an invalid text. */
export function holderOf(text: string): { caller: Caller; email: string } | null {
  const held = parse(text);
  if (held === null) return null;
  return {
    caller: { token: held.access_token, userId: held.user.id },
    email: held.user.email,
  };
}

function parse(text: string): v.InferOutput<typeof sessionSchema> | null {
  try {
    const read = v.safeParse(sessionSchema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

/**
 * Makes a call as the signed-in account, or as a visitor. If the server refuses the token, whatever the clock says, the
 * token is refreshed once and the call repeated (Y19).
 *
 * @throws what the call throws; 'signed-out' if the new token is refused too
 */
export async function asCaller<T>(
  session: Session,
  call: (caller: Caller | null) => Promise<T>,
): Promise<T> {
  const caller = await session.accessToken();
  try {
    return await call(caller);
  } catch (error) {
    const refused = error instanceof Failure && error.kind === 'signed-out';
    if (!refused || caller === null) throw error;
    return call(await session.refreshAfter401(caller.token));
  }
}
