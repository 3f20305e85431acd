import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { addressesIn } from '../../content/addresses.ts';
import { FoundList } from '../../content/found-list.tsx';
import type { LearningFilter } from '../../content/learnings/filtered-address.ts';
import { LearningCard } from '../../content/learnings/learning-card.tsx';
import { filterLearnings } from '../../content/learnings/learning-filter.ts';
import { type Learning, learnings } from '../../content/learnings/learnings.ts';
import { useProjectOf } from '../../content/learnings/use-project-of.ts';
import { LoadFailure } from '../../content/load-failure.tsx';
import { taggedTitle } from '../../content/tag-place.ts';
import { list, useContent } from '../../engine/index.ts';
import { pageTitle } from '../../lib/list-pages.ts';
import { noIndex } from '../../lib/no-index.ts';
import { ByState } from '../../ui/by-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useClearParameters } from '../../ui/url-parameter.ts';
import { useListPage } from '../../ui/use-list-page.ts';
import { useLearningFilter, useTagOfPage } from './learning-choices.ts';
import { LearningControls } from './learning-controls.tsx';

const everyLearning = list(learnings);
const nothing: readonly Learning[] = [];

/** LEARNINGS-1, LEARNINGS-7: all, or those with a tag; by rank, then newest first. Every choice lives in the address. */
export function LearningsPage() {
  const content = useContent(everyLearning);
  const all = content.state === 'ready' ? content.items : nothing;
  const tagOfPage = useTagOfPage(all);
  const filter = useLearningFilter(tagOfPage);
  const page = useListPage();
  const clear = useClearParameters(['q', 'tag', 'year']);
  const navigate = useNavigate();
  useFailureToast(content.state === 'error');
  return (
    <PageColumn>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PageHeading
          title={tagOfPage === null ? pageTitle('Learnings', page) : taggedTitle(tagOfPage.tag)}
        >
          {tagOfPage === null ? 'Learnings' : taggedTitle(tagOfPage.tag)}
        </PageHeading>
        {tagOfPage?.isThere === false && ['ready', 'empty'].includes(content.state) && (
          <meta {...noIndex} />
        )}
        {content.state !== 'empty' && <LearningControls all={all} filter={filter} />}
        <ByState
          content={content}
          loading={<Spinner label="Loading learnings" />}
          error={<LoadFailure>Error loading learnings data. Please try again later.</LoadFailure>}
          empty={<Note>No learnings found.</Note>}
        >
          {(items) => (
            <FoundLearnings
              all={items}
              filter={filter}
              onClear={tagOfPage === null ? clear : () => void navigate('/learnings')}
            />
          )}
        </ByState>
      </div>
    </PageColumn>
  );
}

function FoundLearnings({
  all,
  filter,
  onClear,
}: {
  all: readonly Learning[];
  filter: LearningFilter;
  onClear: () => void;
}) {
  const found = useMemo(() => filterLearnings(all, filter), [all, filter]);
  const addressOf = useMemo(() => addressesIn(all), [all]);
  const projectOf = useProjectOf();
  return (
    <FoundList
      found={found}
      all={all.length}
      one="learning"
      none="No learnings found."
      path="/learnings"
      onClear={onClear}
      className="grid gap-4 @xl/column:grid-cols-2 @xl/column:gap-6"
    >
      {(learning, toCount) => (
        <LearningCard
          learning={learning}
          address={addressOf(learning)}
          heading="h2"
          project={projectOf(learning)}
          onTag={toCount}
        />
      )}
    </FoundList>
  );
}

/** LEARNINGS-2: in addition to the message on the page, which stays. */
function useFailureToast(failed: boolean): void {
  const toast = useToast();
  useEffect(() => {
    if (failed) toast({ title: 'Failed to load learnings. Please try again.', look: 'danger' });
  }, [failed, toast]);
}
