import { type ComponentType, lazy, Suspense } from 'react';
import { loadPart } from '../lib/part.ts';
import { Loading } from './loading.tsx';

/** A page that is no part of what visitors keep: it is loaded when it is shown, and says so meanwhile. */
export function adminPart(title: string, words: string, load: () => Promise<ComponentType>) {
  const Page = lazy(async () => ({ default: await loadPart(load) }));
  return (
    <Suspense fallback={<Loading title={title} words={words} />}>
      <Page />
    </Suspense>
  );
}
