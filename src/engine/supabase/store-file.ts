import { Failure } from '../../lib/failure.ts';
import { EDITS_ANSWERED_MS, FILE_KEPT_S, FILE_PART_BYTES } from '../../lib/limits.ts';
import type { StoreFile } from '../sync/protocol.ts';
import { type Backend, parseJson, type Reply, request } from './http.ts';
import { asCaller, type Session } from './session.ts';
import { isSuccess, refusalOfStorage } from './storage-refusal.ts';

/**
 * Stores files in Supabase Storage. A name begins with its bucket: `pictures/<…>.webp`. By plain fetch: the client library has
 * 20 kB for this one request, and hides `Retry-After`.
 *
 * @param partBytes a file that is larger goes in parts of this size (R49)
 */
export function createFileStore(
  backend: Backend,
  session: Session,
  partBytes: number = FILE_PART_BYTES,
): StoreFile {
  return (file, signal, keep) => {
    const { name, type, bytes } = file;
    let begun = file.upload;

    async function isStoredInParts(token: string): Promise<boolean> {
      // Hardly any picture is so large. Where what sends it so cannot be loaded, it goes whole.
      const part = await import('./store-in-parts.ts').catch(() => null);
      if (part === null) return false;
      // Uploads in parts allow no other headers than they know, and a browser asks before it sends one.
      const { client: _, ...quiet } = backend;
      return part.storeInParts(file, {
        ask: (question) => request(quiet, { ...question, token }, signal, EDITS_ANSWERED_MS),
        partBytes,
        begun,
        keep: (upload) => {
          begun = upload;
          return keep?.(upload);
        },
      });
    }

    return asCaller(session, async (caller) => {
      if (caller === null) throw new Failure('signed-out', null, 'nobody is signed in');
      const { token } = caller;
      if (bytes.byteLength > partBytes && (await isStoredInParts(token))) return;
      const question = {
        path: `/storage/v1/object/${encodeURI(name)}`,
        method: 'POST',
        body: bytes,
        headers: {
          'content-type': type,
          'cache-control': `max-age=${FILE_KEPT_S}`,
          'x-upsert': 'false',
        },
        token,
      } as const;
      check(name, await request(backend, question, signal, EDITS_ANSWERED_MS));
    });
  };
}

/** @throws {Failure} unless it is stored; it may have been there already */
function check(name: string, reply: Reply): void {
  const { Key } = Object(parseJson(reply.text)) as { Key?: unknown };
  if (isSuccess(reply) && typeof Key === 'string') return;
  const failure = refusalOfStorage(name, reply);
  if (failure.code !== '409') throw failure;
}
