import * as v from 'valibot';
import {
  defineKind,
  type ItemOf,
  milliseconds,
  newestFirst,
  optionalText,
  optionalTimestamp,
  splitTags,
  text,
  textOrNull,
  uuid,
} from '../../engine/index.ts';

export const resourceTypes = ['audio', 'video', 'text'] as const;
export type ResourceType = (typeof resourceTypes)[number];

export const resources = defineKind({
  table: 'resources',
  row: v.looseObject({
    id: uuid,
    title: text,
    description: optionalText,
    link_url: optionalText,
    image_url: optionalText,
    tags: optionalText,
    type: v.picklist(resourceTypes),
    Source: optionalText,
    learning_id: v.nullable(uuid),
    created_at: optionalTimestamp,
  }),
  toItem: (row) => ({
    id: row.id,
    title: row.title,
    description: row.description ?? '',
    link: textOrNull(row.link_url),
    imageUrl: textOrNull(row.image_url),
    tags: splitTags(row.tags),
    type: row.type,
    source: textOrNull(row.Source),
    learningId: row.learning_id,
    createdAt: milliseconds(row.created_at),
  }),
  blank: (at) => ({
    title: '',
    description: '',
    link_url: null,
    image_url: null,
    tags: null,
    type: 'text',
    Source: null,
    learning_id: null,
    created_at: at,
  }),
  order: (row) => [newestFirst(row.created_at), row.id],
  lookups: { learning: (row) => row.learning_id },
  pictures: (row) => [row.image_url],
});

export type Resource = ItemOf<typeof resources>;
