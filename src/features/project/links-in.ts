import { LINKS_SHOWN } from '../../lib/limits.ts';
import { webAddress } from '../../lib/web-address.ts';

export interface OutwardLink {
  readonly href: string;
  /** Its address without what every address has. */
  readonly words: string;
}

/** A link of HTML, one of Markdown that is no picture, and an address in pointed brackets. */
const links = /(?:\bhref=["']|(?<!!)\[[^\]\n]*\]\(|<)(https?:\/\/[^\s"'<>)]+)/gi;

/**
 * The first links to other sites in a project's details, each once. A glance at the source and no parser: what is in a code
 * block counts, too.
 */
export function linksIn(details: string): readonly OutwardLink[] {
  const found = new Map<string, OutwardLink>();
  for (const [, source = ''] of details.matchAll(links)) {
    if (found.size === LINKS_SHOWN) break;
    const href = webAddress(source.replaceAll('&amp;', '&'));
    if (href === null) continue;
    const { host, pathname } = new URL(href);
    const words = `${host}${pathname}`.replace(/^www\.|\/$/g, '');
    if (!found.has(words)) found.set(words, { href, words });
  }
  return [...found.values()];
}
