import type { AuthError } from '@supabase/supabase-js';
import * as v from 'valibot';
import { Failure, type FailureKind, kindOfAnswer, toFailure } from '../../lib/failure.ts';
import { fetchText } from '../../lib/fetch-text.ts';
import type { Instant } from '../../lib/millis.ts';
import { loadPart } from '../../lib/part.ts';
import { clearShelves } from '../../lib/shelf.ts';
import type { Auth, Offer } from '../auth.ts';
import type { SessionStore } from '../mirror/session-store.ts';
import { shelfOf, shelvesOf } from '../shelf-names.ts';
import type { Backend } from './http.ts';
import { ask, callRpc, headersOf } from './http.ts';
import { asAccount, askIfAdmin, refreshRole } from './role.ts';
import { holderOf, type Session, toStored } from './session.ts';

/**
 * Signing in and out with Supabase. supabase-js is loaded only to sign in and up; it stores nothing,
 * refreshes nothing, and gets no callback (Y42): engine/mirror/session-store.ts stores the session and session.ts
 * refreshes it.
 */

/**
 * @param admin address of the sign-in page, to which confirmation e-mails link; null for none
 */
export function createAuth(
  backend: Backend,
  store: SessionStore,
  session: Session,
  admin: URL | null,
  now: () => Instant = Date.now,
): Auth {
  let loading: ReturnType<typeof loadClient> | null = null;
  function client() {
    loading ??= loadClient(backend, admin).catch((error: unknown) => {
      loading = null;
      throw new Failure('unreachable', 'no-part', String(error), { cause: error });
    });
    return loading;
  }

  /** Stores a session from supabase-js, with its account. */
  async function adopt(received: unknown): Promise<void> {
    const text = toStored(received, now());
    const holder = text === null ? null : holderOf(text);
    if (text === null || holder === null) {
      throw new Failure('unreachable', 'not-an-answer', 'sign-in: not a session');
    }
    const { caller, email } = holder;
    const { account } = await store.read();
    // Without an answer the known role stays; the server has the last word.
    const known = account?.userId === caller.userId && account.isAdmin;
    const isAdmin = await askIfAdmin(backend, caller).catch(() => known);
    await clearShelves(shelvesOf(store.engine), shelfOf(store.engine, caller.userId));
    await store.signIn(text, { userId: caller.userId, email, isAdmin, expired: false });
  }

  let followed: Promise<Offer | null> | null = null;
  async function followLink(): Promise<Offer | null> {
    try {
      const { auth, error } = await client();
      if (error !== null) throw failureOf(error);
      const { session: brought } = (await auth.getSession()).data;
      if (brought === null) return null;
      const email = brought.user.email ?? '';
      if (!(await store.isExpected(email))) {
        return { email, accept: () => failing(() => adopt(brought)) };
      }
      await adopt(brought);
      return null;
    } finally {
      // A token in the address would stay in the history, and in the next copied link.
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
        if (data.session === null) {
          await store.expect(email);
          return 'confirm';
        }
        await adopt(data.session);
        return 'signed-in';
      }),

    signInByLink: () =>
      failing(async () => {
        if (followed === null && !isFromLink(new URL(window.location.href), admin)) return null;
        followed ??= followLink();
        return followed;
      }),

    async signOut() {
      const { session: text } = await store.read();
      // What only the account may read goes first: whoever is here next must not find it.
      await clearShelves(shelvesOf(store.engine));
      await store.signOut();
      const token = text === null ? undefined : holderOf(text)?.caller.token;
      if (token === undefined) return;
      const path = '/auth/v1/logout?scope=local';
      // Only to clean up: the device has already forgotten the session (Y45).
      void ask(backend, { path, method: 'POST', body: {}, token }).catch(() => {});
    },

    adminCount: () =>
      failing(async () => {
        return read(
          v.number(),
          await callRpc(backend, { name: 'admin_count', body: {}, token: null }),
        );
      }),

    claimFirstAdmin: () =>
      failing(() =>
        asAccount(session, async ({ token, userId }) => {
          const answer = await callRpc(backend, { name: 'claim_first_admin', body: {}, token });
          const claimed = read(v.boolean(), answer);
          if (claimed) await store.setRole(userId, true);
          return claimed;
        }),
      ),

    refreshRole: () => refreshRole(backend, store, session),
  };
}

async function loadClient(backend: Backend, admin: URL | null) {
  const { AuthClient } = await loadPart(() => import('./auth-client.ts'));
  const auth = new AuthClient({
    url: `${backend.url}/auth/v1`,
    headers: headersOf(backend),
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

/** Whether an address is a confirmation link's, with a session or an error behind the `#`. */
function isFromLink(address: URL, admin: URL | null): boolean {
  const brought = new URLSearchParams(address.hash.slice(1));
  return (
    address.pathname === admin?.pathname && (brought.has('access_token') || brought.has('error'))
  );
}

/** A status that no server sends; supabase-js then reads the body's message. */
const NO_ANSWER = 599;

/** Fetch that ends with silence (LIMIT-1). supabase-js logs lost connections, so they are reported to it as answers. */
async function fetchOrSay(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const { response, text } = await fetchText(
      String(input),
      init as Parameters<typeof fetchText>[1],
    );
    return new Response(text === '' ? null : text, response);
  } catch (error) {
    const isSilent = error instanceof DOMException && error.name === 'TimeoutError';
    const said = { error_code: isSilent ? 'time-out' : 'no-answer', msg: String(error) };
    return new Response(JSON.stringify(said), { status: NO_ANSWER });
  }
}

/** @throws {Failure} for an answer of another shape */
function read<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  if (v.is(schema, answer)) return answer;
  throw new Failure('unreachable', 'not-an-answer', `${JSON.stringify(answer)}: not an answer`);
}

/** @throws {Failure} for any error */
async function failing<T>(job: () => Promise<T>): Promise<T> {
  try {
    return await job();
  } catch (error) {
    throw toFailure(error);
  }
}

/**
 * Classifies an error of supabase-js by its code; older servers send only a message, and a gateway that limits the rate
 * only a status.
 */
function failureOf(error: AuthError): Failure {
  const { status = 0, name, message } = error;
  const fails = (kind: FailureKind, code: string) =>
    new Failure(kind, code, message, { cause: error });
  if (status === 429 || /rate limit/i.test(message)) return fails('unreachable', '429');
  if (message.includes('Invalid login credentials')) return fails('refused', 'invalid_credentials');
  // The answer did not come from our server: a success or a refusal that is not JSON.
  if (status === 0) {
    return fails('unreachable', name === 'AuthRetryableFetchError' ? 'not-json' : 'not-an-answer');
  }
  const code = error.code ?? null;
  const kind = kindOfAnswer({ status, code });
  // There is no session that could have expired: the server rejects this build's key.
  return fails(kind === 'signed-out' ? 'refused' : kind, code ?? String(status));
}
