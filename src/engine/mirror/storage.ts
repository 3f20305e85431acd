import { Dexie } from 'dexie';
import { backoff } from '../../lib/backoff.ts';
import { toFailure } from '../../lib/failure.ts';
import { ASK_STORAGE_AGAIN_MS, STORAGE_ATTEMPTS } from '../../lib/limits.ts';
import type { AnyKind } from '../define.ts';
import { createDatabase, type DatabaseParts, type MirrorDatabase } from './database.ts';
import type { StorageTrouble } from './open-transactions.ts';

/**
 * Whether this device stores what the site shows.
 *
 * | | meaning | screens read | edits go |
 * |---|---|---|---|
 * | kept | the mirror answers | the mirror | to the mirror |
 * | silent | no answer for 3 s, or it fails to open; it is asked until it answers | memory | to the mirror: they fail, and stay in their form |
 * | full | there was no room for the last exchange; it is retried | memory | to the mirror |
 * | failing | the last exchange could not be stored for another reason; it is retried | memory | to the mirror |
 * | none | there is no IndexedDB, or it has never opened in this tab and does not after several attempts | memory | to memory, until the tab closes |
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
    filesIn,
  }: { name: string } & Omit<DatabaseParts, 'engine'>,
): Storage {
  const database = createDatabase(kinds, name, { device, model, filesIn, onTrouble });
  let keeping: Keeping | null = null;
  let isAsking = false;
  let isStarted = false;
  let hasAnswered = false;

  function turn(to: Keeping): void {
    keeping = to;
    tell(to);
  }

  function onTrouble(trouble: StorageTrouble): void {
    if (!isStarted || keeping === 'none') return;
    if (trouble === 'silent' && keeping !== 'silent') turn('silent');
    // Else the old connection could still answer.
    if (trouble === 'lost') database.close({ disableAutoOpen: false });
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
    for (let failures = 0; isStarted && keeping !== 'none'; ) {
      let again = ASK_STORAGE_AGAIN_MS;
      try {
        await database.open();
        await database.meta.get('status');
        hasAnswered = true;
        return turn('kept');
      } catch (error) {
        if (!isPassing(error)) {
          failures += 1;
          if (!hasAnswered && (isDenied(error) || failures === STORAGE_ATTEMPTS)) {
            database.close();
            return turn('none');
          }
          // What has failed is not used again: Safari's connection may be lost, and a new one may work.
          database.close({ disableAutoOpen: false });
          if (keeping !== 'silent') turn('silent');
          again = backoff(failures, Math.random());
        }
      }
      await new Promise((resolve) => setTimeout(resolve, again));
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
      // The connection may be lost without a word; the next use opens another.
      if (code !== 'full') database.close({ disableAutoOpen: false });
      if (keeping === 'kept') turn(code === 'full' ? 'full' : 'failing');
    },
    worked() {
      if (keeping === 'full' || keeping === 'failing') turn('kept');
    },
  };
}

/** The transaction was aborted, or the database closed under it: a retry may succeed. Dexie keeps the cause in `inner`. */
function isPassing(error: unknown): boolean {
  return isNamed(Object(error).inner ?? error, ['AbortError', 'DatabaseClosedError']);
}

/** There is no IndexedDB here, or this site may not use it. Chromium says so in words only. */
function isDenied(error: unknown): boolean {
  const isSaid = /denied permission/.test(Object(error).message);
  return isSaid || isNamed(error, ['MissingAPIError', 'SecurityError', 'InvalidStateError']);
}

function isNamed(error: unknown, names: readonly string[]): boolean {
  return [error, Object(error).inner].some((one) => names.includes(Object(one).name));
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
