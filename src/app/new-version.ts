import { useSyncExternalStore } from 'react';
import { Workbox } from 'workbox-window';

/**
 * Which version of the site this tab runs, as far as the visitor has to know.
 *
 * | state | meaning | offered |
 * |---|---|---|
 * | current | nothing newer is known | – |
 * | waiting | a newer version is on the device and waits | Update |
 * | replaced | another tab has switched to it; this one still runs the old | Reload, when done |
 */
export type VersionState = 'current' | 'waiting' | 'replaced';

/** Coming back to a tab looks for a new version, at most this often. */
const LOOK_AGAIN_MS = 20_000;

/** How often the old worker is asked to make room, until the switch reloads the page. */
const STEP_ASIDE_MS = 1_000;

let state: VersionState = 'current';
let chosenHere = false;
let worker: Workbox | null = null;
const listeners = new Set<() => void>();

function change(next: VersionState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Registers the service worker and watches for its successors. Nothing reloads unless the visitor says so here. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  let wasControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (chosenHere) window.location.reload();
    // The first worker taking the page is no news.
    else if (!wasControlled) wasControlled = true;
    else change('replaced');
  });
  worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () => change('waiting'));
  // A page that cannot have a worker (private windows of some browsers) works without.
  void worker.register().catch(() => {});
  lookAgainOnReturn(worker);
}

function lookAgainOnReturn(registered: Workbox): void {
  let lastLook = Date.now();
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastLook < LOOK_AGAIN_MS) return;
    lastLook = Date.now();
    // Offline there is no newer version to be had.
    void registered.update().catch(() => {});
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  window.addEventListener('pageshow', look);
  window.addEventListener('online', look);
  setInterval(look, LOOK_AGAIN_MS * 3);
}

/** Switches to the waiting version and reloads this tab, once; other tabs are only told. */
export function switchToNewVersion(): void {
  chosenHere = true;
  worker?.messageSkipWaiting();
  // Chromium lets the new worker in when the old one is idle, and now and then misses that moment: any
  // message makes it look again.
  setInterval(() => {
    navigator.serviceWorker.controller?.postMessage({ type: 'STEP_ASIDE' });
    worker?.messageSkipWaiting();
  }, STEP_ASIDE_MS);
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
