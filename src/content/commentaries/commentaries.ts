import * as v from 'valibot';
import {
  milliseconds,
  newestFirst,
  optionalText,
  optionalTimestamp,
  text,
  textOrNull,
  uuid,
} from '../../engine/columns.ts';
import { defineKind, type ItemOf } from '../../engine/define.ts';

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
