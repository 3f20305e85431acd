import { Failure, kindOfAnswer } from '../../lib/failure.ts';
import type { Backend } from './calls.ts';
import { parseJson, type Question, request } from './http.ts';

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
