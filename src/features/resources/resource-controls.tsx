import { memo, useId, useState } from 'react';
import type { ResourceFilter } from '../../content/resources/resource-filter.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { LearningChoice } from './learning-choice.tsx';
import { PopularTags } from './popular-tags.tsx';
import type { ResourceChoices } from './resource-choices.ts';
import { TypeChoice } from './type-choice.tsx';

/**
 * RESOURCES-1 to RESOURCES-5: search, sort, type, learning, popular tags. On a phone all but the search are folded away
 * (RESOURCES-8), since they would fill the first screen.
 */
export const ResourceControls = memo(function ResourceControls({
  filter,
  choices,
  tags,
}: {
  filter: ResourceFilter;
  choices: ResourceChoices;
  /** The most used first. */
  tags: readonly string[];
}) {
  const { oldestFirst } = filter;
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const active = [filter.type, filter.learningId].filter((choice) => choice !== null).length;
  return (
    <section aria-label="Filters" className="grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden">
      <div className="flex gap-3">
        <div className="max-w-md min-w-0 flex-1">
          <SearchField
            label="Search by tag"
            placeholder="Search by tag..."
            value={filter.tag}
            onChange={choices.typeTag}
          />
        </div>
        <Button
          className="@xl/column:hidden"
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {active === 0 ? 'Filters' : `Filters (${active})`}
        </Button>
      </div>
      <div
        id={id}
        className={`grid-cols-[minmax(0,1fr)] gap-4 @xl/column:grid ${unfolded ? 'grid' : 'hidden'}`}
      >
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button onClick={() => choices.sort(oldestFirst ? 'newest first' : 'oldest first')}>
            {oldestFirst ? 'Date: Oldest First' : 'Date: Newest First'}
          </Button>
          <TypeChoice type={filter.type} onChoose={choices.chooseType} />
          <LearningChoice learningId={filter.learningId} onChoose={choices.chooseLearning} />
        </div>
        <PopularTags tags={tags} searched={filter.tag} onSearch={choices.searchTag} />
      </div>
    </section>
  );
});
