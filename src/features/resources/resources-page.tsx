import { useMemo } from 'react';
import { LoadFailure } from '../../content/load-failure.tsx';
import { resources } from '../../content/resources/resources.ts';
import { popularTags } from '../../content/tags.ts';
import { list, useContent } from '../../engine/index.ts';
import { pageTitle } from '../../lib/list-pages.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useListPage } from '../../ui/use-list-page.ts';
import { WayOn } from '../../ui/way-on.tsx';
import { FoundResources } from './found-resources.tsx';
import { useResourceChoices, useResourceFilter } from './resource-choices.ts';
import { ResourceControls } from './resource-controls.tsx';
import { useLearningOf } from './use-learning-of.ts';

const everyResource = list(resources);

/** RESOURCES-7. Every choice lives in the address. */
export function ResourcesPage() {
  const content = useContent(everyResource);
  const filter = useResourceFilter();
  const page = useListPage();
  const choices = useResourceChoices();
  const learningOf = useLearningOf();
  const whose = learningOf(filter.learningId);
  const tags = useMemo(
    () => (content.state === 'ready' ? popularTags(content.items) : []),
    [content],
  );
  return (
    <PageColumn>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {!whose?.to ? (
          <PageHeading title={pageTitle('Resources', page)}>Resources</PageHeading>
        ) : (
          <div className="grid gap-4">
            <BackLink to={whose.to}>Back to the learning</BackLink>
            <PageHeading
              title={`Resources for ${whose.title}`}
              beside={<TextLink to="/resources">All resources</TextLink>}
            />
          </div>
        )}
        <ResourceControls filter={filter} choices={choices} tags={tags} />
        <ByState
          content={content}
          loading={<Spinner label="Loading resources" />}
          error={<LoadFailure>Error loading resources.</LoadFailure>}
          empty={<Note>No resources found matching your search.</Note>}
        >
          {(items) => (
            <FoundResources all={items} filter={filter} choices={choices} learningOf={learningOf} />
          )}
        </ByState>
      </div>
      <WayOn why="What came out of them" to="/learnings">
        All learnings
      </WayOn>
    </PageColumn>
  );
}
