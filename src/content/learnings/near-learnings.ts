import type { Learning } from './learnings.ts';

/** LEARNING-5: those before and after a learning in the order of the list. It has none if it is not in there. */
export function neighboursOf(
  all: readonly Learning[],
  { id }: Learning,
): { readonly previous: Learning | undefined; readonly next: Learning | undefined } {
  const place = all.findIndex((it) => it.id === id);
  if (place === -1) return { previous: undefined, next: undefined };
  return { previous: all[place - 1], next: all[place + 1] };
}

/**
 * LEARNING-6: the learnings of one's project, then those that share a tag with it, in any case. Of each, first those that share most,
 * then the newest.
 */
export function relatedTo(
  all: readonly Learning[],
  { id, tags, projectId }: Learning,
  most: number,
): readonly Learning[] {
  const wanted = lowered(tags);
  return all
    .filter((it) => it.id !== id)
    .map((learning) => ({
      learning,
      isKin: projectId !== null && learning.projectId === projectId,
      shared: sharedWith(wanted, learning),
    }))
    .filter(({ isKin, shared }) => isKin || shared > 0)
    .sort(
      (a, b) =>
        Number(b.isKin) - Number(a.isKin) ||
        b.shared - a.shared ||
        newerFirst(a.learning, b.learning),
    )
    .slice(0, most)
    .map(({ learning }) => learning);
}

/** DIFF-9: the newest learnings, whatever their rank is. */
export function latestOf(all: readonly Learning[], most: number): readonly Learning[] {
  return [...all].sort(newerFirst).slice(0, most);
}

function sharedWith(wanted: ReadonlySet<string>, { tags }: Learning): number {
  return [...lowered(tags)].filter((tag) => wanted.has(tag)).length;
}

function lowered(tags: readonly string[]): ReadonlySet<string> {
  return new Set(tags.map((tag) => tag.trim().toLowerCase()));
}

/** Those without a date come last. */
function newerFirst(a: Learning, b: Learning): number {
  return (b.createdAt ?? 0) - (a.createdAt ?? 0);
}
