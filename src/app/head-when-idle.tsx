import { type ComponentType, useEffect, useState } from 'react';
import type { ListedPage } from '../features/head/public-page.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { pages } from './pages.tsx';

/** What the head says of the page (features/head): nobody sees it, so it is loaded after what is seen. */
export function HeadWhenIdle() {
  const [Head, setHead] = useState<ComponentType<{ pages: readonly ListedPage[] }> | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import('../features/head/page-head.tsx').then(
          ({ PageHead }) => setHead(() => PageHead),
          // Out of reach: the head then says nothing of pages other than the first.
          () => {},
        );
      }),
    [],
  );
  return Head && <Head pages={pages} />;
}
