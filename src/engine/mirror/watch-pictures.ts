import { picturesIn } from '../define.ts';
import { getMeta, kindOf, type MirrorDatabase } from './database.ts';
import type { PagesMark } from './meta.ts';
import { writtenSince } from './stored-rows.ts';
import { watch } from './watch.ts';

/** Which pictures the content has. Nobody waits for this: it is loaded when the content is here. */

/**
 * Calls `listener` with the addresses of all pictures in the content on this device, each once, as stored: now, and when they
 * have changed. Only pages that are newer than those it knows are read then.
 *
 * @returns a function that stops it
 */
export function watchPictures(
  database: MirrorDatabase,
  listener: (addresses: readonly string[]) => void,
): () => void {
  let of = '';
  let seen = 0;
  /** By page. */
  const found = new Map<string, readonly string[]>();
  let told: string | undefined;
  return watch(
    () => readPictures(database, (mark) => (mark.of === of ? seen : 0)),
    ({ mark, pages, edited }) => {
      if (mark.of !== of) found.clear();
      ({ of, stamp: seen } = mark);
      for (const { key, addresses } of pages) found.set(key, addresses);
      const all = [...new Set([...[...found.values()].flat(), ...edited])];
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
        addresses: rows.flatMap(({ row }) => picturesIn(kindOf(database, table), row)),
      })),
      edited: edits
        .flatMap(({ changes }) => changes)
        .flatMap((edit) =>
          'values' in edit ? picturesIn(kindOf(database, edit.table), edit.values) : [],
        ),
    };
  });
}
