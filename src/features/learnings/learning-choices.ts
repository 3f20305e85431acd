import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LearningFilter } from '../../content/learnings/filtered-address.ts';

/** The visitor's choices, read from the address. */
export function useLearningFilter(): LearningFilter {
  const [parameters] = useSearchParams();
  const words = parameters.get('q') ?? '';
  const tag = parameters.get('tag') ?? '';
  const year = parameters.get('year') ?? '';
  return useMemo(() => ({ words, tag, year }), [words, tag, year]);
}
