import {
  defineKind,
  type ItemOf,
  link,
  number,
  reference,
  tags,
  text,
  textOrNull,
  timestamp,
} from '../../engine/index.ts';
import { formerSlugs, learningSlug, slugOrId } from '../addresses.ts';
import { projects } from '../projects/projects.ts';
import { draftsFirst, publishedAt } from '../publication.ts';

export const learnings = defineKind({
  table: 'learnings',
  columns: {
    title: text({ required: true }),
    description: text({ required: true, default: '', search: 'text' }),
    content: text({ markup: 'markdown', showsPictures: true, search: 'text' }),
    tags: tags('list', { search: 'tags' }),
    link: link(),
    project_id: reference(() => projects),
    rank: number({ by: 'elsewhere', as: null }),
    slug: text(),
    former_slugs: tags('list', { by: 'server' }),
    created_at: timestamp({ by: 'form or server' }),
    updated_at: timestamp({ by: 'change' }),
    published_at: publishedAt,
  },
  name: 'title',
  order: (row) => [row.rank ?? Number.POSITIVE_INFINITY, draftsFirst(row)],
  more: (row) => ({ slug: slugOf(row) }),
  lookups: { slug: slugOf, former: formerSlugs },
});

export type Learning = ItemOf<typeof learnings>;

/** The address of a learning: its slug; until the server has given it one, its title's slug, or else its id. */
function slugOf(row: { id: string; title: string; slug: string | null }): string {
  return slugOrId(textOrNull(row.slug) ?? learningSlug(textOrNull(row.title) ?? ''), row.id);
}
