import { useMemo } from 'react';
import { FilterSection } from '../../content/filter-section.tsx';
import { filteredAddress, type LearningFilter } from '../../content/learnings/filtered-address.ts';
import {
  filterLearnings,
  learningYears,
  type YearCount,
} from '../../content/learnings/learning-filter.ts';
import type { Learning } from '../../content/learnings/learnings.ts';
import { PopularTags } from '../../content/popular-tags.tsx';
import { popularTags, sameTag, type TagUse } from '../../content/tags.ts';
import { counted, inThousands } from '../../lib/in-words.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { LinkChip } from '../../ui/toggle-chip.tsx';
import { useUrlParameter } from '../../ui/url-parameter.ts';

/** LEARNINGS-3 to LEARNINGS-5: search, tags, years. Tags and years are links: each is an address. */
export function LearningControls({
  all,
  filter,
}: {
  all: readonly Learning[];
  filter: LearningFilter;
}) {
  const { tag, year } = filter;
  const search = useUrlParameter('q');
  const tags = useMemo(() => tagsWithin(all, tag, year), [all, tag, year]);
  const years = useMemo(() => yearsWithin(all, tag, year), [all, tag, year]);
  return (
    <FilterSection
      search={
        <SearchField
          label="Search learnings"
          placeholder="Search learnings..."
          value={search.value}
          onChange={search.type}
        />
      }
      inUse={[tag, year].filter((choice) => choice !== '').length}
    >
      <PopularTags tags={tags} searched={tag}>
        {(use, isOn) => (
          <LinkChip to={filteredAddress({ ...filter, tag: isOn ? '' : use.tag })} isOn={isOn}>
            <span className="truncate">{use.tag}</span>
            <Count>{use.uses}</Count>
          </LinkChip>
        )}
      </PopularTags>
      {(years.length > 1 || year !== '') && (
        <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
          <legend className="float-left mr-2 text-small text-muted">Years</legend>
          {years.map((one) => {
            const isOn = one.year === year;
            return (
              <LinkChip
                key={one.year}
                to={filteredAddress({ ...filter, year: isOn ? '' : one.year })}
                isOn={isOn}
              >
                {one.year}
                <Count>{one.count}</Count>
              </LinkChip>
            );
          })}
        </fieldset>
      )}
    </FilterSection>
  );
}

/** The tags of a year's learnings, and the one in use. Words do not count: the page would move at every key. */
function tagsWithin(all: readonly Learning[], chosen: string, year: string): readonly TagUse[] {
  const tags = popularTags(filterLearnings(all, { words: '', tag: '', year }));
  const isThere = chosen === '' || tags.some(({ tag }) => sameTag(tag, chosen));
  return isThere ? tags : [...tags, { tag: chosen, uses: 0 }];
}

/** The years of a tag's learnings, and the one in use. */
function yearsWithin(all: readonly Learning[], tag: string, chosen: string): readonly YearCount[] {
  const years = learningYears(filterLearnings(all, { words: '', tag, year: '' }));
  const isThere = chosen === '' || years.some(({ year }) => year === chosen);
  return isThere ? years : [...years, { year: chosen, count: 0 }];
}

function Count({ children }: { children: number }) {
  return (
    <>
      <span aria-hidden="true" className="font-normal tabular-nums opacity-75">
        {inThousands(children)}
      </span>
      <span className="sr-only">{counted(children, 'learning')}</span>
    </>
  );
}
