import { type ComponentType, useEffect, useState } from 'react';
import type { ListedPage } from '../features/head/public-page.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { pages } from './pages.tsx';

/** What the head says of the page (features/head). Nobody sees it, so it loads after what people see. */
export function HeadWhenIdle() {
  const [Head, setHead] = useState<ComponentType<{ pages: readonly ListedPage[] }> | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import('../features/head/page-head.tsx').then(
          ({ PageHead }) => setHead(() => PageHead),
          // If it can't be loaded, the head describes only the first page.
          () => {},
        );
      }),
    [],
  );
  return Head && <Head pages={pages} />;
}
