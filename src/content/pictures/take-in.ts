import type { NewFile } from '../../engine/index.ts';
import { keepHere } from '../../lib/keep-pictures.ts';
import type { PreparedPicture } from './make-picture.ts';

/** A picture that is fit for the site (make-picture.ts). */
export type ReadyPicture = Extract<PreparedPicture, { ok: true }>;

/**
 * PICTURE-3: keeps a picture on the device, and what shows pictures finds it there by its path. An edit that names it sends it.
 *
 * @param keepFiles the editor's
 * @returns its path on the site, which is what rows hold
 * @throws {Failure} if the device cannot keep it
 */
export async function takeIn(
  { full, card }: ReadyPicture,
  keepFiles: (files: readonly NewFile[]) => Promise<void>,
): Promise<string> {
  const all = card === undefined ? [full] : [full, card];
  await keepFiles(
    all.map(({ name, bytes, type }) => ({
      name: `pictures/${name}`,
      type,
      // Of these bytes alone: they may be a part of others.
      bytes: bytes.slice().buffer,
    })),
  );
  const path = `/pictures/${full.name}`;
  // Only for the service worker's sake: without this copy the page finds the file itself (app/pictures-on-their-way.ts).
  await keepHere(path, new Blob([full.bytes], { type: full.type })).catch(() => {});
  return path;
}
