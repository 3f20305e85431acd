import type { AnyKind } from '../define.ts';
import type { Columns } from '../mutation.ts';
import { contentsIn } from './content.ts';
import { getMeta, type MirrorDatabase } from './database.ts';
import { type About, memoryOf } from './memory.ts';
import { startPosition, startStatus } from './meta.ts';
import type { Diagnosis, Mirror, MirrorState, Query } from './query.ts';
import { type Keeping, news } from './storage.ts';
import { readRows } from './stored-rows.ts';
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
    state: () => news(readState(database)),
    peekState,
    onChange: memory.watch,
    diagnosis: () => readDiagnosis(database),
    requestSync,
  };
}

function stateOf({ freshness, status, malformed }: About): MirrorState {
  return { freshness, status, malformed: malformed.length };
}

function readState(database: MirrorDatabase): Promise<MirrorState> {
  return database.transaction('r', database.meta, database.malformed, async () => ({
    freshness: (await getMeta(database, 'freshness')) ?? null,
    status: (await getMeta(database, 'status')) ?? startStatus,
    malformed: await database.malformed.count(),
  }));
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
 * Calls `listener` with the addresses of all pictures in the content on this device, each once, as stored: now, and when
 * a row of a kind with pictures has changed. Only the rows of that kind are read then.
 *
 * @returns a function that stops it
 */
export function watchPictures(
  database: MirrorDatabase,
  listener: (addresses: readonly string[]) => void,
): () => void {
  const kinds = kindsWithPictures(database);
  const found = new Map<AnyKind, readonly string[]>();
  const ends = kinds.map((kind) =>
    watch(
      () => picturesOf(database, kind),
      (addresses) => {
        found.set(kind, addresses);
        const all = kinds.flatMap((one) => found.get(one) ?? []);
        if (found.size === kinds.length) listener([...new Set(all)]);
      },
    ),
  );
  return () => {
    for (const end of ends) end();
  };
}

/** The addresses of all pictures in the content on this device, each once, as stored. */
export async function listPictures(database: MirrorDatabase): Promise<string[]> {
  const found: string[] = [];
  for (const kind of kindsWithPictures(database)) found.push(...(await picturesOf(database, kind)));
  return [...new Set(found)];
}

function kindsWithPictures({ kinds }: MirrorDatabase): AnyKind[] {
  return kinds.filter(({ pictures }) => pictures.length > 0);
}

/** Of the server's rows, and of edits that wait. */
async function picturesOf(database: MirrorDatabase, kind: AnyKind): Promise<string[]> {
  const rows = await readRows(database, kind.table);
  const edits = (await database.outbox.toArray()).flatMap(({ changes }) => changes);
  const values = [
    ...rows.map(({ row }) => kind.filled(row) as Columns),
    ...edits.flatMap((edit) => (edit.table === kind.table && 'values' in edit ? edit.values : [])),
  ].flatMap((row) => kind.pictures.map((column) => (row as Columns)[column]));
  return values.filter((value) => typeof value === 'string' && value !== '') as string[];
}
