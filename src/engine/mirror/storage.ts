import { Dexie } from 'dexie';
import { toFailure } from '../../lib/failure.ts';
import { ASK_STORAGE_AGAIN_MS } from '../../lib/limits.ts';
import type { AnyKind } from '../define.ts';
import { createDatabase, type DatabaseParts, type MirrorDatabase } from './database.ts';
import type { StorageTrouble } from './open-transactions.ts';

/**
 * Whether this device stores what the site shows.
 *
 * | | meaning | screens read | edits go |
 * |---|---|---|---|
 * | kept | the mirror answers | the mirror | to the mirror |
 * | silent | no answer for 3 s; it is asked until it answers | memory | to the mirror: they fail, and stay in their form |
 * | full | there was no room for the last exchange; it is retried | memory | to the mirror |
 * | failing | the last exchange could not be stored for another reason; it is retried | memory | to the mirror |
 * | none | there is no IndexedDB | memory | to memory, until the tab closes |
 *
 * Memory is the same store on another IndexedDB (in-memory.ts), filled from the network.
 */
export type Keeping = 'kept' | 'silent' | 'full' | 'failing' | 'none';

export interface Storage {
  /** The mirror of this device; closed for good after `none`. */
  readonly database: MirrorDatabase;
  /** Opens it, finds out whether it works, and keeps watching it. */
  start(): void;
  /** Stops all reports. */
  stop(): void;
  /** Fetched content could not be stored. */
  failed(code: string | null): void;
  /** Fetched content was stored. */
  worked(): void;
}

/**
 * The mirror, and whether it works. Nothing is opened or reported before `start`.
 *
 * @param tell called when the state is known and at each change; `kept` is repeated when the database is a new one
 *   (the old one was deleted or cut off), so that everything that depends on it starts over
 */
export function openStorage(
  kinds: readonly AnyKind[],
  tell: (keeping: Keeping) => void,
  {
    name,
    model = '',
    device = Dexie.dependencies,
  }: { name: string } & Omit<DatabaseParts, 'engine'>,
): Storage {
  const database = createDatabase(kinds, name, { device, model, onTrouble });
  let keeping: Keeping | null = null;
  let isAsking = false;
  let isStarted = false;

  function turn(to: Keeping): void {
    keeping = to;
    tell(to);
  }

  function onTrouble(trouble: StorageTrouble): void {
    if (!isStarted || keeping === 'none') return;
    if (trouble === 'silent' && keeping !== 'silent') turn('silent');
    ask();
  }

  function ask(): void {
    if (isAsking) return;
    isAsking = true;
    void untilAnswered().finally(() => {
      isAsking = false;
    });
  }

  async function untilAnswered(): Promise<void> {
    while (isStarted && keeping !== 'none') {
      try {
        await database.open();
        await database.meta.get('status');
        return turn('kept');
      } catch (error) {
        if (!isPassing(error)) {
          database.close();
          return turn('none');
        }
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_STORAGE_AGAIN_MS));
    }
  }

  return {
    database,
    start() {
      isStarted = true;
      ask();
    },
    stop() {
      isStarted = false;
    },
    failed(code) {
      if (keeping === 'kept') turn(code === 'full' ? 'full' : 'failing');
    },
    worked() {
      if (keeping === 'full' || keeping === 'failing') turn('kept');
    },
  };
}

/** The transaction was aborted, or the database closed under it: a retry may succeed. */
function isPassing(error: unknown): boolean {
  const names = [Object(error).name, Object(Object(error).inner).name];
  return names.some((name) => name === 'AbortError' || name === 'DatabaseClosedError');
}

/**
 * For live queries: a failing device has no news. What is on the screen stays while `openStorage` finds another way.
 *
 * @throws {Dexie.AbortError} for an error of the device, which makes a live query wait; other errors unchanged
 */
export function news<T>(answer: Promise<T>): Promise<T> {
  // Not awaited: after one more native await in a live query Dexie loses track of its transaction.
  return answer.catch((error: unknown) => {
    if (toFailure(error).kind === 'device') throw new Dexie.AbortError(String(error));
    throw error;
  });
}
