/// <reference lib="webworker" />
import { OUTBOX_TAG } from '../lib/outbox-tag.ts';
import { kinds } from '../model/registry.ts';
import { backendOfBuild } from '../remote/backend.ts';
import { pull } from '../remote/pull.ts';
import { push } from '../remote/push.ts';
import { createSession } from '../remote/session.ts';
import { createDatabase } from '../store/database.ts';
import { openSessionStore } from '../store/session.ts';
import { sendWhatWaits } from './background-sync.ts';

/**
 * A second service worker, for admins with edits that wait (app/background-sync.ts): it is woken to send them
 * and does nothing else. It is not part of sw.ts, which every visitor downloads. The second composition root.
 */
declare const self: ServiceWorkerGlobalScope & {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
};

/** Not in TypeScript's library: only Chromium has it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const backend = backendOfBuild(self.location.origin);

self.addEventListener('sync', (event) => {
  if (event.tag !== OUTBOX_TAG) return;
  event.waitUntil(
    sendWhatWaits({
      open: () => createDatabase(kinds),
      kinds,
      exchangeOn(database) {
        const session = createSession(backend, openSessionStore(database, kinds));
        return {
          remote: {
            pull: (request, signal) => pull(backend, session, request, signal),
            push: (request, signal) => push(backend, session, request, signal),
          },
          clock: Date.now,
          locks: navigator.locks,
        };
      },
    }),
  );
});

// It controls no page: there is nothing for a newer one to wait for.
self.addEventListener('install', () => void self.skipWaiting());
