import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { registerServiceWorker } from './app/new-version.ts';
import { report, reportCaught, reportUncaught } from './app/report.ts';
import { keepPictures, PICTURES } from './lib/keep-pictures.ts';
import { openTab } from './lib/tab.ts';
import { kinds } from './model/registry.ts';
import { createAuth } from './remote/auth.ts';
import { backendOfBuild } from './remote/backend.ts';
import { createRemote } from './remote/remote.ts';
import { createSession } from './remote/session.ts';
import { site } from './site.config.ts';
import { rereadMalformed } from './store/apply.ts';
import { createDatabase } from './store/database.ts';
import { EditingProvider } from './store/editing.tsx';
import { openEditor } from './store/editor.ts';
import { openMirror } from './store/open.ts';
import { listPictures } from './store/pictures.ts';
import { MirrorProvider } from './store/react.tsx';
import { openSessionStore } from './store/session.ts';
import { startEngine } from './sync/engine.ts';
import { pageSurroundings } from './sync/surroundings.ts';
import './styles.css';

/** The composition root: the one file that builds the parts and puts them together. */

reportUncaught(window);
const database = createDatabase(kinds);
const mirror = openMirror(database);
// Pictures can be fetched again; edits cannot be made again.
const editor = openEditor(database, kinds, {
  makeRoom: () => caches.delete(PICTURES),
  onFailure: report,
  tab: openTab(() => sessionStorage, navigator.locks),
});

// Before everything else that hears of it: a page that is left has nothing open.
window.addEventListener('pagehide', () => database.rest());
window.addEventListener('pageshow', () => database.wake());

const { origin } = window.location;
const backend = backendOfBuild(import.meta.env, origin);
const sessions = openSessionStore(database, kinds);
const session = createSession(backend, sessions);
const auth = createAuth(backend, sessions, session, new URL('/admin', origin));
const remote = createRemote(backend, session, { pokes: site.realtime === 'everyone' });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root, { onCaughtError: reportCaught }).render(
  <StrictMode>
    <MirrorProvider mirror={mirror}>
      <EditingProvider editor={editor} auth={auth}>
        <App />
      </EditingProvider>
    </MirrorProvider>
  </StrictMode>,
);

// Rows that an older version of the app could not read come first, then the network.
void rereadMalformed(database, kinds)
  .catch(() => 0)
  .then(() =>
    startEngine({
      database,
      kinds,
      remote,
      surroundings: pageSurroundings(window),
      onNoRight: () => void auth.refreshRole(),
      onFailure: report,
      onCaughtUp: async () =>
        keepPictures([site.profile.image, ...(await listPictures(database, kinds))]),
    }),
  );

// A role may have been given or taken since; nothing waits to know.
void auth.refreshRole();

if (import.meta.env.PROD) registerServiceWorker();
