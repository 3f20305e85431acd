import { type FailureKind, RemoteFailure } from '../sync/failure.ts';
import { type Verdict, verdictOf } from '../sync/verdict.ts';
import type { Backend } from './remote.ts';
import { parseJson, request } from './request.ts';

/**
 * Calls a database function over PostgREST and returns its one value.
 *
 * @param token access token of whoever calls; null for a visitor
 * @throws {RemoteFailure} after 8 s without an answer, and for anything that is not a JSON success
 */
export async function callRpc(
  backend: Backend,
  name: string,
  body: unknown,
  token: string | null,
  signal: AbortSignal,
): Promise<unknown> {
  const question = { path: `/rest/v1/rpc/${name}`, method: 'POST', body } as const;
  const asked = { ...question, token: token ?? undefined };
  const { status, text, retryAfterMs } = await request(backend, asked, signal);
  const answer = parseJson(text);
  if (answer === undefined) {
    throw new RemoteFailure('unreachable', `${status}: not JSON`, retryAfterMs);
  }
  if (status >= 200 && status < 300) return answer;
  const code = codeOf(answer);
  throw new RemoteFailure(
    kindOf[verdictOf({ status, code })],
    `${status} ${code ?? ''}`,
    retryAfterMs,
    code ?? String(status),
  );
}

const kindOf: Readonly<Record<Verdict, FailureKind>> = {
  'try-again': 'unreachable',
  'sign-in': 'signed-out',
  reject: 'rejected',
  hold: 'refused',
};

function codeOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return null;
  return typeof answer.code === 'string' ? answer.code : null;
}
