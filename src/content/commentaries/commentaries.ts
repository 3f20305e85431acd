import {
  defineKind,
  type ItemOf,
  newestFirst,
  picture,
  text,
  timestamp,
} from '../../engine/index.ts';

export const commentaries = defineKind({
  table: 'commentaries',
  columns: {
    title: text({ required: true }),
    content: text({ required: true, markup: 'plain-markdown', search: 'text' }),
    image_url: picture(),
    created_at: timestamp({ by: 'server' }),
    updated_at: timestamp({ by: 'change' }),
  },
  name: 'title',
  order: (row) => [newestFirst(row.created_at)],
});

export type Commentary = ItemOf<typeof commentaries>;
