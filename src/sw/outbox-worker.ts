/// <reference lib="webworker" />

import { kinds } from '../content/kinds.ts';
import { createDatabase } from '../engine/mirror/database.ts';
import { openSessionStore } from '../engine/mirror/session-store.ts';
import { backendOfBuild } from '../engine/supabase/backend.ts';
import { pull } from '../engine/supabase/call-pull.ts';
import { push, ready } from '../engine/supabase/call-push.ts';
import { createSession } from '../engine/supabase/session.ts';
import { OUTBOX_TAG } from '../lib/outbox-tag.ts';
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
      exchangeOn(database) {
        const session = createSession(backend, openSessionStore(database));
        return {
          remote: {
            pull: (request, signal) => pull(backend, session, request, signal),
            ready: () => ready(session),
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
