import { REQUEST_TIMEOUT_MS } from '../lib/limits.ts';
import { type FailureKind, RemoteFailure } from '../sync/failure.ts';
import { type Verdict, verdictOf } from '../sync/verdict.ts';
import { credentials } from './ask.ts';
import type { Backend } from './remote.ts';

/**
 * Calls a database function over PostgREST and returns its one value.
 *
 * Plain fetch rather than the client library: a visitor needs nothing else of it for reading, and the
 * engine needs the status and `Retry-After`, which the library does not pass on.
 *
 * @param token access token of whoever calls; null for a visitor
 * @throws {RemoteFailure} after 8 s without an answer, and for anything that is not a JSON success
 */
export async function callRpc(
  { url, key }: Backend,
  name: string,
  body: unknown,
  token: string | null,
  signal: AbortSignal,
): Promise<unknown> {
  // The time limit covers the body too: a server that stops in the middle of it has not answered.
  const limited = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentials(key, token ?? undefined) },
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
  throw new RemoteFailure(
    kindOf[verdictOf({ status: response.status, code })],
    `${response.status} ${code ?? ''}`,
    retryAfter(response),
    code ?? String(response.status),
  );
}

const kindOf: Readonly<Record<Verdict, FailureKind>> = {
  'try-again': 'unreachable',
  'sign-in': 'signed-out',
  reject: 'rejected',
  hold: 'refused',
};

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
