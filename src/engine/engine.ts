import { liveQuery } from 'dexie';
import { type Failure, toFailure } from '../lib/failure.ts';
import { openTab } from '../lib/tab.ts';
import type { Auth } from './auth.ts';
import type { AnyKind } from './define.ts';
import { MIRROR_NAME, type MirrorDatabase } from './mirror/database.ts';
import { adoptMirror } from './mirror/derive.ts';
import type { Account } from './mirror/meta.ts';
import type { Content, Mirror, MirrorState, Query } from './mirror/query.ts';
import { openMirror, watchPictures } from './mirror/read.ts';
import { openSessionStore } from './mirror/session-store.ts';
import { type Keeping, openStorage } from './mirror/storage.ts';
import type { EditDraft } from './outbox/edit.ts';
import { type Editor, openEditor } from './outbox/editor.ts';
import type { Mutation } from './outbox/mutation.ts';
import type { Outbox } from './outbox/review.ts';
import { createRemote } from './supabase/calls.ts';
import type { Backend } from './supabase/http.ts';
import { createSession } from './supabase/session.ts';
import { createAuth } from './supabase/sign-in.ts';
import { createExchange } from './sync/exchange.ts';
import { type Loop, startLoop } from './sync/loop.ts';
import { sendWhatWaits } from './sync/send-what-waits.ts';
import { alwaysThere, pageSurroundings, restWhenLeft } from './sync/surroundings.ts';

/** What an engine is made of. */
export interface EngineOptions {
  /** What it holds. */
  readonly kinds: readonly AnyKind[];
  /** Names the state of these kinds: another text wherever a check, an order or a lookup has changed. */
  readonly model: string;
  readonly backend: Backend;
  /** Of its database and its locks: all engines of one name are one device. */
  readonly name?: string;
  /** The page to sign in on, to which the links of confirmation e-mails lead. */
  readonly signInPage?: URL;
  /** Whose pages listen for pokes; the others ask at intervals. */
  readonly realtime?: 'everyone' | 'admins';
  /** Called when the device is full, to drop what can be fetched again. */
  readonly makeRoom?: () => Promise<unknown>;
  /** Called with each failure that is another than the one before it. */
  readonly onFailure?: (failure: Failure) => void;
  /** Told of each event of the sync and of the phase that it led to, in a few words for engineers. */
  readonly onEvent?: (what: string) => void;
  /** Called with the addresses of all pictures in the content: when all of it is here, and with each change. */
  readonly onPictures?: (addresses: readonly string[]) => void;
}

/** Content on this device, and the way to change it. Nothing runs by itself before `start`. */
export interface Engine {
  /** Opens the mirror, brings it in line with the kinds, and keeps it in step with the server until `stop`. */
  start(): void;
  stop(): void;
  /** What the device has for a query, at once. */
  read<Item>(query: Query<Item>): Promise<Content<Item>>;
  /**
   * Asks one of the questions here, now and whenever the answer may be another: `watch(() => engine.read(list(books)), show)`.
   *
   * @returns a function that ends it
   */
  watch<Answer>(question: () => Promise<Answer>, listener: (answer: Answer) => void): () => void;
  /** When it resolves the edit shows everywhere on the device and is queued; null where it changes nothing. @throws {Failure} */
  edit(draft: EditDraft): Promise<Mutation | null>;
  /** Takes an unsent edit back; false where it has gone out already. @throws {Failure} */
  takeBack(id: string): Promise<boolean>;
  /** The edits of whoever is signed in that wait, were refused, or have replaced something. */
  outbox(): Promise<Outbox>;
  /** Null while nobody is signed in. */
  account(): Promise<Account | null>;
  /** Signing in and out. */
  readonly session: Auth;
  /** How fresh the content is, and how the sync is doing. */
  status(): Promise<MirrorState>;
  /** Asks whichever engine of this name is running, in whichever tab, to sync now. */
  syncNow(): Promise<void>;
  /** For a worker that is woken while no page is open; see sync/send-what-waits.ts. @throws {Failure} */
  sendWhatWaits(): Promise<void>;
  /** What screens stand on; another object where the device stops, or begins, to keep what they show. */
  readonly view: () => View;
  /** Calls `listener` when there is another view. @returns a function that ends it */
  readonly onView: (listener: () => void) => () => void;
}

export interface View {
  readonly mirror: Mirror;
  readonly editor: Editor;
  readonly auth: Auth;
}

/** Makes an engine with all of its parts; of a page where there is a window, else of a worker or a script. */
export function createEngine(options: EngineOptions): Engine {
  const { kinds, model, name = MIRROR_NAME, onFailure = () => {}, onPictures } = options;
  const page = typeof window === 'undefined' ? null : window;
  const locks = globalThis.navigator?.locks;
  const tab = openTab(() => sessionStorage, locks);
  const listeners = new Set<() => void>();
  const ends: (() => void)[] = [];
  let watchesPictures = false;
  let memory: Stand | null = null;
  let current: Keeping = 'kept';
  let isFirst = true;

  const storage = openStorage(kinds, (keeping) => void follow(keeping), { name, model });
  const mirror = standOn(storage.database, {
    onFailure(failure) {
      onFailure(failure);
      if (failure.kind === 'device') storage.failed(failure.code);
    },
    async onCaughtUp() {
      storage.worked();
      // Not before the content is here: it goes before its pictures.
      if (watchesPictures || onPictures === undefined) return;
      watchesPictures = true;
      ends.push(watchPictures(storage.database, onPictures));
    },
  });
  let view = viewOf('kept', mirror, mirror);

  /** Everything that stands on one database. */
  function standOn(
    database: MirrorDatabase,
    told: { onFailure: (failure: Failure) => void; onCaughtUp?: () => Promise<void> },
  ) {
    const sessions = openSessionStore(database);
    const session = createSession(options.backend, sessions);
    const auth = createAuth(options.backend, sessions, session, options.signInPage ?? null);
    const remote = createRemote(options.backend, session);
    const parts = {
      database,
      remote,
      onNoRight: () => void auth.refreshRole(),
      ...options,
      ...told,
    };
    let loop: Loop | null = null;
    return {
      database,
      auth,
      exchange: () => createExchange({ ...parts, clock: Date.now, locks }),
      startSync() {
        loop?.stop();
        const surroundings = page === null ? alwaysThere : pageSurroundings(page);
        loop = startLoop({ ...parts, surroundings });
      },
      stopSync: () => loop?.stop(),
    };
  }

  /** Lets screens and edits stand on what there is; see mirror/storage.ts. */
  async function follow(keeping: Keeping): Promise<void> {
    current = keeping;
    if (keeping === 'kept') {
      memory?.stopSync();
      memory = null;
      // What another version of the app has left comes first, then the network.
      await adoptMirror(storage.database).catch((error) => onFailure(toFailure(error)));
      if (current !== keeping) return;
      mirror.startSync();
      // A role may have been given or taken since; nothing waits to know.
      void mirror.auth.refreshRole();
      // The first screens stand on it already.
      if (isFirst) isFirst = false;
      else show(viewOf(keeping, mirror, mirror));
      return;
    }
    isFirst = false;
    if (keeping === 'none') mirror.stopSync();
    // What is on the screen stays until there is something else.
    show(viewOf(keeping, mirror, mirror));
    const { createMemoryDatabase } = await import('./mirror/in-memory.ts');
    if (current !== keeping) return;
    if (memory === null) {
      memory = standOn(createMemoryDatabase(kinds, model), { onFailure });
      memory.startSync();
    }
    show(viewOf(keeping, memory, keeping === 'none' ? memory : mirror));
  }

  function viewOf(keeping: Keeping, read: Stand, edited: Stand): View {
    const { makeRoom } = options;
    return {
      mirror: openMirror(read.database, keeping),
      // Pictures can be fetched again; edits cannot be made again.
      editor: openEditor(edited.database, { ...(makeRoom && { makeRoom }), onFailure, tab }),
      auth: edited.auth,
    };
  }

  function show(next: View): void {
    view = next;
    for (const listener of listeners) listener();
  }

  function onView(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    start() {
      // Before everything else that hears of it: a page that is left has nothing open.
      if (page !== null) ends.push(restWhenLeft(page, storage.database));
      storage.start();
    },
    stop() {
      current = 'none';
      for (const end of ends.splice(0)) end();
      for (const stand of [mirror, memory]) {
        stand?.stopSync();
        stand?.database.close();
      }
      storage.stop();
    },
    read: (query) => view.mirror.read(query),
    watch(question, listener) {
      let end = live(question, listener);
      const endViews = onView(() => {
        end();
        end = live(question, listener);
      });
      return () => {
        endViews();
        end();
      };
    },
    edit: (draft) => view.editor.edit(draft),
    takeBack: (id) => view.editor.takeBack(id),
    outbox: () => view.editor.outbox(),
    account: () => view.editor.account(),
    get session() {
      return view.auth;
    },
    status: () => view.mirror.state(),
    syncNow: () => view.mirror.requestSync(),
    sendWhatWaits: () => sendWhatWaits(storage.database, mirror.exchange()),
    view: () => view,
    onView,
  };
}

function live<Answer>(
  question: () => Promise<Answer>,
  listener: (answer: Answer) => void,
): () => void {
  const subscription = liveQuery(question).subscribe({
    next: listener,
    // A mirror that cannot be read has no news.
    error() {},
  });
  return () => subscription.unsubscribe();
}

interface Stand {
  readonly database: MirrorDatabase;
  readonly auth: Auth;
  startSync(): void;
  stopSync(): void;
}
