import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { registerServiceWorker } from './app/new-version.ts';
import { report, reportCaught, reportUncaught } from './app/report.ts';
import { kinds } from './content/kinds.ts';
import type { Auth } from './engine/auth.ts';
import type { MirrorDatabase } from './engine/mirror/database.ts';
import { adoptMirror } from './engine/mirror/derive.ts';
import { watchPictures } from './engine/mirror/pictures.ts';
import { openMirror } from './engine/mirror/read.ts';
import { openSessionStore } from './engine/mirror/session-store.ts';
import { type Keeping, openStorage } from './engine/mirror/storage.ts';
import { openEditor } from './engine/outbox/editor.ts';
import { EditingProvider } from './engine/react/editing.tsx';
import { MirrorProvider } from './engine/react/mirror-hooks.tsx';
import { backendOfBuild } from './engine/supabase/backend.ts';
import { createRemote } from './engine/supabase/calls.ts';
import { createSession } from './engine/supabase/session.ts';
import { createAuth } from './engine/supabase/sign-in.ts';
import { type Engine, type EngineParts, startEngine } from './engine/sync/loop.ts';
import { pageSurroundings } from './engine/sync/surroundings.ts';
import { createEventLog } from './lib/event-log.ts';
import { toFailure } from './lib/failure.ts';
import { dropPictures, keepPictures } from './lib/keep-pictures.ts';
import { openTab } from './lib/tab.ts';
import { site } from './site.config.ts';
import './styles.css';

/** The composition root: the one file that builds the parts and puts them together. */

const element = document.getElementById('root');
// Nothing of it is to run in such a browser.
if (element === null) throw new Error('This browser is too old; index.html has said so.');

/** Events of the engine that are remembered for engineers. */
const EVENTS_KEPT = 50;

reportUncaught(window);
const events = createEventLog(EVENTS_KEPT);
const { origin } = window.location;
const backend = backendOfBuild(origin);
const tab = openTab(() => sessionStorage, navigator.locks);
const storage = openStorage(kinds, (keeping) => void follow(keeping));

// Before everything else that hears of it: a page that is left has nothing open.
window.addEventListener('pagehide', () => storage.database.rest());
window.addEventListener('pageshow', () => storage.database.wake());

/** Everything that stands on one database. */
interface Stand {
  database: MirrorDatabase;
  auth: Auth;
  startSync(): void;
  stopSync(): void;
}

function standOn(
  database: MirrorDatabase,
  told: Pick<EngineParts, 'onFailure' | 'onCaughtUp'>,
): Stand {
  const sessions = openSessionStore(database);
  const session = createSession(backend, sessions);
  const auth = createAuth(backend, sessions, session, new URL('/admin', origin));
  const remote = createRemote(backend, session);
  let engine: Engine | null = null;
  return {
    database,
    auth,
    startSync() {
      engine?.stop();
      engine = startEngine({
        database,
        remote,
        surroundings: pageSurroundings(window),
        onNoRight: () => void auth.refreshRole(),
        onEvent: events.add,
        makeRoom: dropPictures,
        realtime: site.realtime,
        ...told,
      });
    },
    stopSync: () => engine?.stop(),
  };
}

const mirror = standOn(storage.database, {
  onFailure(failure) {
    report(failure);
    if (failure.kind === 'device') storage.failed(failure.code);
  },
  async onCaughtUp() {
    storage.worked();
    // Not before the content is here: it goes before its pictures.
    if (watchesPictures) return;
    watchesPictures = true;
    watchPictures(storage.database, (addresses) => {
      void keepPictures([site.profile.image, ...addresses]).catch(() => {});
    });
  },
});
let watchesPictures = false;
let memory: Stand | null = null;
let current: Keeping = 'kept';
let isFirst = true;

/** Lets screens and edits stand on what there is; see engine/mirror/storage.ts. */
async function follow(keeping: Keeping): Promise<void> {
  current = keeping;
  if (keeping === 'kept') {
    memory?.stopSync();
    memory = null;
    // What another version of the app has left comes first, then the network.
    await adoptMirror(storage.database).catch((error) => report(toFailure(error)));
    if (current !== keeping) return;
    mirror.startSync();
    // A role may have been given or taken since; nothing waits to know.
    void mirror.auth.refreshRole();
    // The first screens stand on it already.
    if (isFirst) isFirst = false;
    else show(keeping, mirror, mirror);
    return;
  }
  isFirst = false;
  if (keeping === 'none') mirror.stopSync();
  // What is on the screen stays until there is something else.
  show(keeping, mirror, mirror);
  const { createMemoryDatabase } = await import('./engine/mirror/in-memory.ts');
  if (current !== keeping) return;
  if (memory === null) {
    memory = standOn(createMemoryDatabase(kinds), { onFailure: report });
    memory.startSync();
  }
  show(keeping, memory, keeping === 'none' ? memory : mirror);
}

const root = createRoot(element, { onCaughtError: reportCaught });

function show(keeping: Keeping, read: Stand, edited: Stand): void {
  const editor = openEditor(edited.database, {
    // Pictures can be fetched again; edits cannot be made again.
    makeRoom: dropPictures,
    onFailure: report,
    tab,
  });
  root.render(
    <StrictMode>
      <MirrorProvider mirror={openMirror(read.database, keeping)}>
        <EditingProvider editor={editor} auth={edited.auth}>
          <App diagnostics={{ backendUrl: backend.url, events }} />
        </EditingProvider>
      </MirrorProvider>
    </StrictMode>,
  );
}

show(current, mirror, mirror);

if (import.meta.env.PROD) registerServiceWorker();
