import { randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED } from './picture-folder.ts';

/**
 * Pictures that come in parts, as hosted Supabase takes them: TUS 1.0 with its extension for creation, at
 * `/storage/v1/upload/resumable`. @supabase/lite has nothing of the kind. Rules:
 *
 * 1. Before anything else it is asked whether the caller may add this picture, at the beginning and with each part, as for a
 *    picture that comes whole. To everybody but the account that has begun it an upload is not there.
 * 2. A part is taken where the upload has got to, and nowhere else (409).
 * 3. When the last part is here, the picture is stored by the same way as one that came whole; its answer counts.
 * 4. An upload that nobody ends goes after a day, like all of them when the server starts. There are few at a time: a further one
 *    takes the place of the oldest, whose device begins anew. Each is at most as large as the bucket allows.
 *
 * Requests come one at a time, each with its whole body, so no upload needs a lock.
 */
export interface UploadParts {
  /** Where bytes are kept until a picture is whole; see picture-folder.ts. */
  readonly folder: string;
  /** The account that asks; null for nobody. @throws if its token is not accepted; the message says why */
  account(request: Request): Promise<string | null>;
  /** Why the account may not add this picture now; null if it may. */
  refusal(account: string | null, wanted: Wanted): Promise<Refusal | null>;
  /** Stores a picture that is whole. */
  store(request: Request): Promise<Response>;
  /** After how many ms an upload goes. */
  readonly lasts?: number;
}

export interface Wanted {
  readonly bucket: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
}

interface Upload extends Wanted {
  readonly id: string;
  readonly account: string;
  readonly cacheControl: string;
  readonly timer: ReturnType<typeof setTimeout>;
  reached: number;
}

const UPLOADS = '/storage/v1/upload/resumable';
const VERSION = '1.0.0';
/** As at hosted Supabase. */
const LASTS_MS = 24 * 60 * 60 * 1000;
const MOST_OF_ACCOUNT = 4;
const MOST = 16;

/** @returns the answer to a request that is about such an upload; null for any other */
export function resumableUploads(
  parts: UploadParts,
): (request: Request) => Promise<Response | null> {
  const { folder, lasts = LASTS_MS } = parts;
  /** By their ids, the oldest first. */
  const uploads = new Map<string, Upload>();
  const fileOf = (id: string) => join(folder, `${id}${UNFINISHED}`);

  async function forget({ id, timer }: Upload): Promise<void> {
    clearTimeout(timer);
    uploads.delete(id);
    await rm(fileOf(id), { force: true });
  }

  async function makeRoom(account: string): Promise<void> {
    const all = [...uploads.values()];
    const own = all.filter((it) => it.account === account);
    const [oldest] = own.length >= MOST_OF_ACCOUNT ? own : all.length >= MOST ? all : [];
    if (oldest !== undefined) await forget(oldest);
  }

  async function begin(request: Request, account: string | null): Promise<Response> {
    const { headers } = request;
    const told = metadataIn(headers.get('upload-metadata') ?? '');
    const wanted = {
      bucket: told.get('bucketName') ?? '',
      name: told.get('objectName') ?? '',
      type: told.get('contentType') ?? '',
      size: numberIn(headers.get('upload-length')) ?? 0,
    };
    const why = await parts.refusal(account, wanted);
    if (why !== null || account === null) return refuse(why ?? notAllowed);
    if (wanted.size === 0) return refuse({ status: 400, message: 'Upload-Length header required' });
    await makeRoom(account);
    const id = randomUUID();
    await (await open(fileOf(id), 'wx', 0o600)).close();
    const timer = setTimeout(() => void forget(upload), lasts);
    timer.unref();
    const cacheControl = `max-age=${numberIn(told.get('cacheControl')) ?? 3600}`;
    const upload: Upload = { ...wanted, id, account, cacheControl, timer, reached: 0 };
    uploads.set(id, upload);
    return answer(201, { location: `${UPLOADS}/${id}`, 'upload-offset': '0' });
  }

  async function takePart(request: Request, upload: Upload): Promise<Response> {
    const { headers } = request;
    const why = await parts.refusal(upload.account, upload);
    // Another device has stored it meanwhile.
    if (why?.status === 409) await forget(upload);
    if (why !== null) return refuse(why);
    if (headers.get('content-type') !== 'application/offset+octet-stream')
      return refuse({
        status: 415,
        message: 'Content-Type must be application/offset+octet-stream',
      });
    if (numberIn(headers.get('upload-offset')) !== upload.reached)
      return refuse({ status: 409, message: 'Upload-Offset conflict' });
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (upload.reached + bytes.length > upload.size)
      return refuse({ status: 413, message: 'The upload is longer than it said' });
    await append(upload, bytes);
    upload.reached += bytes.length;
    if (upload.reached < upload.size) return reachedSoFar(204, upload);
    const stored = await finish(request, upload);
    if (stored.ok) return reachedSoFar(204, upload);
    const said = Object(await stored.json().catch(() => null)) as Record<string, unknown>;
    const status = Number(said.statusCode ?? stored.status);
    return refuse({ status, message: String(said.message ?? 'It could not be stored') });
  }

  /** A part that is not on the disk as a whole ends the upload: where it got to would not be sure. */
  async function append(upload: Upload, bytes: Uint8Array): Promise<void> {
    const file = await open(fileOf(upload.id), 'a');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } catch (error) {
      await forget(upload);
      throw error;
    } finally {
      await file.close();
    }
  }

  async function finish({ url, headers }: Request, upload: Upload): Promise<Response> {
    const { bucket, name, type, size, cacheControl } = upload;
    try {
      const whole = new Headers({
        'content-type': type,
        'cache-control': cacheControl,
        'content-length': String(size),
      });
      for (const key of ['authorization', 'apikey']) {
        const value = headers.get(key);
        if (value !== null) whole.set(key, value);
      }
      const body = await readFile(fileOf(upload.id));
      const address = new URL(`/storage/v1/object/${bucket}/${encodeURIComponent(name)}`, url);
      return await parts.store(new Request(address, { method: 'POST', headers: whole, body }));
    } finally {
      await forget(upload);
    }
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== UPLOADS && !pathname.startsWith(`${UPLOADS}/`)) return null;
    let account: string | null;
    try {
      account = await parts.account(request);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return Response.json({ statusCode: '401', error: 'Unauthorized', message }, { status: 401 });
    }
    if (request.headers.get('tus-resumable') !== VERSION)
      return refuse({ status: 412, message: `Tus-Resumable: ${VERSION} is required` });
    const id = pathname.slice(UPLOADS.length + 1);
    if (request.method === 'POST' && id === '') return begin(request, account);
    const upload = uploads.get(id);
    if (upload === undefined || upload.account !== account) return refuse(notFound);
    if (request.method === 'HEAD') return reachedSoFar(200, upload);
    if (request.method === 'PATCH') return takePart(request, upload);
    return refuse({ status: 405, message: 'An upload is begun, asked about and gone on with' });
  };
}

const notAllowed: Refusal = { status: 403, message: 'new row violates row-level security policy' };
const notFound: Refusal = { status: 404, message: 'The file for this url was not found' };

function answer(status: number, headers: Record<string, string>, text?: string): Response {
  const always = { 'tus-resumable': VERSION, 'cache-control': 'no-store' };
  return new Response(text ?? null, { status, headers: { ...always, ...headers } });
}

/** As there, in plain words. */
function refuse({ status, message }: Refusal): Response {
  return answer(status, { 'content-type': 'text/plain' }, message);
}

function reachedSoFar(status: number, { reached, size }: Upload): Response {
  return answer(status, { 'upload-offset': String(reached), 'upload-length': String(size) });
}

/** A whole number, of so many digits that it is exact. */
function numberIn(text: string | null | undefined): number | null {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : null;
}

/** `Upload-Metadata`: keys with their values in base64. */
function metadataIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(',').map((pair) => {
      const [key = '', value = ''] = pair.trim().split(' ');
      return [key, Buffer.from(value, 'base64').toString('utf8')];
    }),
  );
}
