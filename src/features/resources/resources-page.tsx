import { useDeferredValue, useMemo } from 'react';
import { filterResources } from '../../model/resource-filter.ts';
import { type Resource, resources } from '../../model/resources.ts';
import { list } from '../../store/queries.ts';
import { useContent } from '../../store/react.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ResourceCard } from './resource-card.tsx';
import { type ResourceChoices, useResourceChoices } from './resource-choices.ts';
import { ResourceControls } from './resource-controls.tsx';

const everyResource = list(resources);

/** Spec section 2, Resources. Every choice lives in the address. */
export function ResourcesPage() {
  const content = useContent(everyResource);
  const choices = useResourceChoices();
  const all = content.state === 'ready' ? content.items : [];
  return (
    <PageColumn>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PageHeading title="Resources" />
        <ResourceControls choices={choices} resources={all} />
        <ByState
          content={content}
          loading={<Spinner label="Loading resources" />}
          error={<Alert>Error loading resources.</Alert>}
          empty={<NothingFound />}
        >
          {(items) => <FoundResources all={items} choices={choices} />}
        </ByState>
      </div>
    </PageColumn>
  );
}

function NothingFound() {
  return <Note>No resources found matching your search.</Note>;
}

function FoundResources({ all, choices }: { all: readonly Resource[]; choices: ResourceChoices }) {
  // The field follows every keystroke; the list may come a moment later.
  const tag = useDeferredValue(choices.filter.tag);
  const { type, learningId, oldestFirst } = choices.filter;
  const found = useMemo(
    () => filterResources(all, { tag, type, learningId, oldestFirst }),
    [all, tag, type, learningId, oldestFirst],
  );
  const { searchTag } = choices;
  const cards = useMemo(
    () =>
      found.map((resource) => (
        <li
          key={resource.id}
          className="[contain-intrinsic-size:auto_22rem] [content-visibility:auto]"
        >
          <ResourceCard resource={resource} onTag={searchTag} />
        </li>
      )),
    [found, searchTag],
  );
  return (
    <>
      <p role="status" className="sr-only">
        {`${found.length} of ${all.length} resources`}
      </p>
      {found.length === 0 ? (
        <NothingFound />
      ) : (
        <ul className="grid grid-cols-1 gap-4 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3">
          {cards}
        </ul>
      )}
    </>
  );
}
