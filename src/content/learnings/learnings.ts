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
  uniqueTags,
  uuid,
} from '../../engine/index.ts';
import { learningSlug, slugOrId } from '../slug.ts';

export const learnings = defineKind({
  table: 'learnings',
  row: v.looseObject({
    id: uuid,
    title: text,
    description: optionalText,
    content: optionalText,
    // A list here; a site that this one replaces may have kept it as comma-separated text.
    tags: v.nullable(v.union([v.array(text), text])),
    link: optionalText,
    project_id: v.nullable(uuid),
    rank: v.nullable(v.number()),
    created_at: optionalTimestamp,
  }),
  toItem: (row) => ({
    id: row.id,
    title: row.title,
    description: row.description ?? '',
    content: textOrNull(row.content),
    tags: Array.isArray(row.tags) ? uniqueTags(row.tags) : splitTags(row.tags),
    link: textOrNull(row.link),
    projectId: row.project_id,
    slug: slugOf(row),
    createdAt: milliseconds(row.created_at),
  }),
  blank: (at) => ({
    title: '',
    description: '',
    content: null,
    tags: null,
    link: null,
    project_id: null,
    rank: null,
    created_at: at,
  }),
  order: (row) => [row.rank ?? Number.POSITIVE_INFINITY, newestFirst(row.created_at), row.id],
  lookups: { slug: slugOf, project: (row) => row.project_id },
});

export type Learning = ItemOf<typeof learnings>;

/** What stands in the learning's address: its title's slug, or else its id. */
function slugOf(row: { id: string; title: string }): string {
  return slugOrId(learningSlug(row.title), row.id);
}
