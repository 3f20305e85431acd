import { Failure } from '../../lib/failure.ts';
import { EDITS_ANSWERED_MS } from '../../lib/limits.ts';
import type { StoreFile } from '../sync/protocol.ts';
import { type Backend, parseJson, type Reply, request } from './http.ts';
import { asCaller, type Session } from './session.ts';
import { isSuccess, refusalOfStorage } from './storage-refusal.ts';

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

/** @throws {Failure} unless it is stored; it may have been there already */
function check(name: string, reply: Reply): void {
  const { Key } = Object(parseJson(reply.text)) as { Key?: unknown };
  if (isSuccess(reply) && typeof Key === 'string') return;
  const failure = refusalOfStorage(name, reply);
  if (failure.code !== '409') throw failure;
}
