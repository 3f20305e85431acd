import type { AnyKind } from '../../engine/index.ts';

/**
 * The columns that are no content: what is ordered, moved, renamed or published has no other version. The same as in
 * `sync.content_in`, which tests compare with it.
 */
export const notContent: readonly string[] = [
  'id',
  'created_at',
  'updated_at',
  'slug',
  'former_slugs',
  'rank',
  'position',
  'project_id',
  'learning_id',
  'published_at',
  'is_current',
];

/** The columns of a kind that an earlier version can be restored in, in the order of its definition. */
export function contentColumns({ columns }: AnyKind): readonly string[] {
  return Object.keys(columns).filter((column) => !notContent.includes(column));
}
