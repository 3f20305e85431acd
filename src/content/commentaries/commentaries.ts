import { defineKind, type ItemOf, picture, text, timestamp } from '../../engine/index.ts';
import { draftsFirst, publishedAt } from '../publication.ts';

export const commentaries = defineKind({
  table: 'commentaries',
  columns: {
    title: text({ required: true }),
    content: text({
      required: true,
      markup: 'plain-markdown',
      showsPictures: true,
      search: 'text',
    }),
    image_url: picture(),
    created_at: timestamp({ by: 'server' }),
    updated_at: timestamp({ by: 'change' }),
    published_at: publishedAt,
  },
  name: 'title',
  order: (row) => [draftsFirst(row)],
});

export type Commentary = ItemOf<typeof commentaries>;
