/// <reference lib="webworker" />

import { engineName, kinds, model } from '../content/kinds.ts';
import { createEngine } from '../engine/index.ts';
import { backendOfBuild } from '../lib/backend-of-build.ts';
import { OUTBOX_TAG } from '../lib/outbox-tag.ts';

/**
 * A second service worker, for admins with waiting edits (app/background-sync.ts): the browser wakes it to send them.
 * It is separate from sw.ts, which every visitor downloads. The second composition root.
 */
declare const self: ServiceWorkerGlobalScope & {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
};

/** Missing from TypeScript's library, because only Chromium has it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const backend = backendOfBuild(self.location.origin);

self.addEventListener('sync', (event) => {
  if (event.tag !== OUTBOX_TAG) return;
  event.waitUntil(createEngine({ name: engineName, kinds, model, backend }).sendWhatWaits());
});

// It controls no page, so a newer one need not wait.
self.addEventListener('install', () => void self.skipWaiting());
