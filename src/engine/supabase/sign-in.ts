import type { AuthError } from '@supabase/supabase-js';
import * as v from 'valibot';
import { Failure, type FailureKind, kindOfAnswer, toFailure } from '../../lib/failure.ts';
import { REQUEST_TIMEOUT_MS } from '../../lib/limits.ts';
import { loadPart } from '../../lib/part.ts';
import type { Auth } from '../auth.ts';
import type { SessionStore } from '../mirror/session-store.ts';
import type { Backend } from './http.ts';
import { ask, callRpc, credentials } from './http.ts';
import { asCaller, type Caller, holderOf, type Session, toStored } from './session.ts';

/**
 * Signing in and out with Supabase. supabase-js signs in and up; it is loaded for that, keeps nothing,
 * refreshes nothing, and is given no callback (Y42): the session it returns is stored by engine/mirror/session-store.ts
 * and refreshed by session.ts.
 */

/**
 * @param admin address of the page to sign in on: confirmation e-mails lead there; null for none
 * @param now ms since 1970
 */
export function createAuth(
  backend: Backend,
  store: SessionStore,
  session: Session,
  admin: URL | null,
  now: () => number = Date.now,
): Auth {
  let loading: ReturnType<typeof loadClient> | null = null;
  function client() {
    loading ??= loadClient(backend, admin).catch((error: unknown) => {
      loading = null;
      throw new Failure('unreachable', 'no-part', String(error), { cause: error });
    });
    return loading;
  }

  /** Stores a session that supabase-js returned, with the account it belongs to. */
  async function adopt(received: unknown): Promise<void> {
    const text = toStored(received, now());
    const holder = text === null ? null : holderOf(text);
    if (text === null || holder === null) {
      throw new Failure('unreachable', 'not-an-answer', 'sign-in: not a session');
    }
    const { caller, email } = holder;
    const { account } = await store.read();
    // Without an answer the role stays as it was known; the server decides in the end.
    const known = account?.userId === caller.userId && account.isAdmin;
    const isAdmin = await askIfAdmin(backend, caller).catch(() => known);
    await store.signIn(text, { userId: caller.userId, email, isAdmin, expired: false });
  }

  /** Makes a call as whoever is signed in. */
  function asAccount<T>(call: (caller: Caller) => Promise<T>): Promise<T> {
    return asCaller(session, async (caller) => {
      if (caller === null) throw new Failure('signed-out', null, 'Nobody is signed in.');
      return call(caller);
    });
  }

  let followed: Promise<void> | null = null;
  async function followLink(): Promise<void> {
    try {
      const { auth, error } = await client();
      if (error !== null) throw failureOf(error);
      const { data } = await auth.getSession();
      if (data.session !== null) await adopt(data.session);
    } finally {
      // A token in the address would be in the history, and in the next link somebody copies.
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, '', `${pathname}${search}`);
    }
  }

  return {
    signIn: (email, password) =>
      failing(async () => {
        const { auth } = await client();
        const { data, error } = await auth.signInWithPassword({ email, password });
        if (error !== null) throw failureOf(error);
        await adopt(data.session);
      }),

    signUp: (email, password) =>
      failing(async () => {
        const { auth } = await client();
        // SIGNIN-7, DIFF-2. The role grants nothing: anyone can write it.
        const options = {
          data: { role: 'admin' },
          ...(admin !== null && { emailRedirectTo: admin.href }),
        };
        const { data, error } = await auth.signUp({ email, password, options });
        if (error !== null) throw failureOf(error);
        if (data.session === null) return 'confirm';
        await adopt(data.session);
        return 'signed-in';
      }),

    signInByLink: () =>
      failing(async () => {
        if (followed === null && !isFromLink(new URL(window.location.href), admin)) return;
        followed ??= followLink();
        await followed;
      }),

    async signOut() {
      const { session: text } = await store.read();
      await store.signOut();
      const token = text === null ? undefined : holderOf(text)?.caller.token;
      if (token === undefined) return;
      const path = '/auth/v1/logout?scope=local';
      // For tidiness: what the device no longer has cannot be used from it (Y45).
      void ask(backend, { path, method: 'POST', body: {}, token }).catch(() => {});
    },

    adminCount: () =>
      failing(async () => {
        return read(v.number(), await callRpc(backend, 'admin_count', {}, null));
      }),

    claimFirstAdmin: () =>
      failing(() =>
        asAccount(async ({ token, userId }) => {
          const answer = await callRpc(backend, 'claim_first_admin', {}, token);
          const claimed = read(v.boolean(), answer);
          if (claimed) await store.setRole(userId, true);
          return claimed;
        }),
      ),

    async refreshRole() {
      try {
        await asAccount(async (caller) =>
          store.setRole(caller.userId, await askIfAdmin(backend, caller)),
        );
      } catch {
        // Nobody is signed in, or there is no answer: the role stays as it was known.
      }
    },
  };
}

async function loadClient(backend: Backend, admin: URL | null) {
  const { AuthClient } = await loadPart(() => import('./auth-client.ts'));
  const auth = new AuthClient({
    url: `${backend.url}/auth/v1`,
    headers: credentials(backend.key),
    storageKey: 'supabase.auth.token',
    persistSession: false,
    autoRefreshToken: false,
    skipAutoInitialize: true,
    detectSessionInUrl: (url) => isFromLink(url, admin),
    fetch: fetchOrSay,
  });
  const { error } = await auth.initialize();
  return { auth, error };
}

/** Whether an address is that of a confirmation e-mail's link, with a session or an error behind the `#`. */
function isFromLink(address: URL, admin: URL | null): boolean {
  const brought = new URLSearchParams(address.hash.slice(1));
  return (
    address.pathname === admin?.pathname && (brought.has('access_token') || brought.has('error'))
  );
}

/** No server sends it, and supabase-js reads what such an answer says. */
const NO_ANSWER = 599;

/** Fetches in time. The library reports a lost connection to the console, so it is told of it as of an answer. */
async function fetchOrSay(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const patience = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    return await fetch(input, { ...init, signal: patience });
  } catch (error) {
    const said = { error_code: patience.aborted ? 'time-out' : 'no-answer', msg: String(error) };
    return new Response(JSON.stringify(said), { status: NO_ANSWER });
  }
}

const rolesSchema = v.array(v.object({ role: v.string() }));

async function askIfAdmin(backend: Backend, { token, userId }: Caller): Promise<boolean> {
  const path = `/rest/v1/user_roles?select=role&user_id=eq.${encodeURIComponent(userId)}`;
  const { status, body } = await ask(backend, { path, method: 'GET', token });
  if (status !== 200) {
    const kind = kindOfAnswer({ status, code: null });
    throw new Failure(kind, String(status), `user_roles: ${status}`);
  }
  return read(rolesSchema, body).some(({ role }) => role === 'admin');
}

/** @throws {Failure} for an answer of another shape */
function read<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  if (v.is(schema, answer)) return answer;
  throw new Failure('unreachable', 'not-an-answer', `${JSON.stringify(answer)}: not an answer`);
}

/** @throws {Failure} whatever goes wrong */
async function failing<T>(job: () => Promise<T>): Promise<T> {
  try {
    return await job();
  } catch (error) {
    throw toFailure(error);
  }
}

/**
 * What supabase-js reported. It tells apart what its own codes say; older servers have none and say it in words,
 * and a gateway that has had too many requests says it by its status.
 */
function failureOf(error: AuthError): Failure {
  const { status = 0, name, message } = error;
  const fails = (kind: FailureKind, code: string) =>
    new Failure(kind, code, message, { cause: error });
  if (status === 429 || /rate limit/i.test(message)) return fails('unreachable', '429');
  if (message.includes('Invalid login credentials')) return fails('refused', 'invalid_credentials');
  // Something else spoke for the server: with a success that is not JSON, or with a refusal that is not.
  if (status === 0) {
    return fails('unreachable', name === 'AuthRetryableFetchError' ? 'not-json' : 'not-an-answer');
  }
  const code = error.code ?? null;
  const kind = kindOfAnswer({ status, code });
  // Without a session there is none to lose: it is the key of this build that the server does not take.
  return fails(kind === 'signed-out' ? 'refused' : kind, code ?? String(status));
}
