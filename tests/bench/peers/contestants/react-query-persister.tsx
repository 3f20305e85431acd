import { QueryClient } from '@tanstack/react-query';
import {
  type PersistedClient,
  type Persister,
  PersistQueryClientProvider,
} from '@tanstack/react-query-persist-client';
import { del, get, set } from 'idb-keyval';
import type { Start } from '../page/contestant.ts';
import { queryList } from './shared/query-list.ts';
import { clientOf } from './shared/supabase-table.ts';
import { watchWrites } from './shared/writes.ts';

const KEY = 'react-query';
const DAY_MS = 24 * 60 * 60 * 1000;

export const start: Start = (backend) => {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { gcTime: DAY_MS }, mutations: { gcTime: DAY_MS } },
  });

  // The persister of the documentation, but with one write at a time, of the newest state. As documented it writes the
  // whole cache for every event, and with 100 edits of 10,000 rows Chromium fails: "Failed to write blobs".
  const writes = watchWrites();
  let saved: Promise<void> = Promise.resolve();
  let next: PersistedClient | undefined;
  const persister: Persister = {
    persistClient(state) {
      if (next === undefined) {
        saved = saved.then(() => {
          const newest = next;
          next = undefined;
          return set(KEY, newest);
        });
        writes.note(saved);
      }
      next = state;
    },
    restoreClient: () => get(KEY),
    removeClient: () => del(KEY),
  };

  return {
    ...queryList(queryClient, clientOf(backend)),
    Provider: ({ children }) => (
      <PersistQueryClientProvider
        client={queryClient}
        persistOptions={{ persister }}
        onSuccess={async () => {
          await queryClient.resumePausedMutations();
          await queryClient.invalidateQueries();
        }}
      >
        {children}
      </PersistQueryClientProvider>
    ),
    durable: writes.durable,
  };
};
