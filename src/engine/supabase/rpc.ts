import { Failure, type FailureKind, kindOfAnswer } from '../../lib/failure.ts';
import type { Backend } from './calls.ts';
import { parseJson, request } from './http.ts';

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
