import { useId } from 'react';
import { learnings } from '../../model/learnings.ts';
import { popularTags } from '../../model/resource-filter.ts';
import { type Resource, resourceTypes } from '../../model/resources.ts';
import { list } from '../../store/queries.ts';
import { useContent } from '../../store/react.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ToggleChip } from '../../ui/toggle-chip.tsx';
import { PopularTags } from './popular-tags.tsx';
import type { ResourceChoices } from './resource-choices.ts';

const everyLearning = list(learnings);

/** Spec section 2, Resources: search, sort, type, learning, popular tags. */
export function ResourceControls({
  choices,
  resources,
}: {
  choices: ResourceChoices;
  resources: readonly Resource[];
}) {
  const { filter } = choices;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap gap-3">
        <SearchField
          label="Search by tag"
          placeholder="Search by tag..."
          value={filter.tag}
          onChange={choices.typeTag}
        />
        <Button onClick={choices.toggleSort}>
          {filter.oldestFirst ? 'Date: Oldest First' : 'Date: Newest First'}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
          <legend className="sr-only">Filter by type</legend>
          {resourceTypes.map((type) => (
            <ToggleChip
              key={type}
              pressed={filter.type === type}
              onToggle={() => choices.chooseType(filter.type === type ? null : type)}
            >
              {type}
            </ToggleChip>
          ))}
        </fieldset>
        {filter.type !== null && (
          <Button look="bare" onClick={() => choices.chooseType(null)}>
            Clear filter
          </Button>
        )}
        <LearningChoice choices={choices} />
      </div>
      <PopularTags tags={popularTags(resources)} choices={choices} />
    </div>
  );
}

function LearningChoice({ choices }: { choices: ResourceChoices }) {
  const content = useContent(everyLearning);
  const id = useId();
  const known = content.state === 'ready' ? content.items : [];
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 md:ml-auto">
      <label htmlFor={id} className="text-small text-muted">
        Filter by learning
      </label>
      <select
        id={id}
        value={choices.filter.learningId ?? ''}
        onChange={(event) => choices.chooseLearning(event.currentTarget.value)}
        className="min-h-11 max-w-64 min-w-0 rounded-control border border-control bg-surface px-3"
      >
        <option value="">All learnings</option>
        {known.map((learning) => (
          <option key={learning.id} value={learning.id}>
            {learning.title}
          </option>
        ))}
      </select>
    </div>
  );
}
