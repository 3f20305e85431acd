import {
  defineKind,
  type ItemOf,
  newestFirst,
  picture,
  text,
  timestamp,
} from '../../engine/index.ts';

/** People the owner builds and learns with; not the AI tools, which share their nickname. */
export const friends = defineKind({
  table: 'friends',
  columns: {
    name: text({ required: true }),
    role: text({ search: 'tags' }),
    avatar_url: picture(),
    bio: text({ search: 'text' }),
    created_at: timestamp({ by: 'server' }),
  },
  name: 'name',
  order: (row) => [newestFirst(row.created_at)],
});

export type Friend = ItemOf<typeof friends>;
