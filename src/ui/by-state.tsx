import type { ReactNode } from 'react';
import { Note } from './note.tsx';

type States<Item> =
  | { readonly state: 'loading' }
  | { readonly state: 'error' }
  | { readonly state: 'empty' }
  | { readonly state: 'unreadable'; readonly count: number }
  | { readonly state: 'ready'; readonly items: readonly Item[] };

/** Renders content according to its state. */
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
    case 'unreadable':
      return <Note line="plain">{unreadableInWords(content.count)}</Note>;
    case 'ready':
      return children(content.items);
    default:
      return content satisfies never;
  }
}

/** For rows that this version of the site cannot read. */
export function unreadableInWords(count: number): string {
  return count === 1
    ? '1 item needs a newer version of this site.'
    : `${count} items need a newer version of this site.`;
}
