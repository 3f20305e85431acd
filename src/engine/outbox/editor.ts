import { askBeforeLeaving } from '../../lib/ask-before-leaving.ts';
import { type Failure, toFailure } from '../../lib/failure.ts';
import type { Instant } from '../../lib/millis.ts';
import type { Tab } from '../../lib/tab.ts';
import type { NewFile } from '../file.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { memoryOf } from '../mirror/memory.ts';
import { type Place, placesIn } from '../mirror/places.ts';
import type { Content, Query } from '../mirror/query.ts';
import type { SetAside } from '../mirror/set-aside.ts';
import { unmendedIn } from '../mirror/unmended.ts';
import type { Mutation } from '../mutation.ts';
import { claim, claimable } from './claim.ts';
import { keepFiles } from './draft-files.ts';
import { type Drafts, openDrafts } from './draft-store.ts';
import { type EditDraft, edit } from './edit.ts';
import { exportOutbox, type Imported, type ImportProgress, importOutbox } from './export.ts';
import { namedHere } from './files.ts';
import { pauseHold, releaseHolds, resumeHold } from './hold.ts';
import { type Own, openOwn } from './queue.ts';
import {
  type Discarded,
  discard,
  dismissOverwritten,
  putBack,
  restore,
  retry,
  retryAll,
  takeBack,
} from './review.ts';

/** The writable side of the mirror, for admins. Every function throws {Failure} if the device cannot store it. */
export interface Editor extends Own {
  /** See edit.ts: resolves when the edit shows everywhere and is queued; null if nothing would change. */
  edit(draft: EditDraft): Promise<Mutation | null>;
  /** Takes an unsent edit back; false if it has been sent already. */
  takeBack(id: string): Promise<boolean>;
  /** Keeps files that a draft is going to name; resolves when they are on the disk. An edit that names them sends them (R44). */
  keepFiles(files: readonly NewFile[]): Promise<void>;
  /** The names of all files that edits and drafts of this device name, of any account. */
  filesNamedHere(): Promise<ReadonlySet<string>>;
  /** See hold.ts: someone has started to use an edit's Undo, or has stopped. */
  pauseHold(id: string): Promise<void>;
  resumeHold(id: string): Promise<void>;
  /** See hold.ts: ends all holds, so that everything can be sent now. */
  releaseHolds(): Promise<void>;
  /** See places.ts. */
  places<Item>(query: Query<Item>): Content<Place<Item>> | undefined;
  /** See unmended.ts: the rows that cannot be read, and that no edit mends yet. */
  unmended(): readonly SetAside[] | undefined;
  /** Calls `listener` when what `places` or `unmended` says may have changed. @returns a function that stops it */
  onChange(listener: () => void): () => void;
  retry(id: string): Promise<void>;
  retryAll(ids: readonly string[]): Promise<void>;
  restore(id: string): Promise<void>;
  discard(id: string): Promise<Discarded>;
  putBack(discarded: Discarded): Promise<void>;
  dismissOverwritten(place: number): Promise<void>;
  /** The signed-in account's waiting and refused edits as JSON text. */
  exportOutbox(): Promise<string>;
  /** Imports an export's edits that are not here yet; returns how many. @throws {Failure} 'invalid' for another file */
  importOutbox(
    json: string,
    onProgress?: (progress: ImportProgress) => void,
    isAsNamed?: (file: NewFile) => Promise<boolean>,
  ): Promise<Imported>;
  /** See claim.ts: how many edits of an earlier account with the same address can be taken over. */
  claimable(): Promise<number>;
  claim(): Promise<void>;
  /** Drafts of forms. */
  readonly drafts: Drafts;
}

const theOnlyTab: Tab = { id: async () => 'only', open: async () => new Set(['only']) };

/**
 * @param options.makeRoom called once when the device is full, to delete what can be fetched again
 * @param options.onFailure called for failures of the device and for defects
 * @param options.tab the tab whose drafts it keeps; by default there is only one tab
 */
export function openEditor(
  database: MirrorDatabase,
  options: {
    makeRoom?: () => Promise<unknown>;
    now?: () => Instant;
    onFailure?: (failure: Failure) => void;
    tab?: Tab;
  } = {},
): Editor {
  const {
    makeRoom = async () => {},
    now = Date.now,
    onFailure = () => {},
    tab = theOnlyTab,
  } = options;

  const memory = memoryOf(database);

  /** Retries a write once: on a full disk after making room, after a lost connection on a new one (Y33, Y34). */
  async function kept<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const failed = toFailure(error);
      if (failed.kind !== 'device') throw told(failed);
      if (failed.code === 'full') await makeRoom().catch(() => {});
      else database.close({ disableAutoOpen: false });
    }
    return write().catch((error: unknown) => {
      throw told(toFailure(error));
    });
  }

  /** An edit that is impossible, or that needs a sign-in, is not a failure to report; its form tells the author. */
  function told(failed: Failure): Failure {
    if (failed.kind === 'device' || failed.kind === 'defect') onFailure(failed);
    return failed;
  }

  return {
    ...openOwn(database),
    // It is shown before it is on the disk.
    edit: (draft) => askBeforeLeaving(kept(() => edit(database, draft, now()))),
    takeBack: (id) => kept(() => takeBack(database, id)),
    keepFiles: (files) => kept(() => keepFiles(database, files, now())),
    filesNamedHere: () =>
      database.transaction('r', database.outbox, database.rejected, database.drafts, async () =>
        namedHere(database),
      ),
    pauseHold: (id) => kept(() => pauseHold(database, id, now())),
    resumeHold: (id) => kept(() => resumeHold(database, id, now())),
    releaseHolds: () => kept(() => releaseHolds(database)),
    places: placesIn(memory),
    unmended: unmendedIn(memory),
    onChange: memory.watch,
    retry: (id) => kept(() => retry(database, id)),
    retryAll: (ids) => kept(() => retryAll(database, ids)),
    restore: (id) => kept(() => restore(database, id)),
    discard: (id) => kept(() => discard(database, id)),
    putBack: (discarded) => kept(() => putBack(database, discarded)),
    dismissOverwritten: (place) => kept(() => dismissOverwritten(database, place)),
    exportOutbox: () => kept(() => exportOutbox(database)),
    importOutbox: (json, onProgress, isAsNamed) =>
      importOutbox(database, json, { kept, onProgress, isAsNamed }),
    claimable: () => claimable(database),
    claim: () => kept(() => claim(database)),
    drafts: openDrafts(database, tab, now, kept),
  };
}
