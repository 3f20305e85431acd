import { Dexie } from 'dexie';
import { toFailure } from '../../lib/failure.ts';
import { ASK_STORAGE_AGAIN_MS } from '../../lib/limits.ts';
import type { AnyKind } from '../define.ts';
import { createDatabase, MIRROR_NAME, type MirrorDatabase } from './database.ts';
import type { StorageTrouble } from './open-transactions.ts';

/**
 * Whether this device keeps what the site shows.
 *
 * | | meaning | screens read | edits go |
 * |---|---|---|---|
 * | kept | the mirror answers | the mirror | to the mirror |
 * | silent | it has not answered for 3 s; it is asked until it does | memory | to the mirror: they fail, and stay in their form |
 * | full | there was no room for the last exchange; it is tried again | memory | to the mirror |
 * | failing | the last exchange could not be kept for another reason; it is tried again | memory | to the mirror |
 * | none | there is no IndexedDB | memory | to memory, until the tab closes |
 *
 * Memory is the same store on another IndexedDB (in-memory.ts), filled from the network.
 */
export type Keeping = 'kept' | 'silent' | 'full' | 'failing' | 'none';

export interface Storage {
  /** The mirror of this device; closed for good where `none` was told. */
  readonly database: MirrorDatabase;
  /** Opens it, finds out whether it is kept, and goes on to watch it. */
  start(): void;
  /** Tells nothing from here on. */
  stop(): void;
  /** What was fetched could not be kept. */
  failed(code: string | null): void;
  /** What was fetched has been kept. */
  worked(): void;
}

/**
 * The mirror, and whether it is kept. Nothing is opened or told before `start`.
 *
 * @param tell called when that is known and with each change; `kept` once more when the database is another
 *   than it was (it was deleted, or cut off), so that everything on it begins anew
 */
export function openStorage(
  kinds: readonly AnyKind[],
  tell: (keeping: Keeping) => void,
  { name = MIRROR_NAME, model = '', device = Dexie.dependencies } = {},
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

/** Its transaction was aborted, or the database closed under it: the next may go well. */
function isPassing(error: unknown): boolean {
  const names = [Object(error).name, Object(Object(error).inner).name];
  return names.some((name) => name === 'AbortError' || name === 'DatabaseClosedError');
}

/**
 * For live queries: a device that fails has no news. What is on the screen stays; `openStorage` looks for another way.
 *
 * @throws {Dexie.AbortError} for an error of the device, which a live query waits out; other errors as they are
 */
export function news<T>(answer: Promise<T>): Promise<T> {
  // Not awaited: one more native await in a live query, and Dexie takes its transaction for lost.
  return answer.catch((error: unknown) => {
    if (toFailure(error).kind === 'device') throw new Dexie.AbortError(String(error));
    throw error;
  });
}
