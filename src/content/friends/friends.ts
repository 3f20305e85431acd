import * as v from 'valibot';
import {
  defineKind,
  type ItemOf,
  milliseconds,
  newestFirst,
  optionalText,
  optionalTimestamp,
  text,
  textOrNull,
  uuid,
} from '../../engine/index.ts';

/** People the owner builds and learns with; not the AI tools, which share their nickname. */
export const friends = defineKind({
  table: 'friends',
  row: v.looseObject({
    id: uuid,
    name: text,
    role: optionalText,
    avatar_url: optionalText,
    bio: optionalText,
    created_at: optionalTimestamp,
  }),
  toItem: (row) => ({
    id: row.id,
    name: row.name,
    role: textOrNull(row.role),
    avatarUrl: textOrNull(row.avatar_url),
    bio: textOrNull(row.bio),
    createdAt: milliseconds(row.created_at),
  }),
  blank: (at) => ({ name: '', role: null, avatar_url: null, bio: null, created_at: at }),
  order: (row) => [newestFirst(row.created_at), row.id],
  pictures: (row) => [row.avatar_url],
});

export type Friend = ItemOf<typeof friends>;
