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

export const commentaries = defineKind({
  table: 'commentaries',
  row: v.looseObject({
    id: uuid,
    title: text,
    content: text,
    image_url: optionalText,
    created_at: optionalTimestamp,
  }),
  toItem: (row) => ({
    id: row.id,
    title: row.title,
    content: row.content,
    imageUrl: textOrNull(row.image_url),
    createdAt: milliseconds(row.created_at),
  }),
  blank: (at) => ({ title: '', content: '', image_url: null, created_at: at }),
  order: (row) => [newestFirst(row.created_at), row.id],
  pictures: (row) => [row.image_url],
});

export type Commentary = ItemOf<typeof commentaries>;
