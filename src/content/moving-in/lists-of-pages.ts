import { isOfNotion, withoutNotionId } from './notion-page.ts';

/**
 * Notion exports a database twice: each row as a page, in a folder that is called as the database, and all rows as a CSV beside
 * it, of which there may be two: `Name <digits>.csv` has what one view shows, and `Name <digits>_all.csv` everything.
 *
 * @param lists paths of the CSV files
 * @param notes paths of the pages
 * @returns why a list is not read, by its path
 */
export function listsOfPages(
  lists: readonly string[],
  notes: readonly string[],
): ReadonlyMap<string, string> {
  const folders = new Set(notes.flatMap(foldersAbove));
  const all = new Set(lists);
  const refused = new Map<string, string>();
  for (const path of lists) {
    if (!isOfNotion(path)) continue;
    const stem = path.replace(/(?:_all)?\.csv$/i, '');
    const name = stem.split('/').map(withoutNotionId).join('/');
    const own =
      stem.slice(0, stem.lastIndexOf('/') + 1) + withoutNotionId(stem.split('/').at(-1) ?? '');
    if ([stem, own, name].some((it) => folders.has(it))) {
      refused.set(path, 'its rows have come as the pages that Notion made of them');
    } else if (path !== `${stem}_all.csv` && all.has(`${stem}_all.csv`)) {
      refused.set(path, `its rows are in ${stem.split('/').at(-1)}_all.csv`);
    }
  }
  return refused;
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, place) => parts.slice(0, place + 1).join('/'));
}
