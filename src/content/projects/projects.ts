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
import { projectSlug, slugOrId } from '../slug.ts';

export const projectStatuses = ['idea', 'in-progress', 'donezo', 'done'] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

export const projects = defineKind({
  table: 'projects',
  row: v.looseObject({
    id: uuid,
    title: text,
    description: optionalText,
    details: optionalText,
    image_url: optionalText,
    status: v.picklist(projectStatuses),
    slug: optionalText,
    created_at: optionalTimestamp,
  }),
  toItem: (row) => ({
    id: row.id,
    title: row.title,
    description: row.description ?? '',
    details: textOrNull(row.details),
    imageUrl: textOrNull(row.image_url),
    status: row.status,
    slug: slugOf(row),
    createdAt: milliseconds(row.created_at),
  }),
  blank: (at) => ({
    title: '',
    description: '',
    details: null,
    image_url: null,
    status: 'idea',
    slug: null,
    created_at: at,
  }),
  order: (row) => [newestFirst(row.created_at), row.id],
  lookups: { slug: slugOf, status: (row) => row.status },
  pictures: (row) => [row.image_url],
});

export type Project = ItemOf<typeof projects>;

/** What stands in the project's address: its slug field, its title's slug, or else its id. */
function slugOf(row: { id: string; title: string; slug: string | null }): string {
  return slugOrId(textOrNull(row.slug) ?? projectSlug(row.title), row.id);
}
