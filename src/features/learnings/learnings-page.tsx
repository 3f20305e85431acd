import { useEffect } from 'react';
import { addressesIn } from '../../content/addresses.ts';
import { LearningCard } from '../../content/learnings/learning-card.tsx';
import { learnings } from '../../content/learnings/learnings.ts';
import { LoadFailure } from '../../content/load-failure.tsx';
import { projects } from '../../content/projects/projects.ts';
import { list, useContent } from '../../engine/index.ts';
import { ByState } from '../../ui/by-state.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useToast } from '../../ui/toast.tsx';

const everyLearning = list(learnings);
const everyProject = list(projects);

/** LEARNINGS-1: by rank, then newest first. */
export function LearningsPage() {
  const content = useContent(everyLearning);
  const known = useContent(everyProject);
  const titles = new Map(
    known.state === 'ready' ? known.items.map(({ id, title }) => [id, title]) : [],
  );
  const titleOf = (projectId: string | null) => {
    if (projectId === null) return undefined;
    // Reserves the line: cards that grow when the projects arrive would move everything below.
    return known.state === 'loading' ? '…' : titles.get(projectId);
  };
  useFailureToast(content.state === 'error');
  return (
    <PageColumn>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PageHeading title="Learnings" />
        <ByState
          content={content}
          loading={<Spinner label="Loading learnings" />}
          error={<LoadFailure>Error loading learnings data. Please try again later.</LoadFailure>}
          empty={<Note>No learnings found.</Note>}
        >
          {(items) => {
            const addressOf = addressesIn(items);
            return (
              <GrowingList
                items={items}
                className="grid gap-4 @2xl/column:grid-cols-2 @2xl/column:gap-6"
              >
                {(learning) => (
                  <LearningCard
                    learning={learning}
                    address={addressOf(learning)}
                    heading="h2"
                    projectTitle={titleOf(learning.projectId)}
                  />
                )}
              </GrowingList>
            );
          }}
        </ByState>
      </div>
    </PageColumn>
  );
}

/** LEARNINGS-2: in addition to the message on the page, which stays. */
function useFailureToast(failed: boolean): void {
  const toast = useToast();
  useEffect(() => {
    if (failed) toast({ title: 'Failed to load learnings. Please try again.', look: 'danger' });
  }, [failed, toast]);
}
