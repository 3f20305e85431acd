import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { ResourceFilter } from '../../content/resources/resource-filter.ts';
import { type ResourceType, resourceTypes } from '../../content/resources/resources.ts';
import { asInRows } from '../../lib/uuid.ts';
import { useClearParameters, useUrlParameter } from '../../ui/url-parameter.ts';

/** The visitor's choices, read from the address. */
export function useResourceFilter(): ResourceFilter {
  const tag = useUrlParameter('tag').value;
  const type = useUrlParameter('type').value;
  const learning = useUrlParameter('learning').value;
  const sort = useUrlParameter('sort').value;
  return useMemo(
    () => ({
      tag,
      type: resourceTypes.find((known) => known === type) ?? null,
      learningId: learning === '' ? null : asInRows(learning),
      oldestFirst: sort === 'oldest',
    }),
    [tag, type, learning, sort],
  );
}

/** Functions that change the choices. */
export interface ResourceChoices {
  /** For keystrokes in the search box: no history entry. */
  typeTag: (tag: string) => void;
  /** For a click on a tag. */
  searchTag: (tag: string) => void;
  chooseType: (type: ResourceType | null) => void;
  chooseLearning: (id: string | null) => void;
  sort: (order: 'newest first' | 'oldest first') => void;
  /** Clears all filters; the order stays. */
  clear: () => void;
}

/** Stable across renders: two thousand cards receive one of these functions, and would all render again. */
export function useResourceChoices(): ResourceChoices {
  const tag = useUrlParameter('tag');
  const type = useUrlParameter('type');
  const learning = useUrlParameter('learning');
  const sort = useUrlParameter('sort');
  const typeTag = useStable(tag.type);
  const searchTag = useStable(tag.choose);
  const chooseType = useStable((chosen: ResourceType | null) => type.choose(chosen ?? ''));
  const chooseLearning = useStable((id: string | null) => learning.choose(id ?? ''));
  const sortBy = useStable((order: string) =>
    sort.choose(order === 'oldest first' ? 'oldest' : ''),
  );
  const clear = useStable(useClearParameters(['tag', 'type', 'learning']));
  return useMemo(
    () => ({ typeTag, searchTag, chooseType, chooseLearning, sort: sortBy, clear }),
    [typeTag, searchTag, chooseType, chooseLearning, sortBy, clear],
  );
}

/** A stable function that calls the newest one: the router's own changes with every change of the address. */
function useStable<Arguments extends unknown[]>(
  act: (...given: Arguments) => void,
): (...given: Arguments) => void {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...given: Arguments) => newest.current(...given), []);
}
