import type { ReactNode } from 'react';

type States<Item> =
  | { readonly state: 'loading' }
  | { readonly state: 'error' }
  | { readonly state: 'empty' }
  | { readonly state: 'ready'; readonly items: readonly Item[] };

/** Shows what belongs to the state that content is in. */
export function ByState<Item>({
  content,
  loading,
  error,
  empty,
  children,
}: {
  content: States<Item>;
  loading: ReactNode;
  error: ReactNode;
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}) {
  switch (content.state) {
    case 'loading':
      return loading;
    case 'error':
      return error;
    case 'empty':
      return empty;
    case 'ready':
      return children(content.items);
  }
}
