import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { LearningFilter } from '../../content/learnings/filtered-address.ts';
import type { Learning } from '../../content/learnings/learnings.ts';
import { tagAt } from '../../content/tag-place.ts';

/** LEARNINGS-7: the tag whose page the address is; null on the page of all learnings. */
export interface TagOfPage {
  /** The words of its address, until a learning says how it is spelled. */
  readonly tag: string;
  readonly isThere: boolean;
}

/** @param all the learnings on the device */
export function useTagOfPage(all: readonly Learning[]): TagOfPage | null {
  const { place } = useParams();
  return useMemo(() => {
    if (place === undefined) return null;
    const tag = tagAt(all, place);
    return { tag: tag ?? place, isThere: tag !== undefined };
  }, [all, place]);
}

/** The visitor's choices, read from the address. */
export function useLearningFilter(of: TagOfPage | null): LearningFilter {
  const [parameters] = useSearchParams();
  const words = parameters.get('q') ?? '';
  const tag = of?.tag ?? parameters.get('tag') ?? '';
  const year = parameters.get('year') ?? '';
  return useMemo(() => ({ words, tag, year }), [words, tag, year]);
}
