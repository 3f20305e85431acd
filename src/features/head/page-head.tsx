import { useEffect, useMemo } from 'react';
import { useLocation, useMatch } from 'react-router-dom';
import { learnings } from '../../content/learnings/learnings.ts';
import { projects } from '../../content/projects/projects.ts';
import { byId, type Content, find, useContent } from '../../engine/index.ts';
import { forgetHead, OF_PAGE, SITE_ADDRESS } from '../../lib/forget-head.ts';
import { type HeadElement, headElements } from './head-elements.ts';
import {
  type ListedPage,
  learningPage,
  listedPages,
  type PublicPage,
  projectPage,
} from './public-page.ts';

/**
 * Says in the head what search engines, previews and the browser's own "Share" read of the page that is shown, in the words
 * of the build. While the page is not known, what the build has said of this address stays, and nothing is said of another.
 * The title follows by itself (ui/page-heading.tsx).
 *
 * @param props.pages the site's own pages
 */
export function PageHead({ pages }: { pages: readonly ListedPage[] }) {
  const path = useLocation().pathname.replace(/(.)\/$/, '$1');
  const project = useMatch('/projects/:at')?.params.at;
  const learning = useMatch('/learnings/:at')?.params.at;
  const listed = useMemo(() => listedPages(pages), [pages]);
  if (project !== undefined) return <ProjectHead key={path} at={project} listed={listed} />;
  if (learning !== undefined) return <LearningHead key={path} at={learning} listed={listed} />;
  const page = listed.find((it) => it.path === path);
  return page === undefined ? null : <Head key={path} page={page} />;
}

interface At {
  readonly at: string;
  readonly listed: readonly PublicPage[];
}

function ProjectHead({ at, listed }: At) {
  const { item, address } = useItem((slug) => find(projects, 'slug', slug), byId(projects, at), at);
  const page = useMemo(
    () => item && address && projectPage(item, address, listed),
    [item, address, listed],
  );
  return page ? <Head page={page} /> : null;
}

function LearningHead({ at, listed }: At) {
  const { item, address } = useItem(
    (slug) => find(learnings, 'slug', slug),
    byId(learnings, at),
    at,
  );
  const page = useMemo(
    () => item && address && learningPage(item, address, listed),
    [item, address, listed],
  );
  return page ? <Head page={page} /> : null;
}

type Query<Item> = Parameters<typeof useContent<Item>>[0];

/** The item at an address, by slug first, then by id; and the address that it has in lists (content/addresses.ts). */
function useItem<Item extends { readonly id: string; readonly slug: string }>(
  bySlug: (slug: string) => Query<Item>,
  byKey: Query<Item>,
  at: string,
): { readonly item: Item | null; readonly address: string | null } {
  const atSlug = first(useContent(bySlug(at)));
  const atKey = first(useContent(byKey));
  const item = atSlug ?? atKey;
  const holder = first(useContent(bySlug(item?.slug ?? at)));
  if (item === null || holder === null) return { item, address: null };
  return { item, address: holder.id === item.id ? item.slug : item.id };
}

function first<Item>(content: Content<Item>): Item | null {
  return (content.state === 'ready' ? content.items[0] : null) ?? null;
}

function Head({ page }: { page: PublicPage }) {
  useEffect(() => {
    const site = document.head.querySelector<HTMLMetaElement>(`meta[name="${SITE_ADDRESS}"]`);
    forgetHead();
    document.head.append(...headElements(page, site?.content ?? null).map(made));
    return forgetHead;
  }, [page]);
  return null;
}

function made(element: HeadElement): HTMLElement {
  const node = document.createElement(element.name);
  for (const [name, value] of Object.entries(element.attributes)) node.setAttribute(name, value);
  node.setAttribute(OF_PAGE, '');
  if (element.name === 'script') node.textContent = JSON.stringify(element.data);
  return node;
}
