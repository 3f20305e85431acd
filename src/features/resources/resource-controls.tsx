import { memo } from 'react';
import { FilterSection } from '../../content/filter-section.tsx';
import { PopularTags } from '../../content/popular-tags.tsx';
import type { ResourceFilter } from '../../content/resources/resource-filter.ts';
import type { TagUse } from '../../content/tags.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ToggleChip } from '../../ui/toggle-chip.tsx';
import { LearningChoice } from './learning-choice.tsx';
import type { ResourceChoices } from './resource-choices.ts';
import { TypeChoice } from './type-choice.tsx';

/** RESOURCES-1 to RESOURCES-5: search, sort, type, learning, popular tags. */
export const ResourceControls = memo(function ResourceControls({
  filter,
  choices,
  tags,
}: {
  filter: ResourceFilter;
  choices: ResourceChoices;
  /** The most used first. */
  tags: readonly TagUse[];
}) {
  const { oldestFirst } = filter;
  return (
    <FilterSection
      search={
        <SearchField
          label="Search by tag"
          placeholder="Search by tag..."
          value={filter.tag}
          onChange={choices.typeTag}
        />
      }
      inUse={[filter.type, filter.learningId].filter((choice) => choice !== null).length}
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button onClick={() => choices.sort(oldestFirst ? 'newest first' : 'oldest first')}>
          {oldestFirst ? 'Date: Oldest First' : 'Date: Newest First'}
        </Button>
        <TypeChoice type={filter.type} onChoose={choices.chooseType} />
        <LearningChoice learningId={filter.learningId} onChoose={choices.chooseLearning} />
      </div>
      <PopularTags tags={tags} searched={filter.tag}>
        {({ tag }, isSearched) => (
          <ToggleChip
            pressed={isSearched}
            onToggle={() => choices.searchTag(isSearched ? '' : tag)}
          >
            {tag}
          </ToggleChip>
        )}
      </PopularTags>
    </FilterSection>
  );
});
