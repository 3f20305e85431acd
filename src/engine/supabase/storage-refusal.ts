import { Failure, kindOfAnswer } from '../../lib/failure.ts';
import { QUOTED_LENGTH } from '../../lib/limits.ts';
import { beginning } from '../../lib/shortened.ts';
import { parseJson, type Reply } from './http.ts';

export function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status < 300;
}

/**
 * What Storage says by a reply that does not do what was asked. It answers most refusals with 400, and says in its words what
 * they are.
 *
 * | status in its words | meaning |
 * |---|---|
 * | 409 | it is there already |
 * | 403 | the account may not, or its token is no longer accepted, which only the message tells |
 * | 404 | there is no such bucket |
 * | 413 | it is too large for the bucket |
 *
 * @param what was asked for, for engineers
 */
export function refusalOfStorage(what: string, reply: Reply): Failure {
  const { status: httpStatus, text, retryAfterMs } = reply;
  const said = Object(parseJson(text)) as { statusCode?: unknown; message?: unknown };
  const status = Number(said.statusCode ?? httpStatus);
  const message = typeof said.message === 'string' ? said.message : beginning(text, QUOTED_LENGTH);
  const isOurs = typeof said.message === 'string' || httpStatus === 413 || httpStatus === 402;
  const isExpired = [400, 401, 403].includes(status) && /jwt|"exp" claim/i.test(message);
  const kind = isExpired ? 'signed-out' : kindOfAnswer({ status, code: null });
  return new Failure(
    isOurs && !isSuccess(reply) ? kind : 'unreachable',
    isSuccess(reply) ? 'not-an-answer' : String(status),
    `${what}: ${httpStatus} ${message}`,
    { retryAfterMs },
  );
}
