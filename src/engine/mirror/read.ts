import type { AnyKind, BaseRow } from '../define.ts';
import type { Columns } from '../mutation.ts';
import { contentsIn } from './content.ts';
import { getMeta, kindOf, type MirrorDatabase } from './database.ts';
import { type About, memoryOf } from './memory.ts';
import { type PagesMark, startPosition } from './meta.ts';
import type { Diagnosis, Mirror, MirrorState, Query } from './query.ts';
import { type Keeping, news } from './storage.ts';
import { writtenSince } from './stored-rows.ts';
import { watch } from './watch.ts';

/**
 * The mirror in an IndexedDB, for reading: what of it screens ask for is in memory.
 *
 * @param requestSync asks the engine of this page to sync now
 */
export function openMirror(
  database: MirrorDatabase,
  keeping: Keeping = 'kept',
  requestSync: () => void = () => {},
): Mirror {
  const memory = memoryOf(database);
  const contentOf = contentsIn(memory);
  let state: MirrorState | undefined;

  function peekState(): MirrorState | undefined {
    const { about } = memory;
    if (about === undefined) return undefined;
    const now = stateOf(about);
    if (JSON.stringify(now) !== JSON.stringify(state)) state = now;
    return state;
  }

  return {
    keeping,
    peek: contentOf,
    async read<Item>(query: Query<Item>) {
      for (;;) {
        await news(memory.load([query.kind]));
        const content = contentOf(query);
        if (content !== undefined) return content;
      }
    },
    async state() {
      for (;;) {
        await news(memory.load([]));
        const now = peekState();
        if (now !== undefined) return now;
      }
    },
    peekState,
    onChange: memory.watch,
    diagnosis: () => readDiagnosis(database),
    requestSync,
  };
}

function stateOf({ freshness, status, malformed }: About): MirrorState {
  return { freshness, status, malformed: malformed.length };
}

function readDiagnosis(database: MirrorDatabase): Promise<Diagnosis> {
  return database.transaction('r', database.meta, database.malformed, async () => ({
    position: (await getMeta(database, 'position')) ?? startPosition,
    lastFailure: (await getMeta(database, 'failure')) ?? null,
    malformed: (await database.malformed.toArray()).map(({ table, id, reason }) => ({
      table,
      id,
      reason,
    })),
  }));
}

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

/** The addresses of all pictures in the content on this device, each once, as stored. */
export async function listPictures(database: MirrorDatabase): Promise<string[]> {
  const { pages, edited } = await readPictures(database, () => 0);
  return [...new Set([...pages.flatMap(({ addresses }) => addresses), ...edited])];
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

function picturesIn(kind: AnyKind | undefined, row: BaseRow | Columns): string[] {
  const values = kind?.pictures.map((column) => (row as Columns)[column]) ?? [];
  return values.filter((value) => typeof value === 'string' && value !== '') as string[];
}
