import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { registerServiceWorker } from './app/new-version.ts';
import { keepPictures } from './lib/keep-pictures.ts';
import { kinds } from './model/registry.ts';
import { backendOfBuild } from './remote/backend.ts';
import { createRemote } from './remote/remote.ts';
import { site } from './site.config.ts';
import { rereadMalformed } from './store/apply.ts';
import { createDatabase } from './store/database.ts';
import { openMirror } from './store/open.ts';
import { listPictures } from './store/pictures.ts';
import { MirrorProvider } from './store/react.tsx';
import { startEngine } from './sync/engine.ts';
import { pageSurroundings } from './sync/surroundings.ts';
import './styles.css';

/** The composition root: the one file that builds the parts and puts them together. */

const database = createDatabase(kinds);
const mirror = openMirror(database);
const remote = createRemote(backendOfBuild(import.meta.env, window.location.origin), {
  pokes: site.realtime === 'everyone',
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MirrorProvider mirror={mirror}>
      <App />
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
      onCaughtUp: async () =>
        keepPictures([site.profile.image, ...(await listPictures(database, kinds))]),
    }),
  );

if (import.meta.env.PROD) registerServiceWorker();
