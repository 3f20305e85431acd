import {
  choice,
  defineKind,
  type ItemOf,
  link,
  picture,
  reference,
  tags,
  text,
  timestamp,
} from '../../engine/index.ts';
import { learnings } from '../learnings/learnings.ts';
import { draftsFirst, publishedAt } from '../publication.ts';

export const resourceTypes = ['audio', 'video', 'text'] as const;
export type ResourceType = (typeof resourceTypes)[number];

export const resources = defineKind({
  table: 'resources',
  columns: {
    title: text({ required: true }),
    description: text({
      required: true,
      default: '',
      markup: 'plain-markdown',
      search: 'text',
    }),
    link_url: link({ as: 'link' }),
    image_url: picture(),
    tags: tags('commas', { search: 'tags' }),
    type: choice(resourceTypes, 'text', { search: 'tags' }),
    Source: text({ search: 'text' }),
    learning_id: reference(() => learnings),
    created_at: timestamp({ by: 'server' }),
    updated_at: timestamp({ by: 'change' }),
    published_at: publishedAt,
  },
  name: 'title',
  order: (row) => [draftsFirst(row)],
});

export type Resource = ItemOf<typeof resources>;
