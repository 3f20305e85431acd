import { Zip, ZipPassThrough } from 'fflate';

/**
 * All content with its pictures, as one zip: `content.json` (write-content-file.ts) and `pictures/<name>`; or a folder of Markdown
 * (folder-export/).
 */

/** What the rows are called in it. */
export const CONTENT_FILE = 'content.json';

/** @param text of write-content-file.ts */
export const contentFile = (text: string) => ({ path: CONTENT_FILE, text });

export interface ZippedPicture {
  /** `pictures/<…>` */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** In local time, as zips have it: the same content makes the same file. */
const DAY = new Date(2000, 0, 1);

/** @param texts the files beside them @param pictures one after the other, so that not all of them need be in memory */
export async function writeContentZip(
  texts: readonly { readonly path: string; readonly text: string }[],
  pictures: AsyncIterable<ZippedPicture>,
): Promise<Blob> {
  const parts: Blob[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    // A browser keeps large blobs on the disk.
    parts.push(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  });
  // Nothing is packed: pictures are as small as they get, and rows are little beside them.
  const put = (name: string, bytes: Uint8Array) => {
    const file = new ZipPassThrough(name);
    file.mtime = DAY;
    zip.add(file);
    file.push(bytes, true);
  };
  for (const { path, text } of texts) put(path, new TextEncoder().encode(text));
  for await (const { name, bytes } of pictures) put(name, bytes);
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}
