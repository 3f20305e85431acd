import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { builtSnapshot } from './app/built-snapshot.ts';
import { renderFirst } from './app/first-render.ts';
import { watchInstallability } from './app/install.ts';
import { sendWaitingMessages } from './app/messages-on-their-way.ts';
import { registerServiceWorker } from './app/new-version.ts';
import { type OpenSite, openSite } from './app/open-site.ts';
import { showPicturesOnTheirWay } from './app/pictures-on-their-way.ts';
import { replaceBuilt } from './app/replace-built.ts';
import { report, reportCaught, reportUncaught } from './app/report.ts';
import { engineName, kinds, model } from './content/kinds.ts';
import { createEngine, type Engine, EngineProvider } from './engine/index.ts';
import { backendOfBuild } from './lib/backend-of-build.ts';
import { createEventLog } from './lib/event-log.ts';
import { inSite } from './lib/in-site.ts';
import { nextTask } from './lib/next-task.ts';
import { dropPictures, picturesShown } from './lib/page-pictures.ts';
import { secureContext } from './lib/secure-context.ts';
import { pictureFilesIn, sitePicture } from './lib/site-picture.ts';
import { site } from './site.config.ts';
import './styles.css';

/** As in app/pages.tsx. */
declare const __HAS_INBOX__: boolean;

/**
 * The composition root: the one file that builds the engine and the app, and puts them together. It does so in several tasks,
 * between which the page answers to its reader.
 */

const element = document.getElementById('root');
// Such a browser runs nothing of the site.
if (element === null) throw new Error('This browser is too old; index.html has said so.');

/** How many of the engine's events are kept for engineers. */
const EVENTS_KEPT = 50;
const events = createEventLog(EVENTS_KEPT);
const backend = backendOfBuild(window.location.origin);

reportUncaught(window);
watchInstallability(window);
void start(element);

/** Not by `await` at the top of this file: all that imports something of it would wait, and the build would cut it into pieces. */
async function start(root: HTMLElement): Promise<void> {
  // All modules were evaluated in the task before.
  await nextTask();
  // Its page is on the way while the engine starts.
  const opened = openSite();
  await nextTask();
  const engine = startEngine();
  showPicturesOnTheirWay(backend.url, engine);
  await nextTask();
  // Before the app is rendered: it removes what was built for another address.
  replaceBuilt(root, engine);
  render(root, opened, engine);
  if (import.meta.env.PROD) registerServiceWorker();
  if (__HAS_INBOX__) sendWaitingMessages();
}

function startEngine(): Engine {
  const engine = createEngine({
    name: engineName,
    kinds,
    model,
    backend,
    signInPage: new URL(inSite('/admin'), window.location.origin),
    realtime: site.realtime,
    files: {
      namesIn: pictureFilesIn,
      // Its author goes on seeing it without a network; the file for cards is not shown there.
      async onStored({ name, type, bytes }) {
        if (sitePicture(`/${name}`) === null) return;
        const { keepHere } = await import('./lib/keep-pictures.ts');
        await keepHere(`/${name}`, new Blob([bytes], { type }));
      },
    },
    snapshot: builtSnapshot(document),
    // Pictures can be fetched again; edits cannot be made again.
    makeRoom: dropPictures,
    onFailure: report,
    onEvent: events.add,
    picturesInTexts: async () => (await import('./content/markdown/pictures-in.ts')).picturesIn,
    onPictures(addresses) {
      const all = [site.profile.image, ...addresses];
      void picturesShown()
        // Only the worker can show kept pictures, and some of them only the worker can fetch.
        .then(() => secureContext.workers?.ready)
        // Nothing that is shown waits for it.
        .then(() => import('./lib/keep-pictures.ts'))
        .then(({ keepPictures }) => keepPictures(all))
        .catch(() => {});
    },
  });
  engine.start();
  return engine;
}

function render(element: HTMLElement, opened: OpenSite, engine: Engine): void {
  const root = createRoot(element, { onCaughtError: reportCaught });
  renderFirst(() => {
    root.render(
      <StrictMode>
        <EngineProvider engine={engine}>
          <App site={opened} diagnostics={{ backendUrl: backend.url, events }} />
        </EngineProvider>
      </StrictMode>,
    );
  }, opened.navigation);
}
