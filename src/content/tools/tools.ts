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

/** AI tools: the site's visitors know them as AI friends. */
export const tools = defineKind({
  table: 'ai_tools',
  row: v.looseObject({
    id: uuid,
    name: text,
    bio: optionalText,
    picture: optionalText,
    hyperlink: optionalText,
    tag: optionalText,
    created_at: optionalTimestamp,
  }),
  toItem: (row) => ({
    id: row.id,
    name: row.name,
    bio: textOrNull(row.bio),
    picture: textOrNull(row.picture),
    hyperlink: textOrNull(row.hyperlink),
    tag: textOrNull(row.tag),
    createdAt: milliseconds(row.created_at),
  }),
  blank: (at) => ({
    name: '',
    bio: null,
    picture: null,
    hyperlink: null,
    tag: null,
    created_at: at,
  }),
  order: (row) => [newestFirst(row.created_at), row.name, row.id],
  pictures: (row) => [row.picture],
});

export type Tool = ItemOf<typeof tools>;
