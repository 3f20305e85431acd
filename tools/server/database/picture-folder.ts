import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '@supabase/lite';

/**
 * Where the bytes of pictures are, a file each; the database keeps their names and says who may add and remove. Rules:
 *
 * 1. A file's name is the picture's, and says what is in it (the migration of the pictures has its form). So nothing that a
 *    request names leads out of the folder, and a file that is there is never another one.
 * 2. A file is whole or not there: it is written under another name first.
 * 3. A name that the database knows has its file; `forgetLost` sees to it, because the picture could not be sent again otherwise.
 *    A file whose name the database does not know is no harm: the next upload writes the same bytes.
 */

/** As the migration has it. */
const NAME = /^[0-9a-f]{32}-\d{1,5}x\d{1,5}-[0-9a-f]{6}(?:-card)?\.(?:gif|jpg|png|webp)$/;

/** What a file that is not whole yet ends with. The next start removes it. */
export const UNFINISHED = '.part';

/** Whether a picture can have this name. */
export function isPictureName(name: string): boolean {
  return NAME.test(name);
}

/** Where a data folder keeps the bytes of its pictures. */
export function pictureFolderIn(dataDir: string): string {
  return join(dataDir, 'pictures');
}

type StorageAdapter = NonNullable<App['_storageAdapter']>;
type Stored = Awaited<ReturnType<StorageAdapter['headObject']>>;

export class PictureFolder implements StorageAdapter {
  readonly driver = null;
  readonly #folder: string;

  /** @param folder is made if it is not there */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    for (const name of readdirSync(folder))
      if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { force: true });
  }

  /** The names of all pictures whose bytes are here. */
  names(): string[] {
    return readdirSync(this.#folder).filter(isPictureName);
  }

  async uploadObject(
    _bucket: string,
    name: string,
    _version: string | undefined,
    body: Parameters<StorageAdapter['uploadObject']>[3],
    mimetype: string,
    cacheControl: string,
  ): Promise<Stored> {
    const bytes = body instanceof Uint8Array ? body : await bytesIn(body);
    const file = this.#fileOf(name);
    const unfinished = join(this.#folder, `${randomUUID()}${UNFINISHED}`);
    try {
      const handle = await open(unfinished, 'wx', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    const size = bytes.byteLength;
    return { cacheControl, contentLength: size, size, mimetype, eTag: `"${name}"` };
  }

  /** The HTTP server answers for files; it asks here only for names without one. */
  async getObject(): ReturnType<StorageAdapter['getObject']> {
    const metadata = { contentLength: 0, size: 0, mimetype: '', cacheControl: '', eTag: '' };
    return { metadata, httpStatusCode: 404 };
  }

  async deleteObject(_bucket: string, name: string): Promise<void> {
    await rm(this.#fileOf(name), { force: true });
  }

  // What the HTTP server lets nobody ask for.
  deleteObjects = notOffered;
  copyObject = notOffered;
  headObject = notOffered;
  privateAssetUrl = notOffered;

  #fileOf(name: string): string {
    if (!isPictureName(name)) throw new Error(`'${name}' is no picture's name.`);
    return join(this.#folder, name);
  }
}

async function notOffered(): Promise<never> {
  throw new Error('Pictures are only added, shown and removed.');
}

async function bytesIn(
  stream: Exclude<Parameters<StorageAdapter['uploadObject']>[3], Uint8Array>,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array>).arrayBuffer());
}
