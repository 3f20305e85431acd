import { REQUEST_TIMEOUT_MS } from '../lib/limits.ts';
import { RemoteFailure } from '../sync/failure.ts';
import { verdictOf } from '../sync/verdict.ts';
import type { Backend } from './remote.ts';

/**
 * Calls a database function over PostgREST and returns its one value.
 *
 * Plain fetch rather than the client library: a visitor needs nothing else of it for reading, and the
 * engine needs the status and `Retry-After`, which the library does not pass on.
 *
 * @throws {RemoteFailure} after 8 s without an answer, and for anything that is not a JSON success
 */
export async function callRpc(
  { url, key }: Backend,
  name: string,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  // The time limit covers the body too: a server that stops in the middle of it has not answered.
  const limited = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentials(key) },
      body: JSON.stringify(body),
      cache: 'no-store',
      signal: limited,
    });
    text = await response.text();
  } catch (error) {
    throw new RemoteFailure('unreachable', String(error));
  }
  const answer = parseJson(text);
  if (answer === undefined) {
    throw new RemoteFailure('unreachable', `${response.status}: not JSON`, retryAfter(response));
  }
  if (response.ok) return answer;
  const code = codeOf(answer);
  const verdict = verdictOf({ status: response.status, code });
  throw new RemoteFailure(
    verdict === 'try-again' ? 'unreachable' : 'refused',
    `${response.status} ${code ?? ''}`,
    retryAfter(response),
  );
}

/** Older projects have a JWT as their public key and expect it twice; newer keys are no tokens. */
function credentials(key: string): Record<string, string> {
  return key.startsWith('ey') ? { apikey: key, authorization: `Bearer ${key}` } : { apikey: key };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return null;
  return typeof answer.code === 'string' ? answer.code : null;
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
