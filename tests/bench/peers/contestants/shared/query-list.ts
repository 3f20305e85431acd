import type { SupabaseClient } from '@supabase/supabase-js';
import { MutationObserver, type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { List } from '../../page/contestant.ts';
import { SHOWN } from './shown.ts';
import { type Link, patchRow, selectAll } from './supabase-table.ts';

const LIST = ['links'];
const EDIT = ['links', 'edit'];

interface Edit {
  readonly id: string;
  readonly title: string;
}

/** One query for the whole list, and the recipe for optimistic updates of React Query's documentation. */
export function queryList(queryClient: QueryClient, supabase: SupabaseClient): List {
  const replace = (id: string, change: (row: Link) => Link) =>
    queryClient.setQueryData<Link[]>(LIST, (rows) =>
      rows?.map((row) => (row.id === id ? change(row) : row)),
    );
  queryClient.setMutationDefaults(EDIT, {
    mutationFn: ({ id, title }: Edit) => patchRow(supabase, id, { title }),
    onMutate: async ({ id, title }: Edit) => {
      await queryClient.cancelQueries({ queryKey: LIST });
      const before = queryClient.getQueryData<Link[]>(LIST)?.find((row) => row.id === id);
      replace(id, (row) => ({ ...row, title }));
      return before;
    },
    onError: (_error, { id }: Edit, before: unknown) => {
      if (before !== undefined) replace(id, () => before as Link);
    },
    // After the last of several edits, once for all of them.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: EDIT }) === 1
        ? queryClient.invalidateQueries({ queryKey: LIST })
        : undefined,
  });

  return {
    useSnapshot() {
      const { data } = useQuery({ queryKey: LIST, queryFn: () => selectAll(supabase) });
      return useMemo(
        () => ({ isComplete: data !== undefined, newest: data?.slice(0, SHOWN) ?? [] }),
        [data],
      );
    },
    pull: () => queryClient.refetchQueries({ queryKey: LIST }),
    setTitle(id, title) {
      new MutationObserver<unknown, Error, Edit>(queryClient, { mutationKey: EDIT })
        .mutate({ id, title })
        .catch(() => {});
    },
    count: () => queryClient.getQueryData<Link[]>(LIST)?.length ?? 0,
  };
}
