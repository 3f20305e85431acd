import { startOfflineExecutor } from '@tanstack/offline-transactions';
import { queryCollectionOptions } from '@tanstack/query-db-collection';
import { createCollection, useLiveQuery } from '@tanstack/react-db';
import { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Start } from '../page/contestant.ts';
import { SHOWN } from './shared/shown.ts';
import { clientOf, type Link, patchRow, selectAll } from './shared/supabase-table.ts';

export const start: Start = async (backend) => {
  const supabase = clientOf(backend);
  const links = createCollection(
    queryCollectionOptions({
      id: 'links',
      queryKey: ['links'],
      queryFn: () => selectAll(supabase),
      queryClient: new QueryClient(),
      getKey: (row: Link) => row.id,
    }),
  );
  const offline = startOfflineExecutor({
    collections: { links },
    mutationFns: {
      edit: async ({ transaction }) => {
        for (const { key, changes } of transaction.mutations) {
          await patchRow(supabase, key, changes);
          // After a reload the queue is sent before the rows are here.
          await links.preload();
          links.utils.writeUpdate({ id: key, ...changes });
        }
      },
    },
  });

  return {
    useSnapshot() {
      const { data, isReady } = useLiveQuery((query) =>
        query
          .from({ link: links })
          .orderBy(({ link }) => link.created_at, 'desc')
          .limit(SHOWN),
      );
      return useMemo(() => ({ isComplete: isReady, newest: data }), [isReady, data]);
    },
    pull: () => links.utils.refetch(),
    setTitle(id, title) {
      const transaction = offline.createOfflineTransaction({
        mutationFnName: 'edit',
        autoCommit: false,
      });
      transaction.mutate(() =>
        links.update(id, (draft) => {
          Object.assign(draft, { title });
        }),
      );
      transaction.commit().catch(() => {});
    },
    count: () => links.size,
  };
};
