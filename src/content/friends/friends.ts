import {
  defineKind,
  type ItemOf,
  newestFirst,
  picture,
  text,
  timestamp,
} from '../../engine/index.ts';

/** The people the owner builds and learns with, as opposed to AI tools, which are also called friends. */
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
