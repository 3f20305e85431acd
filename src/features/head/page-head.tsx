import { useDeferredValue, useEffect, useMemo } from 'react';
import { useLocation, useMatch } from 'react-router-dom';
import { oldestOf } from '../../content/addresses.ts';
import { type Learning, learnings } from '../../content/learnings/learnings.ts';
import { useOwnersWords } from '../../content/profile/use-owners-words.ts';
import { type Project, projects } from '../../content/projects/projects.ts';
import { tagAt } from '../../content/tag-place.ts';
import { useItemAt } from '../../content/use-item-at.ts';
import { find, type Kind, list, useContent } from '../../engine/index.ts';
import { OF_PAGE, SITE_ADDRESS } from '../../lib/built-page.ts';
import { forgetHead } from '../../lib/forget-head.ts';
import { asInRows } from '../../lib/uuid.ts';
import { site } from '../../site.config.ts';
import { useAddressInBar } from './address-in-bar.ts';
import { type HeadElement, headElements } from './head-elements.ts';
import {
  type ListedPage,
  learningPage,
  listedPages,
  type PublicPage,
  partOfList,
  projectPage,
  tagPage,
} from './public-page.ts';

/**
 * Writes into the head what search engines, previews and the browser's "Share" read about the current page, in the same
 * words as the build. Until the page is known, the build's words for this address stay; for another address there are none.
 * The title is set elsewhere (ui/page-heading.tsx).
 *
 * @param props.pages the site's own pages
 */
export function PageHead({ pages }: { pages: readonly ListedPage[] }) {
  const path = useLocation().pathname.replace(/(.)\/$/, '$1');
  const project = useMatch('/projects/:at')?.params.at;
  const learning = useMatch('/learnings/:at')?.params.at;
  const tagged = useMatch('/tags/:at')?.params.at;
  const listed = useMemo(() => listedPages(pages), [pages]);
  if (project !== undefined) return <ProjectHead key={path} at={project} listed={listed} />;
  if (learning !== undefined) return <LearningHead key={path} at={learning} listed={listed} />;
  if (tagged !== undefined) return <TagHead key={path} at={tagged} listed={listed} />;
  const [, whole = path, number = '1'] = /^(.+)\/page\/([1-9]\d*)$/.exec(path) ?? [];
  const isPart = whole === path || pages.some(({ id, isLongList }) => id === whole && isLongList);
  const page = listed.find((it) => isPart && it.path === whole);
  return page === undefined ? null : <Head key={path} page={page} part={Number(number)} />;
}

interface At {
  readonly at: string;
  readonly listed: readonly PublicPage[];
}

function ProjectHead({ at, listed }: At) {
  const { item, address, isId } = useItem(projects, at);
  const page = useMemo(
    () => item && address && projectPage(item, address, listed),
    [item, address, listed],
  );
  useAddressInBar(page && (isId ? `/projects/${at}` : page.path));
  return page ? <Head page={page} /> : null;
}

function LearningHead({ at, listed }: At) {
  const { item, address, isId } = useItem(learnings, at);
  const page = useMemo(
    () => item && address && learningPage(item, address, listed),
    [item, address, listed],
  );
  useAddressInBar(page && (isId ? `/learnings/${at}` : page.path));
  return page ? <Head page={page} /> : null;
}

const everyLearning = list(learnings);

function TagHead({ at, listed }: At) {
  const all = useContent(everyLearning);
  const page = useMemo(() => {
    const tag = all.state === 'ready' ? tagAt(all.items, at) : undefined;
    return tag === undefined ? null : tagPage(tag, listed);
  }, [all, at, listed]);
  return page && <Head page={page} />;
}

/**
 * The item at an address, the address that it has in lists (content/addresses.ts), and whether the one here is its id. It comes in a render
 * of its own: nobody waits for the head, and to read the words of a long text takes a while.
 */
function useItem<Item extends Project | Learning>(
  // biome-ignore lint/suspicious/noExplicitAny: the row type stays inside the kind
  kind: Kind<any, Item, 'slug' | 'former'>,
  at: string,
): { readonly item: Item | null; readonly address: string | null; readonly isId: boolean } {
  const found = useItemAt(kind, at);
  const item = useDeferredValue(found.state === 'ready' ? found.item : null, null);
  const named = useContent(find(kind, 'slug', item?.slug ?? at));
  const holder = named.state === 'ready' ? oldestOf(named.items) : undefined;
  const isId = item?.id === asInRows(at);
  // For a moment the answer is still that to the question before.
  if (item === null || holder?.slug !== item.slug) return { item, address: null, isId };
  return { item, address: holder.id === item.id ? item.slug : item.id, isId };
}

/** @param props.part of a long list, counted from 1 */
function Head({ page, part = 1 }: { page: PublicPage; part?: number }) {
  const { words } = useOwnersWords(site);
  useEffect(() => {
    const named = document.head.querySelector<HTMLMetaElement>(`meta[name="${SITE_ADDRESS}"]`);
    forgetHead();
    const shown = partOfList(page, part);
    document.head.append(...headElements(shown, named?.content ?? null, words).map(made));
    return forgetHead;
  }, [page, part, words]);
  return null;
}

function made(element: HeadElement): HTMLElement {
  const node = document.createElement(element.name);
  for (const [name, value] of Object.entries(element.attributes)) node.setAttribute(name, value);
  node.setAttribute(OF_PAGE, '');
  if (element.name === 'script') node.textContent = JSON.stringify(element.data);
  return node;
}
