import { getMeta, kindOf, type MirrorDatabase } from './database.ts';
import type { PagesMark } from './meta.ts';
import {
  type PicturesInText,
  picturesInOrder,
  picturesOf,
  type RowPictures,
} from './row-pictures.ts';
import { writtenSince } from './stored-rows.ts';
import { watch } from './watch.ts';

/** Which pictures the content has. Nobody waits for this: it is loaded when the content is here. */

/**
 * Calls `listener` with the addresses of all pictures in the content on this device, each once, as stored: now, and when they
 * have changed. Only pages that are newer than those it knows are read then.
 *
 * @param inText finds the pictures in a text with markup
 * @returns a function that stops it
 */
export function watchPictures(
  database: MirrorDatabase,
  listener: (addresses: readonly string[]) => void,
  inText?: PicturesInText,
): () => void {
  let of = '';
  let seen = 0;
  /** By page. */
  const found = new Map<string, readonly RowPictures[]>();
  let told: string | undefined;
  return watch(
    () => readPictures(database, (mark) => (mark.of === of ? seen : 0)),
    ({ mark, pages, edited }) => {
      if (mark.of !== of) found.clear();
      ({ of, stamp: seen } = mark);
      const pictures = ({ table, row }: { table: string; row: object }) =>
        picturesOf(kindOf(database, table), row, inText);
      for (const { key, rows } of pages) found.set(key, rows.map(pictures));
      const all = picturesInOrder([...[...found.values()].flat(), ...edited.map(pictures)]);
      const now = JSON.stringify(all);
      if (now !== told) listener(all);
      told = now;
    },
  );
}

/**
 * Of the server's rows, and of edits that wait, in one transaction.
 *
 * @param sinceOf the stamp up to which the pages are known
 */
function readPictures(database: MirrorDatabase, sinceOf: (mark: PagesMark) => number) {
  const { pages, outbox, meta } = database;
  return database.transaction('r', pages, outbox, meta, async () => {
    const mark = (await getMeta(database, 'pages')) ?? { of: '', stamp: 0 };
    const newer = await writtenSince(database, sinceOf(mark));
    // Without an account nobody's edits are shown.
    const edits = (await getMeta(database, 'account')) ? await outbox.toArray() : [];
    return {
      mark,
      pages: newer.map(({ table, n, rows }) => ({
        key: `${table} ${n}`,
        rows: rows.map(({ row }) => ({ table, row })),
      })),
      edited: edits
        .flatMap(({ changes }) => changes)
        .flatMap((edit) => ('values' in edit ? [{ table: edit.table, row: edit.values }] : [])),
    };
  });
}
