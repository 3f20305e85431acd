import {
  choice,
  defineKind,
  type ItemOf,
  picture,
  tags,
  text,
  textOrNull,
  timestamp,
} from '../../engine/index.ts';
import { formerSlugs, projectSlug, slugOrId } from '../addresses.ts';
import { draftsFirst, publishedAt } from '../publication.ts';

/** The words for a project's status. */
export const statusWords = {
  idea: 'just an idea at this point',
  'in-progress': 'working on it',
  donezo: 'donezo',
  done: 'completed',
} as const;
export type ProjectStatus = keyof typeof statusWords;

export const projects = defineKind({
  table: 'projects',
  columns: {
    title: text({ required: true }),
    description: text({ required: true, default: '', search: 'text' }),
    details: text({ markup: 'html', showsPictures: true, search: 'text' }),
    image_url: picture(),
    status: choice(statusWords, 'idea', { search: 'tags' }),
    slug: text(),
    former_slugs: tags('list', { by: 'server' }),
    created_at: timestamp({ by: 'server' }),
    updated_at: timestamp({ by: 'change' }),
    published_at: publishedAt,
  },
  name: 'title',
  order: (row) => [draftsFirst(row)],
  more: (row) => ({ slug: slugOf(row) }),
  lookups: { slug: slugOf, former: formerSlugs, status: (row) => row.status },
});

export type Project = ItemOf<typeof projects>;

/** The address of a project: its slug; until the server has given it one, its title's slug, or else its id. */
function slugOf(row: { id: string; title: string; slug: string | null }): string {
  return slugOrId(textOrNull(row.slug) ?? projectSlug(row.title), row.id);
}
