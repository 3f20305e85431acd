import { type Failure, toFailure } from '../lib/failure.ts';
import { secureContext } from '../lib/secure-context.ts';
import { openTab } from '../lib/tab.ts';
import type { Auth } from './auth.ts';
import type { AnyKind } from './define.ts';
import { tabKey } from './device-names.ts';
import type { FilesInText, StoredFile } from './file.ts';
import { takeOver } from './mirror/answers.ts';
import { type Copy, openCopy } from './mirror/copy.ts';
import type { MirrorDatabase } from './mirror/database.ts';
import { adoptMirror } from './mirror/derive.ts';
import { memoryOf } from './mirror/memory.ts';
import type { Content, Mirror, MirrorState, Query } from './mirror/query.ts';
import { openMirror } from './mirror/read.ts';
import type { PicturesInText } from './mirror/row-pictures.ts';
import { openSessionStore, rememberAdmin, type SessionStore } from './mirror/session-store.ts';
import { type Keeping, openStorage } from './mirror/storage.ts';
import { watch } from './mirror/watch.ts';
import type { Mutation } from './mutation.ts';
import type { EditDraft } from './outbox/edit.ts';
import type { Editor, openEditor } from './outbox/editor.ts';
import { type Own, openShownOwn, type ShownOwn } from './outbox/queue.ts';
import { createRemote } from './supabase/calls.ts';
import type { Backend } from './supabase/http.ts';
import { refreshRole } from './supabase/role.ts';
import { createSession, type Session } from './supabase/session.ts';
import type { createAuth } from './supabase/sign-in.ts';
import { createExchange } from './sync/exchange.ts';
import { type Loop, type LoopParts, startLoop } from './sync/loop.ts';
import { bringUpToDate, sendWhatWaits } from './sync/send-what-waits.ts';
import { alwaysThere, pageSurroundings, restWhenLeft } from './sync/surroundings.ts';

/** The parts of an engine. */
export interface EngineOptions {
  /**
   * Names its database, locks, drafts and exports. Engines of one name in one origin share all of it; engines of
   * different names share nothing (R32).
   */
  readonly name: string;
  /** The kinds of content. */
  readonly kinds: readonly AnyKind[];
  /**
   * Identifies the definitions of these kinds: it differs whenever a check, an order or a lookup has changed. The names of tables,
   * columns and lookups count anyway.
   */
  readonly model: string;
  readonly backend: Backend;
  /** The sign-in page, which the links of confirmation e-mails open. */
  readonly signInPage?: URL;
  /** Whose pages listen for pokes; all others poll. */
  readonly realtime?: 'everyone' | 'admins';
  /**
   * Resolves to a snapshot, as JSON holds it: content of an earlier moment, for a device that has nothing yet. May be called
   * more than once.
   */
  readonly snapshot?: (() => Promise<unknown>) | undefined;
  /** Called when the device is full, to delete what can be fetched again. Resolves to whether there was anything. */
  readonly makeRoom?: () => Promise<boolean>;
  /** Called with each failure that differs from the previous one. */
  readonly onFailure?: (failure: Failure) => void;
  /** Called with each event of the sync and the resulting phase, in a few words for engineers. */
  readonly onEvent?: (what: string) => void;
  /** Called with the addresses of all pictures in the content: once all of it is here, and after each change. */
  readonly onPictures?: (addresses: readonly string[]) => void;
  /** Files that edits name, such as pictures. */
  readonly files?: FileOptions;
  /** Loads what finds the pictures in a text with markup, for columns that show them. */
  readonly picturesInTexts?: () => Promise<PicturesInText>;
}

export interface FileOptions {
  /** Finds the names of files in a text; the same in every engine of this name. */
  readonly namesIn: FilesInText;
  /** Called with a file that the server has now: the device forgets it then. */
  readonly onStored?: (file: StoredFile) => Promise<void>;
}

/** Content on this device, and the way to change it. Nothing happens before `start`. */
export interface Engine extends Own {
  /** Opens the mirror, derives it anew if the kinds have changed, and syncs with the server until `stop`. */
  start(): void;
  stop(): void;
  /** The device's answer to a query, read once. */
  read<Item>(query: Query<Item>): Promise<Content<Item>>;
  /**
   * Reads now and whenever the answer may have changed: `watch(() => engine.read(list(books)), show)`.
   *
   * @returns a function that stops it
   */
  watch<Answer>(question: () => Promise<Answer>, listener: (answer: Answer) => void): () => void;
  /** Resolves when the edit shows in every tab and is queued; null if nothing would change. @throws {Failure} */
  edit(draft: EditDraft): Promise<Mutation | null>;
  /** Takes an unsent edit back; false if it has been sent already. @throws {Failure} */
  takeBack(id: string): Promise<boolean>;
  /** Signs in, and out. Screens can do more with it (`useAuth`). @throws {Failure} */
  readonly session: Pick<Auth, 'signIn' | 'signOut'>;
  /** How fresh the content is, and the state of the sync. */
  status(): Promise<MirrorState>;
  /** Syncs now, once it is started. */
  syncNow(): void;
  /** For a worker that the browser wakes while no page is open; see sync/send-what-waits.ts. @throws {Failure} */
  sendWhatWaits(): Promise<void>;
  /** The same, to fetch what is new. @throws {Failure} */
  bringUpToDate(): Promise<void>;
  /** The database that screens read; a new object when the device stops or starts to store what they show. */
  readonly view: () => View;
  /** Calls `listener` when the view is replaced. @returns a function that stops it */
  readonly onView: (listener: () => void) => () => void;
}

export interface View {
  readonly mirror: Mirror;
  readonly own: ShownOwn;
  readonly copy: Copy;
  readonly tools: Tools;
}

/** Makes what asks the server as the signed-in account. */
export type CreateAsker<Asker> = (backend: Backend, store: SessionStore, session: Session) => Asker;

/**
 * What only admins use. Visitors do not load its code: the caller passes in the function that makes a tool. Each is
 * made once.
 */
export interface Tools {
  editor(open: typeof openEditor): Editor;
  auth(create: typeof createAuth): Auth;
  asker<Asker>(create: CreateAsker<Asker>): Asker;
}

/** Makes an engine with all of its parts, for a page if there is a window, else for a worker or a script. */
export function createEngine(options: EngineOptions): Engine {
  const { kinds, model, name, onFailure = () => {}, onPictures, files } = options;
  const filesIn = files?.namesIn;
  const page = typeof window === 'undefined' ? null : window;
  const { locks } = secureContext;
  const tab = openTab(tabKey(name), () => sessionStorage, locks);
  const listeners = new Set<() => void>();
  const ends: (() => void)[] = [];
  let watchesPictures = false;
  let memory: Replica | null = null;
  let current: Keeping = 'kept';
  let isFirst = true;

  const storage = openStorage(kinds, (keeping) => void follow(keeping), { name, model, filesIn });
  storage.database.onLost = (lost) => {
    // Hardly any device ever needs it. A worker cannot load it, and leaves it to the next page.
    void import('./mirror/lost.ts')
      .then(({ mend }) => mend(storage.database, lost))
      .catch(() => {});
  };
  const mirror = replicaOn(storage.database, {
    onAccount: rememberAdmin(storage.database),
    onFailure(failure) {
      onFailure(failure);
      if (failure.kind === 'device') storage.failed(failure.code);
    },
    async onCaughtUp() {
      storage.worked();
      // Only once the content is here: it has priority over its pictures.
      if (watchesPictures || onPictures === undefined) return;
      watchesPictures = true;
      // If the part can't be loaded, it is tried again on the next visit.
      const [{ watchPictures }, inText] = await Promise.all([
        import('./mirror/watch-pictures.ts'),
        options.picturesInTexts?.(),
      ]);
      if (current !== 'none') ends.push(watchPictures(storage.database, onPictures, inText));
    },
  });
  let view = viewOf('kept', mirror, mirror);

  function replicaOn(
    database: MirrorDatabase,
    told: Pick<LoopParts, 'onFailure' | 'onCaughtUp' | 'onAccount'>,
  ) {
    const sessions = openSessionStore(database);
    const session = createSession(options.backend, sessions);
    const remote = createRemote(options.backend, session);
    const askRole = () => void refreshRole(options.backend, sessions, session);
    const parts = {
      database,
      remote,
      onNoRight: askRole,
      onStored: files?.onStored,
      loadStoreFile: async () =>
        (await import('./supabase/store-file.ts')).createFileStore(options.backend, session),
      ...options,
      ...told,
    };
    let loop: Loop | null = null;
    return {
      database,
      askRole,
      auth: (create: typeof createAuth) =>
        create(options.backend, sessions, session, options.signInPage ?? null),
      asker: <Asker>(create: CreateAsker<Asker>) => create(options.backend, sessions, session),
      exchange: () => createExchange({ ...parts, clock: Date.now, locks }),
      startSync() {
        loop?.stop();
        const surroundings = page === null ? alwaysThere : pageSurroundings(page);
        loop = startLoop({ ...parts, surroundings });
      },
      stopSync: () => loop?.stop(),
      requestSync: () => loop?.ask(),
    };
  }

  /** Chooses the database for screens and edits; see mirror/storage.ts. */
  async function follow(keeping: Keeping): Promise<void> {
    current = keeping;
    if (keeping === 'kept') {
      memory?.stopSync();
      memory = null;
      // What follows need not be read one by one.
      await memoryOf(storage.database)
        .load([])
        .catch(() => {});
      if (current !== keeping) return;
      // First derive what another version of the app has left, then use the network.
      await adoptMirror(storage.database).catch((error) => onFailure(toFailure(error)));
      if (current !== keeping) return;
      mirror.startSync();
      // The role may have changed since the last visit; nothing waits for the answer.
      mirror.askRole();
      // The first screens already use this view.
      if (isFirst) isFirst = false;
      else show(viewOf(keeping, mirror, mirror));
      return;
    }
    isFirst = false;
    if (keeping === 'none') mirror.stopSync();
    // Keep what is on the screen until there is something to replace it.
    show(viewOf(keeping, mirror, mirror));
    const part = await import('./mirror/in-memory.ts').catch((error: unknown) => {
      // Without a network it may be out of reach. What is on the screen stays.
      onFailure(toFailure(error));
      return null;
    });
    if (part === null || current !== keeping) return;
    const { createMemoryDatabase } = part;
    if (memory === null) {
      memory = replicaOn(createMemoryDatabase(kinds, model, name, filesIn), { onFailure });
      memory.startSync();
    }
    show(viewOf(keeping, memory, keeping === 'none' ? memory : mirror));
  }

  function viewOf(keeping: Keeping, read: Replica, edited: Replica): View {
    const { makeRoom } = options;
    const { database } = edited;
    let editor: Editor | null = null;
    let auth: Auth | null = null;
    const askers = new Map<CreateAsker<unknown>, unknown>();
    return {
      mirror: openMirror(read.database, keeping, read.requestSync),
      own: openShownOwn(database),
      copy: openCopy(database, edited.requestSync, options.picturesInTexts),
      tools: {
        editor(open) {
          editor ??= open(database, { ...(makeRoom && { makeRoom }), onFailure, tab });
          return editor;
        },
        auth(create) {
          auth ??= edited.auth(create);
          return auth;
        },
        asker<Asker>(create: CreateAsker<Asker>) {
          if (!askers.has(create)) askers.set(create, edited.asker(create));
          return askers.get(create) as Asker;
        },
      },
    };
  }

  function show(next: View): void {
    takeOver(next.mirror, view.mirror);
    view = next;
    for (const listener of listeners) listener();
  }

  function onView(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  async function editor(): Promise<Editor> {
    const { openEditor } = await import('./outbox/editor.ts');
    return view.tools.editor(openEditor);
  }

  async function auth(): Promise<Auth> {
    const { createAuth } = await import('./supabase/sign-in.ts');
    return view.tools.auth(createAuth);
  }

  return {
    start() {
      // Before every other listener, so that a page being left has no transaction open.
      if (page !== null) ends.push(restWhenLeft(page, storage.database));
      storage.start();
    },
    stop() {
      current = 'none';
      for (const end of ends.splice(0)) end();
      for (const replica of [mirror, memory]) {
        replica?.stopSync();
        replica?.database.close();
      }
      storage.stop();
    },
    read: (query) => view.mirror.read(query),
    watch(question, listener) {
      const begin = () => watch(question, listener, view.mirror.onChange);
      let end = begin();
      const endViews = onView(() => {
        end();
        end = begin();
      });
      return () => {
        endViews();
        end();
      };
    },
    edit: async (draft) => (await editor()).edit(draft),
    takeBack: async (id) => (await editor()).takeBack(id),
    outbox: () => view.own.outbox(),
    fileOf: (name) => view.own.fileOf(name),
    account: () => view.own.account(),
    session: {
      signIn: async (email, password) => (await auth()).signIn(email, password),
      signOut: async () => (await auth()).signOut(),
    },
    status: () => view.mirror.state(),
    syncNow: () => view.mirror.requestSync(),
    sendWhatWaits: () => sendWhatWaits(storage.database, mirror.exchange()),
    bringUpToDate: () => bringUpToDate(storage.database, mirror.exchange()),
    view: () => view,
    onView,
  };
}

/** A database with what depends on it: its session, and its sync. */
interface Replica {
  readonly database: MirrorDatabase;
  readonly auth: (create: typeof createAuth) => Auth;
  readonly asker: <Asker>(create: CreateAsker<Asker>) => Asker;
  startSync(): void;
  stopSync(): void;
  /** Asks the running sync for an exchange; without one, the next start has one anyway. */
  requestSync(): void;
}
