import { tagPath } from '../tag-place.ts';

export interface LearningFilter {
  /** Each of them is somewhere in the learning, in any case. */
  readonly words: string;
  /** One of its tags, in any case; empty for any. */
  readonly tag: string;
  /** As in the address; empty for any. */
  readonly year: string;
}

/** The address of the list with these choices; one that is left out is not made. A tag alone has a page of its own. */
export function filteredAddress({
  words = '',
  tag = '',
  year = '',
}: Partial<LearningFilter>): string {
  if (tag !== '' && words === '' && year === '') return tagPath(tag);
  const query = new URLSearchParams({
    ...(words === '' ? {} : { q: words }),
    ...(tag === '' ? {} : { tag }),
    ...(year === '' ? {} : { year }),
  });
  return query.size === 0 ? '/learnings' : `/learnings?${query}`;
}
