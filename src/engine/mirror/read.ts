import { contentsIn } from './content.ts';
import { getMeta, type MirrorDatabase } from './database.ts';
import { type About, memoryOf } from './memory.ts';
import { startPosition } from './meta.ts';
import type { Diagnosis, Mirror, MirrorState, Query } from './query.ts';
import { type Keeping, news } from './storage.ts';

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
