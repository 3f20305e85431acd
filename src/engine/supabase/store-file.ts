import { Failure, kindOfAnswer } from '../../lib/failure.ts';
import { EDITS_ANSWERED_MS, QUOTED_LENGTH } from '../../lib/limits.ts';
import { beginning } from '../../lib/shortened.ts';
import type { StoreFile } from '../sync/protocol.ts';
import { type Backend, parseJson, type Reply, request } from './http.ts';
import { asCaller, type Session } from './session.ts';

/** A file never changes, so whoever has it need not ask again for a year. */
const KEPT_S = 31_536_000;

/**
 * Stores files in Supabase Storage. A name begins with its bucket: `pictures/<…>.webp`. By plain fetch: the client library has
 * 20 kB for this one request, and hides `Retry-After`.
 */
export function createFileStore(backend: Backend, session: Session): StoreFile {
  return ({ name, type, bytes }, signal) =>
    asCaller(session, async (caller) => {
      if (caller === null) throw new Failure('signed-out', null, 'nobody is signed in');
      const question = {
        path: `/storage/v1/object/${encodeURI(name)}`,
        method: 'POST',
        body: bytes,
        headers: {
          'content-type': type,
          'cache-control': `max-age=${KEPT_S}`,
          'x-upsert': 'false',
        },
        token: caller.token,
      } as const;
      check(name, await request(backend, question, signal, EDITS_ANSWERED_MS));
    });
}

/**
 * Storage answers most refusals with 400, and says in its words what they are.
 *
 * | status in its words | meaning |
 * |---|---|
 * | 409 | it is there already: stored |
 * | 403 | the account may not, or its token is no longer accepted, which only the message tells |
 * | 404 | there is no such bucket |
 * | 413 | it is too large for the bucket |
 *
 * @throws {Failure} unless it is stored
 */
function check(name: string, { status: httpStatus, text, retryAfterMs }: Reply): void {
  const answer = parseJson(text);
  const said = Object(answer) as { statusCode?: unknown; message?: unknown; Key?: unknown };
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  if (isSuccess && typeof said.Key === 'string') return;
  const status = Number(said.statusCode ?? httpStatus);
  if (status === 409) return;
  const message = typeof said.message === 'string' ? said.message : beginning(text, QUOTED_LENGTH);
  const isOurs = typeof said.message === 'string' || httpStatus === 413 || httpStatus === 402;
  const isExpired = [400, 401, 403].includes(status) && /jwt|"exp" claim/i.test(message);
  const kind = isExpired ? 'signed-out' : kindOfAnswer({ status, code: null });
  throw new Failure(
    isOurs && !isSuccess ? kind : 'unreachable',
    isSuccess ? 'not-an-answer' : String(status),
    `${name}: ${httpStatus} ${message}`,
    { retryAfterMs },
  );
}
