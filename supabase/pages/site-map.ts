import { pages, type SitePage } from '../../src/app/pages.tsx';
import { addressesIn } from '../../src/content/addresses.ts';
import { opening, plainText } from '../../src/content/learnings/learning-text.ts';
import type { Learning } from '../../src/content/learnings/learnings.ts';
import type { Project } from '../../src/content/projects/projects.ts';
import { site } from '../../src/site.config.ts';
import type { Items } from './content.ts';

/** An address that everybody may read, and what search engines and previews are told about it. */
export interface PublicPage {
  /** Percent-encoded, without the site's address and base path. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** When what it shows was last added to, in ms since 1970; null if nothing of it has a date. */
  readonly changed: number | null;
  /** The page above it; null for the home page. */
  readonly above: PublicPage | null;
  readonly item:
    | { readonly kind: 'project'; readonly project: Project }
    | { readonly kind: 'learning'; readonly learning: Learning }
    | null;
}

/** It tells of this device and nothing else. */
const PRIVATE = '/offline';

/** The most of a description that anybody shows, in characters. */
const DESCRIPTION = 200;

/** Every public page, the one above before those below. */
export function publicPages(items: Items): readonly PublicPage[] {
  const listed = pages.filter(({ id }) => id !== PRIVATE);
  const home = listed.filter(({ id }) => id === '/').map((page) => pageOf(page, items, null));
  const [above = null] = home;
  const lists = listed.filter(({ id }) => id !== '/').map((page) => pageOf(page, items, above));
  const at = (path: string) => lists.find((page) => page.path === path) ?? above;
  const projectAddress = addressesIn(items.projects);
  const learningAddress = addressesIn(items.learnings);
  return [
    ...home,
    ...lists,
    ...items.projects.map((project) => ({
      path: `/projects/${encodeURIComponent(projectAddress(project))}`,
      name: project.title,
      description: inShort([project.description, project.details], project.title),
      changed: project.createdAt,
      above: at('/projects'),
      item: { kind: 'project' as const, project },
    })),
    ...items.learnings.map((learning) => ({
      path: `/learnings/${encodeURIComponent(learningAddress(learning))}`,
      name: learning.title,
      description: inShort([learning.description, learning.content], learning.title),
      changed: learning.createdAt,
      above: at('/learnings'),
      item: { kind: 'learning' as const, learning },
    })),
  ];
}

function pageOf(
  { id, title, about, shows = [] }: SitePage,
  items: Items,
  above: PublicPage | null,
): PublicPage {
  const shown = id === '/' ? Object.values(items) : shows.map((kind) => items[kind]);
  return {
    path: id,
    name: title,
    description: id === '/' ? inShort([site.description], title) : `${about} · ${site.tagline}`,
    changed: newest(shown.flat()),
    above,
    item: null,
  };
}

function newest(items: readonly object[]): number | null {
  const times = items.flatMap((item) =>
    'createdAt' in item && typeof item.createdAt === 'number' ? [item.createdAt] : [],
  );
  return times.length === 0 ? null : Math.max(...times);
}

/** The first text that says anything, on one line. */
function inShort(texts: readonly (string | null)[], otherwise: string): string {
  const said = texts.map((text) => opening(plainText(text ?? ''))).find((text) => text !== '');
  const line = said ?? otherwise;
  if (line.length <= DESCRIPTION) return line;
  const lastSpace = line.lastIndexOf(' ', DESCRIPTION);
  return `${line.slice(0, lastSpace > 0 ? lastSpace : DESCRIPTION)}…`;
}
