import type { ItemOf } from '../../engine/index.ts';
import { type KindName, registry } from '../kinds.ts';
import type { Post } from '../posts.ts';

/** A page of the site, found by its name or its purpose. */
export interface SearchedPage {
  /** Its address. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** What stands on it beside its content. */
  readonly headings?: readonly string[];
  /** The kinds whose items are shown on it. */
  readonly shows?: readonly KindName[];
}

/** The owner's own words, and where they stand. */
export interface AboutItem {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The page's address. */
  readonly to: string;
  /** A text of it there, to scroll to. */
  readonly reveal: string;
}

/** The groups of results, and the items in each. */
export type ItemsByGroup = {
  readonly pages: SearchedPage;
  readonly about: AboutItem;
  readonly posts: Post;
} & {
  readonly [Name in KindName]: ItemOf<(typeof registry)[Name]>;
};

export type Group = keyof ItemsByGroup;

export const kindNames = Object.keys(registry) as readonly KindName[];

export const groups: readonly Group[] = ['pages', 'about', 'posts', ...kindNames];

/** The device's items of each group; null while unknown. */
export type Contents = { readonly [G in Group]: readonly ItemsByGroup[G][] | null };
