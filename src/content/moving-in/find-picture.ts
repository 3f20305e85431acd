import { fromFolderOf, pictureAddressIn } from './link-notes.ts';
import type { ReadNote } from './read-note.ts';

/**
 * @param address as it stands in the note that is at `from`
 * @returns the path in the folder; null where there is no such picture
 */
export type FindPicture = (address: string, from: string) => string | null;

/** Finds a picture as the programs do: beside the note, from the folder's root, or by its name alone, wherever it is. */
export function notePictureFinder(paths: Iterable<string>): FindPicture {
  const byKey = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const path of paths) {
    const name = keyOf(path).split('/').at(-1) ?? '';
    byKey.set(keyOf(path), path);
    if (!byName.has(name)) byName.set(name, path);
  }
  return (address, from) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return null;
    const fromRoot = address.replace(/^\/+/, '');
    const beside = address.startsWith('/') ? null : fromFolderOf(from, address);
    const found =
      (beside === null ? undefined : byKey.get(keyOf(beside))) ??
      byKey.get(keyOf(fromRoot)) ??
      // What a site is made of lies in a folder of its own there.
      byKey.get(keyOf(`static/${fromRoot}`)) ??
      byKey.get(keyOf(`public/${fromRoot}`));
    if (found !== undefined) return found;
    return address.includes('/') ? null : (byName.get(keyOf(address)) ?? null);
  };
}

/** @returns the paths of the pictures that notes show */
export function picturesShownBy(
  notes: readonly Pick<ReadNote, 'parts' | 'path'>[],
  find: FindPicture,
): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const { path: from, parts } of notes) {
    for (const part of parts) {
      const address = pictureAddressIn(part);
      const path = address === null ? null : find(address, from);
      if (path !== null) shown.add(path);
    }
  }
  return shown;
}

const keyOf = (path: string) => path.normalize('NFC').toLowerCase();
