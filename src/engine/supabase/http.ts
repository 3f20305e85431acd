import { Failure, type FailureKind, kindOfAnswer } from '../../lib/failure.ts';
import { fetchText } from '../../lib/fetch-text.ts';
import { QUOTED_LENGTH } from '../../lib/limits.ts';
import type { Millis } from '../../lib/millis.ts';
import { beginning } from '../../lib/shortened.ts';

/**
 * The backend's address and key. `url` has no trailing slash; `key` is the publishable key, which is public; `client`
 * is the name and version of the application, for the server's logs.
 */
export interface Backend {
  url: string;
  key: string;
  readonly client?: string;
  /**
   * Where visitors read, by GET, without a trailing slash: a cache in front of `url`, best on the page's own origin.
   * Without it they read from `url`, by POST: no cache would answer there, and each new address of a GET would cost a
   * CORS preflight.
   */
  readonly reads?: string;
}

export interface Question {
  /** Relative to the backend's address, with a leading slash. */
  readonly path: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON, unless it is bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's access token; a visitor has none. */
  readonly token?: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** `Retry-After`; null if the server sent none. */
  readonly retryAfterMs: Millis | null;
}

/**
 * One request to the backend, by plain fetch: the service worker uses it too, visitors need not download a client
 * library, and the engine needs the status and `Retry-After`, which the library hides.
 *
 * @param answerMs how long the server may think
 * @throws {Failure} 'unreachable' without a complete answer: 'time-out' if nothing came for so long (fetch-text.ts),
 *   'ended' if `signal` was aborted
 */
export async function request(
  backend: Backend,
  { path, method, body, headers, token }: Question,
  signal?: AbortSignal,
  answerMs?: Millis,
): Promise<Reply> {
  try {
    const { response, text } = await fetchText(
      `${backend.url}${path}`,
      {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headersOf(backend, token),
          ...headers,
        },
        body: body === undefined ? null : body instanceof ArrayBuffer ? body : JSON.stringify(body),
        // Browsers do not cache answers to POST, and the server says which answers to visitors may be cached. Elsewhere
        // 'no-store' would only bypass the cached CORS preflight too.
        ...(method === 'GET' && token !== undefined && { cache: 'no-store' }),
        signal,
      },
      answerMs,
    );
    return {
      status: response.status,
      headers: response.headers,
      text,
      retryAfterMs: retryAfter(response),
    };
  } catch (error) {
    const isTimeOut = Object(error).name === 'TimeoutError';
    const code = signal?.aborted ? 'ended' : isTimeOut ? 'time-out' : 'no-answer';
    throw new Failure('unreachable', code, String(error), { cause: error });
  }
}

/**
 * What each call says of itself. Older projects have a JWT as public key and expect it twice; newer keys are no tokens.
 * Supabase's own clients send `x-client-info`, so every project allows it, in the same preflight as `apikey`.
 */
export function headersOf({ key, client }: Backend, token?: string): Record<string, string> {
  const bearer = token ?? (key.startsWith('ey') ? key : null);
  return {
    apikey: key,
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    ...(client !== undefined && { 'x-client-info': client }),
  };
}

/** The JSON of a reply; undefined if it is not JSON, which means that it did not come from our server. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Retry-After`; the header is a number of seconds or a date. */
function retryAfter(response: Response): Millis | null {
  const value = response.headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** A call of a database function: a POST with a body, or a GET with a query. */
export type Call = {
  readonly name: string;
  /** The caller's access token; null for a visitor. */
  readonly token: string | null;
  /** How long the server may think; see `request`. */
  readonly answerMs?: Millis | undefined;
} & ({ readonly body: unknown } | { readonly query: string });

function toQuestion(call: Call): Question {
  const path = `/rest/v1/rpc/${call.name}`;
  const token = call.token ?? undefined;
  if ('query' in call) return { path: `${path}?${call.query}`, method: 'GET', token };
  return { path, method: 'POST', body: call.body, token };
}

/**
 * Calls a database function over PostgREST and returns its one value.
 *
 * @throws {Failure} without an answer (see `request`), and for anything but a JSON success
 */
export async function callRpc(
  backend: Backend,
  call: Call,
  signal?: AbortSignal,
): Promise<unknown> {
  const { name, token } = call;
  const { answerMs } = call;
  const reply = await request(backend, toQuestion(call), signal, answerMs);
  const { status, text, retryAfterMs } = reply;
  const answer = parseJson(text);
  const isSuccess = status >= 200 && status < 300;
  if (answer !== undefined && isSuccess) return answer;
  const { code, message } = refusalOf(answer);
  throw new Failure(
    kindOf({ status, code, isJson: answer !== undefined, isVisitor: token === null }),
    code ?? (isSuccess ? 'not-json' : String(status)),
    `${name}: ${status} ${message ?? beginning(text, QUOTED_LENGTH)}`,
    { retryAfterMs },
  );
}

function kindOf(answer: {
  status: number;
  code: string | null;
  isJson: boolean;
  isVisitor: boolean;
}): FailureKind {
  // Not our server, at best its gateway. 402 and 413 mean the same from either.
  if (!answer.isJson && answer.status !== 402 && answer.status !== 413) return 'unreachable';
  const kind = kindOfAnswer(answer);
  // A visitor has no session that could have expired: the server rejects this build's key.
  return kind === 'signed-out' && answer.isVisitor ? 'refused' : kind;
}

/** How PostgREST, or a gateway that answers in JSON, describes a refusal. */
function refusalOf(answer: unknown): { code: string | null; message: string | null } {
  const { code, message } = Object(answer) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === 'string' ? code : null,
    message: typeof message === 'string' ? message : null,
  };
}

interface JsonReply {
  readonly status: number;
  /** Its JSON; null if it was empty. */
  readonly body: unknown;
}

/**
 * One request about a session. Any JSON is an answer, even a refusal.
 *
 * @throws {Failure} 'unreachable' without an answer, for 408, 425, 429 and 5xx, and if the answer did not come from our
 *   server (a captive portal's page)
 */
export async function ask(backend: Backend, question: Question): Promise<JsonReply> {
  const { status, text, retryAfterMs } = await request(backend, question);
  const { path } = question;
  if (kindOfAnswer({ status, code: null }) === 'unreachable') {
    throw new Failure('unreachable', String(status), `${path}: ${status}`, { retryAfterMs });
  }
  const body = text === '' ? null : parseJson(text);
  if (body === undefined) {
    throw new Failure('unreachable', 'not-json', `${path}: ${status}, not JSON`);
  }
  return { status, body };
}
