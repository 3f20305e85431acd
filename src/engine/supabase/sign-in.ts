import * as v from 'valibot';
import { Failure } from '../../lib/failure.ts';
import { REQUEST_TIMEOUT_MS } from '../../lib/limits.ts';
import { loadPart } from '../../lib/part.ts';
import { type Auth, AuthFailed, type AuthFailure } from '../auth.ts';
import type { SessionStore } from '../mirror/session-store.ts';
import { asCaller } from './as-caller.ts';
import { type Answer, ask } from './ask.ts';
import type { Backend } from './calls.ts';
import { credentials, type Question } from './http.ts';
import { type Caller, holderOf, type Session, toStored } from './session.ts';

/**
 * Signing in and out with Supabase. supabase-js signs in and up; it is loaded for that, keeps nothing,
 * refreshes nothing, and is given no callback (Y42): the session it returns is stored by engine/mirror/session-store.ts
 * and refreshed by session.ts.
 */

/**
 * @param admin address of the page to sign in on: confirmation e-mails lead there
 * @param now ms since 1970
 */
export function createAuth(
  backend: Backend,
  store: SessionStore,
  session: Session,
  admin: URL,
  now: () => number = Date.now,
): Auth {
  let loading: ReturnType<typeof loadClient> | null = null;
  function client() {
    loading ??= loadClient(backend, admin).catch((error: unknown) => {
      loading = null;
      throw new AuthFailed('unreachable', 'The sign-in could not be loaded.', { cause: error });
    });
    return loading;
  }

  /** Stores a session that supabase-js returned, with the account it belongs to. */
  async function adopt(received: unknown): Promise<void> {
    const text = toStored(received, now());
    const holder = text === null ? null : holderOf(text);
    if (text === null || holder === null) throw new AuthFailed('other', 'Not a session.');
    const { caller, email } = holder;
    const { account } = await store.read();
    // Without an answer the role stays as it was known; the server decides in the end.
    const known = account?.userId === caller.userId && account.isAdmin;
    const isAdmin = await askIfAdmin(backend, caller).catch(() => known);
    await store.signIn(text, { userId: caller.userId, email, isAdmin, expired: false });
  }

  /** Asks as whoever is signed in. */
  function askSignedIn(
    question: (userId: string) => Question,
  ): Promise<{ answer: Answer; userId: string }> {
    return asCaller(session, async (caller) => {
      if (caller === null) throw new AuthFailed('other', 'Nobody is signed in.');
      const { token, userId } = caller;
      const answer = await ask(backend, { ...question(userId), token });
      if (answer.status === 401)
        throw new Failure('signed-out', '401', 'The session is not taken.');
      return { answer, userId };
    });
  }

  let followed: Promise<void> | null = null;
  async function followLink(): Promise<void> {
    try {
      const { auth, error } = await client();
      if (error !== null) throw toAuthFailed(error);
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
        if (error !== null) throw error;
        await adopt(data.session);
      }),

    signUp: (email, password) =>
      failing(async () => {
        const { auth } = await client();
        // The role is what the spec sends; it grants nothing, for anybody can write it.
        const options = { data: { role: 'admin' }, emailRedirectTo: admin.href };
        const { data, error } = await auth.signUp({ email, password, options });
        if (error !== null) throw error;
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
        const question = { path: '/rest/v1/rpc/admin_count', method: 'POST', body: {} } as const;
        return read(v.number(), await ask(backend, question));
      }),

    claimFirstAdmin: () =>
      failing(async () => {
        const path = '/rest/v1/rpc/claim_first_admin';
        const { answer, userId } = await askSignedIn(() => ({ path, method: 'POST', body: {} }));
        const claimed = read(v.boolean(), answer);
        if (claimed) await store.setRole(userId, true);
        return claimed;
      }),

    async refreshRole() {
      try {
        const { answer, userId } = await askSignedIn(roleOf);
        await store.setRole(userId, isAdminBy(answer));
      } catch {
        // Nobody is signed in, or there is no answer: the role stays as it was known.
      }
    },
  };
}

async function loadClient(backend: Backend, admin: URL) {
  const { AuthClient } = await loadPart(() => import('./auth-client.ts'));
  const auth = new AuthClient({
    url: `${backend.url}/auth/v1`,
    headers: credentials(backend.key),
    storageKey: 'supabase.auth.token',
    persistSession: false,
    autoRefreshToken: false,
    skipAutoInitialize: true,
    detectSessionInUrl: (url) => isFromLink(url, admin),
    // The library reports a lost connection to the console; to be offline is no error here.
    fetch: (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }).catch(
        () => new Response(null, { status: 503 }),
      ),
  });
  const { error } = await auth.initialize();
  return { auth, error };
}

/** Whether an address is that of a confirmation e-mail's link, with a session or an error behind the `#`. */
function isFromLink(address: URL, admin: URL): boolean {
  const brought = new URLSearchParams(address.hash.slice(1));
  return (
    address.pathname === admin.pathname && (brought.has('access_token') || brought.has('error'))
  );
}

function roleOf(userId: string): Question {
  const path = `/rest/v1/user_roles?select=role&user_id=eq.${encodeURIComponent(userId)}`;
  return { path, method: 'GET' };
}

const rolesSchema = v.array(v.object({ role: v.string() }));

function isAdminBy(answer: Answer): boolean {
  return read(rolesSchema, answer).some(({ role }) => role === 'admin');
}

async function askIfAdmin(backend: Backend, { token, userId }: Caller): Promise<boolean> {
  return isAdminBy(await ask(backend, { ...roleOf(userId), token }));
}

/** @throws {AuthFailed} for a refusal, and for an answer of another shape */
function read<Schema extends v.GenericSchema>(
  schema: Schema,
  { status, body }: Answer,
): v.InferOutput<Schema> {
  if (status === 200 && v.is(schema, body)) return body;
  throw new AuthFailed('other', `Answered ${status}.`);
}

async function failing<T>(job: () => Promise<T>): Promise<T> {
  try {
    return await job();
  } catch (error) {
    throw toAuthFailed(error);
  }
}

/** What supabase-js, fetch or storage reported, as screens know it. */
export function toAuthFailed(error: unknown): AuthFailed {
  if (error instanceof AuthFailed) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AuthFailed(reasonOf(error, message), message, { cause: error });
}

/** What a gateway says in the place of a server that is not there. Any other status is the server's answer. */
const NO_SERVER = [502, 503, 504];

function reasonOf(error: unknown, message: string): AuthFailure {
  const { name, code } = Object(error) as { name?: string; code?: string };
  const status = statusOf(error);
  const mayGoWell =
    error instanceof Failure ? error.kind === 'unreachable' : name === 'AuthRetryableFetchError';
  if (mayGoWell && (status === null || NO_SERVER.includes(status))) return 'unreachable';
  if (status === 429 || /rate limit/i.test(message)) return 'too-many';
  if (code === 'invalid_credentials' || message.includes('Invalid login credentials')) {
    return 'invalid-credentials';
  }
  return 'other';
}

/** Null where nobody answered. */
function statusOf(error: unknown): number | null {
  const { status, code } = Object(error) as { status?: number; code?: string | null };
  return (error instanceof Failure ? Number(code) : status) || null;
}
