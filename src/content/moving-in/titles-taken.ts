import type { Row } from '../write-content-file.ts';

/**
 * @param rows the learnings of the site
 * @param ids of the notes that are brought
 * @returns whether a learning that is none of these notes has a title, given in small letters: a link by it would be ambiguous
 */
export function titlesTaken(
  rows: readonly Row[],
  ids: readonly string[],
): (key: string) => boolean {
  const own = new Set(ids);
  const others = rows.filter(({ id }) => !own.has(id));
  const titles = new Set(
    others.map(({ title }) => String(title).normalize('NFC').trim().toLowerCase()),
  );
  return (key) => titles.has(key);
}
