import { type AnyColumn, type AnyKind, itemName, shownName } from '../../engine/index.ts';
import { SEARCHED_LENGTH } from '../../lib/limits.ts';
import { beginning } from '../../lib/shortened.ts';
import { registry } from '../kinds.ts';
import { htmlOrMarkdownWords } from '../markdown/html-or-markdown.ts';
import { plainWords } from '../markdown/plain-words.ts';
import type { Post } from '../posts.ts';
import type { AboutItem, Group, ItemsByGroup, SearchedPage } from './groups.ts';

/** The words of an item, by their weight. */
interface Words {
  readonly title: string;
  readonly tags: readonly string[];
  readonly text: string;
}

/** An item in the index. */
export interface SearchEntry extends Words {
  /** Unique among all entries: row ids are unique only within their group. */
  readonly key: string;
  readonly group: Group;
  readonly id: string;
}

export function keyOf(group: Group, id: string): string {
  return `${group} ${id}`;
}

/** The id within a key. */
export function idIn(group: Group, key: string): string {
  return key.slice(group.length + 1);
}

export function toEntry<G extends Group>(group: G, item: ItemsByGroup[G]): SearchEntry {
  const { title, tags, text } = wordsOfItem(group, item);
  return {
    key: keyOf(group, item.id),
    group,
    id: item.id,
    title,
    tags,
    text: beginning(text, SEARCHED_LENGTH).replace(/\s+/g, ' ').trim(),
  };
}

function wordsOfItem(group: Group, item: ItemsByGroup[Group]): Words {
  switch (group) {
    case 'pages': {
      const { title, about, headings = [] } = item as SearchedPage;
      return { title, tags: headings, text: about };
    }
    case 'about': {
      const { title, text } = item as AboutItem;
      return { title, tags: [], text };
    }
    case 'posts': {
      const { title, tags, author, excerpt } = item as Post;
      return { title, tags: [...tags, author], text: excerpt };
    }
    default:
      return wordsOfKind(registry[group], item);
  }
}

/** The values of the columns that the kind declares searchable. */
function wordsOfKind(kind: AnyKind, item: object): Words {
  const held = item as Readonly<Record<string, unknown>>;
  const wordsFor = (place: 'tags' | 'text') =>
    Object.entries(kind.columns)
      .filter(([, { options }]) => options.search === place)
      .flatMap(([name, column]) => wordsIn(column, held[shownName(name, column) ?? '']));
  return {
    title: itemName(kind, item),
    tags: wordsFor('tags'),
    text: wordsFor('text').join(' '),
  };
}

function wordsIn(column: AnyColumn, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  switch (column.sort) {
    case 'tags':
      return value as string[];
    case 'choice':
      return [column.words?.[String(value)] ?? String(value)];
    case 'text':
    case 'link':
    case 'picture':
    case 'reference':
    case 'number':
    case 'date':
    case 'timestamp':
    case 'flag':
      return [readable(column, String(value))];
    default:
      return column satisfies never;
  }
}

/** What someone reads of a text, as far as it is searched. */
function readable(column: AnyColumn, text: string): string {
  if (!('markup' in column) || column.markup === undefined) return text;
  const searched = beginning(text, SEARCHED_LENGTH);
  if (column.markup === 'html') return htmlOrMarkdownWords(searched);
  return plainWords(searched, { tagsAreWords: column.markup === 'plain-markdown' });
}
