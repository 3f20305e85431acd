import { useMemo } from 'react';
import type { ResourceFilter } from '../../model/resource-filter.ts';
import { type ResourceType, resourceTypes } from '../../model/resources.ts';
import { useUrlParameter } from '../../ui/url-parameter.ts';

/** What the visitor has chosen, read from the address, and the ways to choose otherwise. */
export interface ResourceChoices {
  filter: ResourceFilter;
  /** A keystroke in the search box: no entry in the history. */
  typeTag: (tag: string) => void;
  /** A click on a tag. */
  searchTag: (tag: string) => void;
  chooseType: (type: ResourceType | null) => void;
  chooseLearning: (id: string) => void;
  toggleSort: () => void;
}

export function useResourceChoices(): ResourceChoices {
  const tag = useUrlParameter('tag');
  const type = useUrlParameter('type');
  const learning = useUrlParameter('learning');
  const sort = useUrlParameter('sort');
  const oldestFirst = sort.value === 'oldest';
  return useMemo(
    () => ({
      filter: {
        tag: tag.value,
        type: resourceTypes.find((known) => known === type.value) ?? null,
        learningId: learning.value === '' ? null : learning.value,
        oldestFirst,
      },
      typeTag: tag.type,
      searchTag: tag.choose,
      chooseType: (chosen) => type.choose(chosen ?? ''),
      chooseLearning: learning.choose,
      toggleSort: () => sort.choose(oldestFirst ? '' : 'oldest'),
    }),
    [tag, type, learning, sort, oldestFirst],
  );
}
