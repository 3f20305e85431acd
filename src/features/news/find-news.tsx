import { useEffect, useMemo, useState } from 'react';
import { type KindName, registry } from '../../content/kinds.ts';
import type { Contents, SearchedPage } from '../../content/search/groups.ts';
import { wayTo } from '../../content/search/ways.ts';
import { type AnyKind, itemName, list, useContent, useMirrorState } from '../../engine/index.ts';
import type { Instant } from '../../lib/millis.ts';
import { noteSeen } from '../../lib/visits.ts';
import type { News } from '../../ui/news.tsx';
import { useReveal } from '../../ui/use-reveal.ts';
import type { NewItem } from './new-item.ts';
import { NewsDialog } from './news-dialog.tsx';
import { NewsWords } from './news-words.tsx';

/** An item, and when the server made it. */
interface Dated {
  readonly id: string;
  readonly createdAt: Instant | null;
}

const kinds = Object.entries(registry) as [KindName, AnyKind][];
const every = kinds.map(([, kind]) => list<Dated>(kind));

/**
 * Finds the items that the server has made since the last visit, live, and remembers the newest for the next visit. It
 * compares only the server's times, so a wrong clock on the device does not matter.
 *
 * @param props.before the time of the newest item that was here when the last visit ended; null marks nothing
 * @param props.tell is told what is new; null for nothing
 */
export function FindNews({
  before,
  pages,
  tell,
}: {
  before: Instant | null;
  pages: readonly SearchedPage[];
  tell: (found: News | null) => void;
}) {
  // biome-ignore lint/correctness/useHookAtTopLevel: as many in each render, in the same order
  const held = every.map((query) => useContent(query));
  const isComplete = useMirrorState().freshness !== null;
  const [isOpen, setOpen] = useState(false);
  // Of the search, too, once it was opened: to do it twice changes nothing.
  useReveal();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each kind
  const { news, newest } = useMemo(() => {
    const lists = held.map((content) => (content.state === 'ready' ? content.items : []));
    const byName = kinds.map(([name], place) => [name, lists[place]]);
    const contents = { ...Object.fromEntries(byName), pages } as Contents;
    const found: (NewItem & { readonly at: Instant })[] = [];
    let newest = 0;
    for (const [place, [name, kind]] of kinds.entries())
      for (const item of lists[place] ?? []) {
        const at = item.createdAt ?? 0;
        newest = Math.max(newest, at);
        if (before === null || at <= before) continue;
        const way = wayTo(name, item.id, contents);
        if (way !== null)
          found.push({ id: item.id, kind: name, title: itemName(kind, item), way, at });
      }
    return { news: found.sort((one, other) => other.at - one.at), newest };
  }, [before, pages, ...held]);

  useEffect(() => {
    if (news.length === 0) return tell(null);
    const ids = new Set(news.map(({ id }) => id));
    tell({ ids, line: <NewsWords news={news} onMore={() => setOpen(true)} /> });
  }, [tell, news]);
  useEffect(() => {
    if (isComplete) noteSeen(newest);
  }, [isComplete, newest]);
  return <NewsDialog news={news} open={isOpen} onClose={() => setOpen(false)} />;
}
