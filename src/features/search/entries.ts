import { plainText } from '../../content/learnings/learning-text.ts';
import { statusWords } from '../../content/projects/projects.ts';
import type { Group, Items } from './groups.ts';

/** The words of an item, by how much they say about it. */
export interface Words {
  readonly title: string;
  readonly tags: readonly string[];
  readonly text: string;
}

/** An item as the index holds it. */
export interface Entry extends Words {
  /** Of all entries: ids of rows are told apart by their group. */
  readonly key: string;
  readonly group: Group;
  readonly id: string;
}

/** More than the longest article; a text without end must not hold up the rest. */
const SEARCHED_TEXT = 40_000;

export function keyOf(group: Group, id: string): string {
  return `${group} ${id}`;
}

/** The id of what has a key. */
export function idIn(group: Group, key: string): string {
  return key.slice(group.length + 1);
}

export function toEntry<G extends Group>(group: G, item: Items[G]): Entry {
  const { title, tags, text } = wordsOfItem[group](item);
  return {
    key: keyOf(group, item.id),
    group,
    id: item.id,
    title: title.trim() === '' ? 'Untitled' : title,
    tags,
    text: text.slice(0, SEARCHED_TEXT).replace(/\s+/g, ' ').trim(),
  };
}

const wordsOfItem: { readonly [G in Group]: (item: Items[G]) => Words } = {
  pages: ({ title, about }) => ({ title, tags: [], text: about }),
  projects: ({ title, description, details, status }) => ({
    title,
    tags: [statusWords[status]],
    text: `${description} ${readable(details)}`,
  }),
  learnings: ({ title, tags, description, content }) => ({
    title,
    tags,
    text: `${description} ${readable(content)}`,
  }),
  resources: ({ title, tags, type, source, description }) => ({
    title,
    tags: [...tags, type],
    text: `${description} ${source ?? ''}`,
  }),
  tools: ({ name, tag, bio }) => ({ title: name, tags: present(tag), text: bio ?? '' }),
  commentaries: ({ title, content }) => ({ title, tags: [], text: content }),
  posts: ({ title, tags, excerpt }) => ({ title, tags, text: excerpt }),
  friends: ({ name, role, bio }) => ({ title: name, tags: present(role), text: bio ?? '' }),
  tracks: ({ title, artist, album }) => ({ title, tags: [artist, ...present(album)], text: '' }),
  tasks: ({ content }) => ({ title: content, tags: [], text: '' }),
};

const present = (value: string | null): string[] => (value === null ? [] : [value]);

/** HTML as the words that are read in it. */
const readable = (html: string | null): string =>
  html === null ? '' : plainText(html.slice(0, SEARCHED_TEXT));
