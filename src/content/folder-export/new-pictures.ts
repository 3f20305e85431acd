import type { AnyColumn, AnyKind } from '../../engine/index.ts';
import { type PictureAt, pictureAddressIn } from '../moving-in/link-notes.ts';
import { type NotePart, notePartsOf } from '../moving-in/note-parts.ts';
import { layoutOf } from './folder-layout.ts';
import type { FolderRemark, FolderRow } from './folder-rows.ts';

/**
 * Pictures that somebody has put into the folder and shows in a document: `![words](../attachments/a.png)`, `![[a.png]]`, or `cover`.
 * Once the site has taken them in, the texts name them as the site does.
 */

/** What a row of a document may show, with its places in the texts. */
export interface ShowingRow {
  readonly row: FolderRow;
  readonly path: string;
  readonly parts: readonly NotePart[];
}

/** The rows that may show a picture of the folder. */
export function showingRows(
  rows: readonly FolderRow[],
  kinds: readonly AnyKind[],
): readonly ShowingRow[] {
  const byTable = new Map(kinds.map((kind) => [kind.table, kind]));
  return rows.flatMap((row) => {
    const kind = byTable.get(row.table);
    if (kind === undefined || layoutOf(kind).form !== 'documents') return [];
    const parts = [...(partsOf(kind, row) ?? []), ...coversOf(kind, row).map(({ part }) => part)];
    return parts.length === 0 ? [] : [{ row, path: row.path, parts }];
  });
}

/** The row as it names the pictures that the site takes in, and what it does not take. */
export function withNewPictures(
  kind: AnyKind,
  row: FolderRow,
  pictureAt: PictureAt,
): { readonly row: FolderRow; readonly told: readonly FolderRemark[] } {
  const told: FolderRemark[] = [];
  const taken = (part: NotePart): string | null => {
    const address = pictureAddressIn(part);
    const found = address === null ? null : pictureAt(address, row.path);
    if (typeof found === 'string')
      told.push({ path: row.path, line: row.line, why: `${address} is not taken in: ${found}` });
    return typeof found === 'object' && found !== null ? found.path : null;
  };
  const values = { ...row.values };
  for (const { column, part } of coversOf(kind, row))
    values[column] = taken(part) ?? values[column];
  const layout = layoutOf(kind);
  const body = layout.form === 'documents' ? layout.body : '';
  const text = values[body];
  if (typeof text === 'string') {
    let [made, done] = ['', 0];
    for (const part of partsOf(kind, row) ?? []) {
      const path = part.from < done ? null : taken(part);
      if (path === null) continue;
      made += text.slice(done, part.from) + inMarkdown(part, path);
      done = part.to;
    }
    values[body] = made + text.slice(done);
  }
  return { row: { ...row, values }, told };
}

function inMarkdown(part: NotePart, path: string): string {
  if (part.sort !== 'name') return path;
  // Obsidian's words of a picture may be its width.
  const words = /^\d+(?:x\d+)?$/.test(part.words ?? '') ? '' : (part.words ?? '');
  return `![${words.replace(/[\\[\]]/g, '\\$&')}](${path})`;
}

function partsOf(kind: AnyKind, { values }: FolderRow): readonly NotePart[] | null {
  const layout = layoutOf(kind);
  const text = layout.form === 'documents' ? values[layout.body] : null;
  if (typeof text !== 'string' || !text.includes('![')) return null;
  return notePartsOf(text).filter((part) => pictureAddressIn(part) !== null);
}

function coversOf(kind: AnyKind, { values }: FolderRow) {
  return Object.entries<AnyColumn>(kind.columns).flatMap(([column, { sort }]) => {
    const value = values[column];
    if (sort !== 'picture' || typeof value !== 'string' || /^\/|^[a-z][a-z0-9+.-]*:/i.test(value))
      return [];
    const address = value.replace(/^!?\[\[(.*)\]\]$/, '$1');
    const place = { from: 0, to: 0, isInTable: false } as const;
    return [
      {
        column,
        part: { ...place, sort: 'address', isPicture: true, address, link: null } as const,
      },
    ];
  });
}
