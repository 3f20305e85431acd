import { useMemo } from 'react';
import { registry } from '../../content/kinds.ts';
import { posts } from '../../content/posts.ts';
import { withOwn } from '../../content/profile/owners-words.ts';
import type { OwnProfile } from '../../content/profile/profile.ts';
import { type Contents, kindNames } from '../../content/search/groups.ts';
import { type AnyKind, type Content, list, useContent } from '../../engine/index.ts';
import { site } from '../../site.config.ts';
import { aboutItems } from './about-items.ts';
import type { FoundPage } from './group-titles.ts';
import { withHeadings } from './page-words.ts';

const every = kindNames.map((name) => list<{ id: string }>(registry[name] as AnyKind));

export interface Searchable {
  readonly contents: Contents;
  /** `partly`: some of it is still loading. `failed`: it could not be fetched and was never on this device. */
  readonly state: 'all' | 'partly' | 'failed';
}

/** Everything that can be searched, live. The object is the same until its contents change. */
export function useContents(pages: readonly FoundPage[]): Searchable {
  // biome-ignore lint/correctness/useHookAtTopLevel: as many in each render, in the same order
  const held = every.map((query) => useContent(query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each kind
  return useMemo(() => {
    const states = held.map(({ state }) => state);
    const [own] = itemsOf(held[kindNames.indexOf('profile')]) ?? none;
    const words = own === undefined ? site : withOwn(own as OwnProfile, site);
    const byName = kindNames.map((name, place) => [name, itemsOf(held[place])]);
    return {
      contents: {
        ...(Object.fromEntries(byName) as Contents),
        pages: pages.map(withHeadings),
        about: aboutItems(words),
        posts,
        // The owner's words are `about`, whether they were changed or not.
        profile: none,
      },
      state: states.includes('error') ? 'failed' : states.includes('loading') ? 'partly' : 'all',
    };
  }, [pages, ...held]);
}

function itemsOf<Item>(content: Content<Item> | undefined): readonly Item[] | null {
  switch (content?.state) {
    case 'ready':
      return content.items;
    case 'loading':
    case undefined:
      return null;
    case 'empty':
    case 'unreadable':
    case 'error':
      return none;
    default:
      return content satisfies never;
  }
}

/** One constant list, like the others until they change. */
const none: readonly never[] = [];
