import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useAccount } from '../engine/index.ts';
import type { FindNews } from '../features/news/find-news.tsx';
import { marksNews, watchMarksNews } from '../lib/visits.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { type News, NewsContext, noNews } from '../ui/news.tsx';
import { pages } from './pages.tsx';

/**
 * Tells the screens what is new since the last visit (NEWS-1). It starts looking when the browser is idle, so no screen
 * waits. Admins are told nothing, because much of it would be their own work.
 *
 * @param before see `FindNews`
 */
export function MarkNews({ before, children }: { before: number | null; children: ReactNode }) {
  const [Find, setFind] = useState<ComponentType<ComponentProps<typeof FindNews>> | null>(null);
  const [found, setFound] = useState<News | null>(null);
  const isOn = useSyncExternalStore(watchMarksNews, marksNews, () => false);
  const isAdmin = useAccount()?.isAdmin === true;
  useEffect(
    () =>
      whenIdle(() => {
        // If the chunk can't be loaded, it is tried again on the next visit.
        import('../features/news/find-news.tsx')
          .then((part) => setFind(() => part.FindNews))
          .catch(() => {});
      }),
    [],
  );
  const news = isOn && !isAdmin && found !== null ? found : noNews;
  return (
    <NewsContext value={news}>
      {children}
      {Find !== null && <Find before={before} pages={pages} tell={setFound} />}
    </NewsContext>
  );
}
