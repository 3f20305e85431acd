import { Failure, type FailureKind, kindOfAnswer } from '../../lib/failure.ts';
import { REQUEST_TIMEOUT_MS } from '../../lib/limits.ts';

/** Where the backend is. `url` has no slash at its end; `key` is the publishable key, which is public. */
export interface Backend {
  url: string;
  key: string;
}

export interface Question {
  /** From the backend's address on, with a slash in front. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly body?: unknown;
  /** Access token of whoever asks; without one it is a visitor. */
  readonly token?: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** `Retry-After`; null where the server said nothing of it. */
  readonly retryAfterMs: number | null;
}

/**
 * One request to the backend, by plain fetch: the service worker asks too, a visitor downloads no client
 * library for it, and the engine needs the status and `Retry-After`, which the library does not pass on.
 *
 * @throws {Failure} 'unreachable' where no whole answer has come within 8 s, or `signal` has ended it
 */
export async function request(
  { url, key }: Backend,
  { path, method, body, token }: Question,
  signal?: AbortSignal,
): Promise<Reply> {
  // The time limit covers the body too: a server that stops in the middle of it has not answered.
  const patience = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...credentials(key, token) },
      body: body === undefined ? null : JSON.stringify(body),
      // A browser keeps no answer to a POST. Saying 'no-store' makes it forget the permission to ask, too.
      ...(method === 'GET' && { cache: 'no-store' }),
      signal: signal === undefined ? patience : either(signal, patience),
    });
    const text = await response.text();
    return { status: response.status, text, retryAfterMs: retryAfter(response) };
  } catch (error) {
    const code = patience.aborted ? 'time-out' : signal?.aborted ? 'ended' : 'no-answer';
    throw new Failure('unreachable', code, String(error), { cause: error });
  }
}

/** `AbortSignal.any`, which browsers have only since 2024. */
function either(...signals: readonly AbortSignal[]): AbortSignal {
  const one = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) one.abort(signal.reason);
    signal.addEventListener('abort', () => one.abort(signal.reason), { signal: one.signal });
  }
  return one.signal;
}

/** Older projects have a JWT as their public key and expect it twice; newer keys are no tokens. */
export function credentials(key: string, token?: string): Record<string, string> {
  const bearer = token ?? (key.startsWith('ey') ? key : null);
  return bearer === null ? { apikey: key } : { apikey: key, authorization: `Bearer ${bearer}` };
}

/** What a reply says; undefined where it is not JSON, and something else than the server spoke. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Retry-After` in ms; it is a number of seconds or a date. */
function retryAfter(response: Response): number | null {
  const value = response.headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/**
 * Calls a database function over PostgREST and returns its one value.
 *
 * @param token access token of whoever calls; null for a visitor
 * @throws {Failure} after 8 s without an answer, and for anything that is not a JSON success
 */
export async function callRpc(
  backend: Backend,
  name: string,
  body: unknown,
  token: string | null,
  signal?: AbortSignal,
): Promise<unknown> {
  const question = { path: `/rest/v1/rpc/${name}`, method: 'POST', body } as const;
  const asked = { ...question, token: token ?? undefined };
  const { status, text, retryAfterMs } = await request(backend, asked, signal);
  const answer = parseJson(text);
  const isSuccess = status >= 200 && status < 300;
  if (answer !== undefined && isSuccess) return answer;
  const { code, message } = refusalOf(answer);
  throw new Failure(
    kindOf({ status, code, isJson: answer !== undefined, isVisitor: token === null }),
    code ?? (isSuccess ? 'not-json' : String(status)),
    `${name}: ${status} ${message ?? text.slice(0, EXCERPT)}`,
    { retryAfterMs },
  );
}

/** How much of an answer that is not the server's goes into the message. */
const EXCERPT = 100;

function kindOf(answer: {
  status: number;
  code: string | null;
  isJson: boolean;
  isVisitor: boolean;
}): FailureKind {
  // Something else spoke for the server, if only a gateway. 402 and 413 mean the same whoever says so.
  if (!answer.isJson && answer.status !== 402 && answer.status !== 413) return 'unreachable';
  const kind = kindOfAnswer(answer);
  // A visitor has no session to lose: it is the key of this build that the server does not take.
  return kind === 'signed-out' && answer.isVisitor ? 'refused' : kind;
}

/** What PostgREST, or a gateway that answers in JSON, says of a refusal. */
function refusalOf(answer: unknown): { code: string | null; message: string | null } {
  const { code, message } = Object(answer) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === 'string' ? code : null,
    message: typeof message === 'string' ? message : null,
  };
}

export interface Answer {
  readonly status: number;
  /** The JSON it carried; null where it was empty. */
  readonly body: unknown;
}

/**
 * One question about a session. Any JSON is an answer, a refusal included.
 *
 * @throws {Failure} 'unreachable' after 8 s, for 408, 425, 429 and 5xx, and where something else than
 *   the server spoke (a captive portal's page)
 */
export async function ask(backend: Backend, question: Question): Promise<Answer> {
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
