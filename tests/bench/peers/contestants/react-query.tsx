import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Start } from '../page/contestant.ts';
import { queryList } from './shared/query-list.ts';
import { clientOf } from './shared/supabase-table.ts';

export const start: Start = (backend) => {
  const queryClient = new QueryClient();
  return {
    ...queryList(queryClient, clientOf(backend)),
    Provider: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  };
};
