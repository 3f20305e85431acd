import { REQUEST_TIMEOUT_MS } from '../lib/limits.ts';
import { RemoteFailure } from '../sync/failure.ts';
import type { Backend } from './remote.ts';

export interface Question {
  /** From the backend's address on, with a slash in front. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly body?: unknown;
  /** Access token of whoever asks; without one it is a visitor. */
  readonly token?: string;
}

export interface Answer {
  readonly status: number;
  /** The JSON it carried; null where it was empty. */
  readonly body: unknown;
}

/**
 * One request about a session, by plain fetch: the service worker asks too, and a visitor downloads no
 * client library for it. Any JSON is an answer, a refusal included.
 *
 * @throws {RemoteFailure} 'unreachable' after 8 s, for 408, 425, 429 and 5xx, and where something else than
 *   the server spoke (a captive portal's page)
 */
export async function ask({ url, key }: Backend, question: Question): Promise<Answer> {
  const { path, method, body, token } = question;
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...credentials(key, token) },
      body: body === undefined ? null : JSON.stringify(body),
      cache: 'no-store',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    text = await response.text();
  } catch (error) {
    throw new RemoteFailure('unreachable', String(error));
  }
  const { status } = response;
  if (status >= 500 || [408, 425, 429].includes(status)) {
    throw new RemoteFailure('unreachable', `${status}`, retryAfter(response));
  }
  try {
    return { status, body: text === '' ? null : JSON.parse(text) };
  } catch {
    throw new RemoteFailure('unreachable', `${status}: not JSON`);
  }
}

/** Older projects have a JWT as their public key and expect it twice; newer keys are no tokens. */
export function credentials(key: string, token?: string): Record<string, string> {
  const bearer = token ?? (key.startsWith('ey') ? key : null);
  return bearer === null ? { apikey: key } : { apikey: key, authorization: `Bearer ${bearer}` };
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : null;
}
