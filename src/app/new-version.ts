import { useSyncExternalStore } from 'react';
import type { Workbox } from 'workbox-window';
import { isPageOfSite } from '../lib/built-page.ts';
import { fetchText } from '../lib/fetch-text.ts';
import { inSite } from '../lib/in-site.ts';
import {
  BROUGHT_AGAIN_AFTER_MS,
  STEP_ASIDE_MS,
  VERSION_ARRIVES_WITHIN_MS,
  VERSION_CHECKED_MS,
} from '../lib/limits.ts';
import { secureContext } from '../lib/secure-context.ts';
import { startScript } from '../lib/start-script.ts';
import { BROUGHT_VERSION_KEY } from '../lib/storage-keys.ts';
import { whenStill } from './when-still.ts';

/**
 * Which version of the site this tab runs, as far as the visitor needs to know.
 *
 * | state | meaning | offered |
 * |---|---|---|
 * | current | nothing newer is known | – |
 * | waiting | a newer version is on the device and waits | Update |
 * | replaced | another tab has switched to a newer version; this tab still runs the old one | Reload, when done |
 */
export type VersionState = 'current' | 'waiting' | 'replaced';

let state: VersionState = 'current';
let chosenHere = false;
const listeners = new Set<() => void>();

function change(next: VersionState): void {
  state = next;
  for (const listener of listeners) listener();
}

/**
 * Registers the service worker once the page is still, because its installation would compete with the first render, and
 * watches for newer ones. Someone who leaves earlier gets it with the next visit. Only the visitor's choice reloads the page here.
 */
export function registerServiceWorker(): void {
  const { workers } = secureContext;
  if (workers === undefined) return;
  let wasControlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    if (chosenHere) window.location.reload();
    // The first worker to control the page is not a new version.
    else if (!wasControlled) wasControlled = true;
    else change('replaced');
  });
  // Some browsers allow no workers in private windows; the site works without one.
  whenStill(() => void registerAndWatch().catch(() => {}));
  void askToBeTaken(workers);
}

async function registerAndWatch(): Promise<void> {
  // Nothing on the screen needs it, so it loads after what is on the screen.
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox(inSite('/sw.js'));
  worker.addEventListener('waiting', () => change('waiting'));
  lookAgainOnReturn(worker);
  await worker.register({ immediate: true });
}

/**
 * A worker that became active while this page was loading does not control it; see sw/take-over.ts. If a newer version
 * is waiting, this page may belong to that one, and the old worker must not claim it.
 */
async function askToBeTaken(workers: ServiceWorkerContainer): Promise<void> {
  const { active, installing, waiting } = await workers.ready;
  const isTaken = workers.controller !== null;
  if (!isTaken && installing === null && waiting === null) active?.postMessage({ type: 'CLAIM' });
}

function lookAgainOnReturn(registered: Workbox): void {
  let lastLook = Date.now();
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    // After a clock was set back, the difference says nothing.
    if (Math.abs(Date.now() - lastLook) < VERSION_CHECKED_MS) return;
    lastLook = Date.now();
    // Offline there is nothing to fetch.
    void registered.update().catch(() => {});
    // Cache Storage may have been emptied while the page was open.
    secureContext.workers?.controller?.postMessage({ type: 'KEEP_SHELL' });
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  window.addEventListener('pageshow', look);
  window.addEventListener('online', look);
  setInterval(look, VERSION_CHECKED_MS * 3);
}

/** Activates the waiting version and reloads this tab once; other tabs are only told. */
export function switchToNewVersion(): void {
  chosenHere = true;
  const switchOver = async () => {
    const registration = await secureContext.workers?.getRegistration();
    registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
  };
  void switchOver();
  // Chromium activates the new worker when the old one is idle, and sometimes misses that moment: any
  // message makes it check again.
  setInterval(() => {
    secureContext.workers?.controller?.postMessage({ type: 'STEP_ASIDE' });
    void switchOver();
  }, STEP_ASIDE_MS);
}

/**
 * The outcome of looking for a newer version after a part of this one failed to load (U3).
 *
 * | outcome | meaning |
 * |---|---|
 * | reloading | there is one; the page reloads at the same address |
 * | unreachable | no network, or the host does not answer |
 * | none | the host has nothing newer, or this tab has just tried that |
 */
export type BringOutcome = 'reloading' | 'unreachable' | 'none';

/**
 * Switches to the host's current version and reloads this tab, at most once a minute: if the newer version misses
 * the same part, the page must not reload for ever.
 */
export async function bringNewVersion(): Promise<BringOutcome> {
  const hostsPage = await fetchHostsPage();
  if (hostsPage === null) return 'unreachable';
  // What the device keeps of the part may be damaged.
  secureContext.workers?.controller?.postMessage({ type: 'CHECK_SHELL' });
  if (!mayBring()) return 'none';
  const registration = await secureContext.workers?.getRegistration().catch(() => undefined);
  await registration?.update().catch(() => {});
  if (registration !== undefined && (await isWaiting(registration))) switchToNewVersion();
  else if (isOfAnotherBuild(hostsPage)) window.location.reload();
  else return 'none';
  return 'reloading';
}

/** The host's current page, fetched past the service worker; null if there is no network, or something else answers. */
async function fetchHostsPage(): Promise<string | null> {
  try {
    const address = inSite('/index.html?past-the-worker');
    const { response, text } = await fetchText(address, { cache: 'no-store' });
    return response.ok && isPageOfSite(text) ? text : null;
  } catch {
    return null;
  }
}

function isOfAnotherBuild(page: string): boolean {
  const script = startScript();
  return script !== undefined && !page.includes(script);
}

/** Records the attempt. Returns false if it cannot be recorded: without a record it could be repeated for ever. */
function mayBring(): boolean {
  try {
    const last = Number(sessionStorage.getItem(BROUGHT_VERSION_KEY) ?? Number.NEGATIVE_INFINITY);
    if (Math.abs(Date.now() - last) < BROUGHT_AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(BROUGHT_VERSION_KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** Waits until an installing worker is installed. @returns whether one is waiting to take over */
async function isWaiting({ installing, waiting }: ServiceWorkerRegistration): Promise<boolean> {
  if (installing === null) return waiting !== null;
  return new Promise((resolve) => {
    const look = () => {
      if (installing.state === 'installed') resolve(true);
      else if (installing.state !== 'installing') resolve(false);
    };
    installing.addEventListener('statechange', look);
    setTimeout(() => resolve(false), VERSION_ARRIVES_WITHIN_MS);
    look();
  });
}

export function useVersionState(): VersionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => state,
    () => 'current',
  );
}
