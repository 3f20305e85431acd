import { useMemo } from 'react';
import { FoundList } from '../../content/found-list.tsx';
import { filterResources, type ResourceFilter } from '../../content/resources/resource-filter.ts';
import type { Resource } from '../../content/resources/resources.ts';
import { ResourceCard } from './resource-card.tsx';
import type { ResourceChoices } from './resource-choices.ts';
import type { LearningOf } from './use-learning-of.ts';

/** The number of matching resources, then the list or a note that none match. */
export function FoundResources({
  all,
  filter,
  choices,
  learningOf,
}: {
  all: readonly Resource[];
  filter: ResourceFilter;
  choices: ResourceChoices;
  learningOf: (id: string | null) => LearningOf | undefined;
}) {
  const found = useMemo(() => filterResources(all, filter), [all, filter]);
  return (
    <FoundList
      found={found}
      all={all.length}
      one="resource"
      none="No resources found matching your search."
      path="/resources"
      onClear={choices.clear}
      className="grid grid-cols-1 gap-4 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3"
    >
      {(resource, toCount) => {
        const learning = learningOf(resource.learningId);
        return (
          <ResourceCard
            resource={resource}
            learning={learning?.title}
            learningPath={learning?.to}
            onTag={choices.searchTag}
            toCount={toCount}
          />
        );
      }}
    </FoundList>
  );
}
