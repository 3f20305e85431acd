import type { Row } from '../write-content-file.ts';
import { idOfNote } from './note-ids.ts';

/**
 * @param rows the learnings of the site
 * @param notes that are brought
 * @returns whether a learning that is none of these notes has a title, given in small letters: a link by it would be ambiguous
 */
export function titlesTaken(
  rows: readonly Row[],
  notes: readonly { readonly path: string }[],
): (key: string) => boolean {
  const own = new Set(notes.map(({ path }) => idOfNote(path)));
  const others = rows.filter(({ id }) => !own.has(id));
  const titles = new Set(
    others.map(({ title }) => String(title).normalize('NFC').trim().toLowerCase()),
  );
  return (key) => titles.has(key);
}
