import { Failure } from '../../lib/failure.ts';
import { REQUEST_TIMEOUT_MS } from '../../lib/limits.ts';
import type { Backend } from './calls.ts';

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
