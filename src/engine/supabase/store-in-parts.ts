import { Failure, kindOfAnswer } from '../../lib/failure.ts';
import { FILE_KEPT_S } from '../../lib/limits.ts';
import type { NewFile } from '../file.ts';
import type { Question, Reply } from './http.ts';
import { isSuccess, refusalOfStorage } from './storage-refusal.ts';

/**
 * Sends a large file in parts, by the protocol of Supabase's resumable uploads (TUS 1.0), so that a lost connection costs one
 * part and not the file. docs/decisions/0027 says why no library does it.
 *
 * Rules (R49):
 *
 * 1. The server says how far it has got, at each beginning and with each part. The device's own count decides nothing.
 * 2. Only two answers say that the file is there: the one to its last part, and that a file of its name is there already. That the
 *    server has every byte is none: it may not have made a file of them.
 * 3. An upload that is gone begins anew, and so does one that has every byte. One attempt begins at most two.
 * 4. What is not answered is told to the caller, who tries again later. Whatever else goes wrong is no refusal: the file then
 *    goes whole, and the answer to that counts.
 */
export interface PartsLine {
  /** Asks as the caller. @throws {Failure} without an answer */
  ask(question: Question): Promise<Reply>;
  /** In bytes. Supabase wants exactly 6 MB for all parts but the last. */
  readonly partBytes: number;
  /** The upload that has begun, as the server calls it; it may be gone. */
  readonly begun: string | undefined;
  /** Keeps what the server calls the upload. */
  keep(upload: string): Promise<void> | undefined;
}

const UPLOADS = '/storage/v1/upload/resumable';
const VERSION = { 'tus-resumable': '1.0.0' };
const MOST_BEGINNINGS = 2;

/**
 * @returns whether the file is there; if not, it has to go whole
 * @throws {Failure} if the server did not answer, or does not accept the session
 */
export async function storeInParts(
  { name, type, bytes }: NewFile,
  { ask, partBytes, begun, keep }: PartsLine,
): Promise<boolean> {
  const size = bytes.byteLength;
  const at = (upload: string) => `${UPLOADS}/${upload}`;

  /** What the server calls a new upload; 'there' if it has the file already, null if it takes none. */
  async function begin(): Promise<string | 'there' | null> {
    const slash = name.indexOf('/');
    const reply = await ask({
      path: UPLOADS,
      method: 'POST',
      headers: {
        ...VERSION,
        'upload-length': String(size),
        'upload-metadata': metadata({
          bucketName: name.slice(0, slash),
          objectName: name.slice(slash + 1),
          contentType: type,
          cacheControl: String(FILE_KEPT_S),
        }),
        'x-upsert': 'false',
      },
    });
    if (reply.status === 409 && isOfUploads(reply)) return 'there';
    mustBeAnswer(reply);
    // Only its name: behind a proxy the server may not know its own address.
    const [, upload] = /([\w-]+=*)\/?$/.exec(reply.headers.get('location') ?? '') ?? [];
    return isSuccess(reply) && upload !== undefined ? upload : null;
  }

  /** How many bytes the server has; null if it knows no such upload. */
  async function reached(upload: string): Promise<number | null> {
    const reply = await ask({ path: at(upload), method: 'HEAD', headers: VERSION });
    mustBeAnswer(reply);
    return isSuccess(reply) ? offsetIn(reply) : null;
  }

  let upload = begun;
  let offset = upload === undefined ? null : await reached(upload);
  let beginnings = 0;
  let hasAskedAgain = false;
  for (;;) {
    if (upload === undefined || offset === null || offset >= size) {
      if (beginnings === MOST_BEGINNINGS) return false;
      beginnings += 1;
      const made = await begin();
      if (made === 'there') return true;
      if (made === null) return false;
      [upload, offset] = [made, 0];
      await keep(upload);
    }
    const reply: Reply = await ask({
      path: at(upload),
      method: 'PATCH',
      headers: {
        ...VERSION,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'x-upsert': 'false',
      },
      body: bytes.slice(offset, offset + partBytes),
    });
    if (isSuccess(reply)) {
      const now = offsetIn(reply);
      if (now === size) return true;
      if (now === null || now <= offset || now > size) return false;
      offset = now;
    } else if (reply.status === 409) {
      // Another one has sent that part, or the whole file meanwhile.
      const now: number | null = hasAskedAgain ? null : await reached(upload);
      hasAskedAgain = true;
      offset = now === offset ? null : now;
    } else {
      mustBeAnswer(reply);
      if (reply.status !== 404 && reply.status !== 410) return false;
      offset = null;
    }
  }
}

/** @throws {Failure} if the server is busy, also with this upload (423), or does not accept the session */
function mustBeAnswer(reply: Reply): void {
  const { status, retryAfterMs } = reply;
  if (isSuccess(reply)) return;
  const failure = refusalOfStorage(UPLOADS, reply);
  if (failure.kind === 'signed-out') throw failure;
  if (status !== 423 && kindOfAnswer({ status, code: null }) !== 'unreachable') return;
  throw new Failure('unreachable', String(status), failure.message, { retryAfterMs });
}

/** Whether an answer comes from where uploads are taken, and not from something on the way. */
function isOfUploads(reply: Reply): boolean {
  return (
    reply.headers.has('tus-resumable') || refusalOfStorage(UPLOADS, reply).kind !== 'unreachable'
  );
}

function offsetIn({ headers }: Reply): number | null {
  const said = headers.get('upload-offset') ?? '';
  return /^\d+$/.test(said) ? Number(said) : null;
}

/** As `Upload-Metadata` has it: keys with their values in base64. */
function metadata(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(
      ([key, value]) => `${key} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`,
    )
    .join(',');
}
