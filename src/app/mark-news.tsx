import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useAccount } from '../engine/index.ts';
import type { FindNews, FoundNews } from '../features/news/find-news.tsx';
import { marksNews, watchMarksNews } from '../lib/visits.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { NewsContext, noNews } from '../ui/news.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { pages } from './pages.tsx';

/**
 * Tells the screens what is new since the last visit (NEWS-1). It starts looking when the browser is idle, so no screen
 * waits. Admins are told nothing, because much of it would be their own work.
 *
 * @param before see `FindNews`
 */
export function MarkNews({ before, children }: { before: number | null; children: ReactNode }) {
  const [Find, setFind] = useState<ComponentType<ComponentProps<typeof FindNews>> | null>(null);
  const [found, setFound] = useState<FoundNews | null>(null);
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
  const isShown = isOn && !isAdmin && found !== null && found.ids.size > 0;
  const news = useMemo(
    () => (isShown ? { ids: found.ids, line: lineFor(found) } : noNews),
    [isShown, found],
  );
  return (
    <NewsContext value={news}>
      {children}
      {Find !== null && <Find before={before} tell={setFound} />}
    </NewsContext>
  );
}

/** `New since your last visit: 2 in Learnings, 1 in Resources` */
function lineFor({ counts }: FoundNews): ReactNode {
  const byPage = pages.flatMap((page) => {
    const kinds = page.shows ?? [];
    const count = kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
    return count === 0 ? [] : [{ ...page, count }];
  });
  return (
    <>
      New<span className="max-xs:sr-only"> since your last visit</span>:{' '}
      {byPage.map(({ id, title, count }, place) => (
        <span key={id}>
          {place > 0 && <span>, </span>}
          {id === '/' ? (
            <span>{count} here</span>
          ) : (
            <span>
              {count} in <TextLink to={id}>{title}</TextLink>
            </span>
          )}
        </span>
      ))}
    </>
  );
}
