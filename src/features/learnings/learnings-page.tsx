import { webAddress } from '../../lib/web-address.ts';
import { addressOf } from '../../model/addresses.ts';
import { plainText } from '../../model/learning-text.ts';
import { type Learning, learnings } from '../../model/learnings.ts';
import { projects } from '../../model/projects.ts';
import { list } from '../../store/queries.ts';
import { useContent } from '../../store/react.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StretchedLink } from '../../ui/stretched-link.tsx';
import { TagList } from '../../ui/tag-list.tsx';
import { NewTabLink } from '../../ui/text-link.tsx';

const everyLearning = list(learnings);
const everyProject = list(projects);

/** Spec section 2, Learnings list: by rank, then newest first. */
export function LearningsPage() {
  const content = useContent(everyLearning);
  const known = useContent(everyProject);
  const titles = new Map(
    known.state === 'ready' ? known.items.map((project) => [project.id, project.title]) : [],
  );
  return (
    <PageColumn>
      <div className="grid gap-6">
        <PageHeading title="Learnings" />
        <ByState
          content={content}
          loading={<Spinner label="Loading learnings" />}
          error={<Alert>Error loading learnings data. Please try again later.</Alert>}
          empty={<Note>No learnings found.</Note>}
        >
          {(items) => (
            <ul className="grid gap-4 @2xl/column:grid-cols-2 @2xl/column:gap-6">
              {items.map((learning) => (
                <li key={learning.id}>
                  <LearningCard
                    learning={learning}
                    address={addressOf(learning, items)}
                    projectTitle={
                      learning.projectId === null ? undefined : titles.get(learning.projectId)
                    }
                  />
                </li>
              ))}
            </ul>
          )}
        </ByState>
      </div>
    </PageColumn>
  );
}

function LearningCard({
  learning,
  address,
  projectTitle,
}: {
  learning: Learning;
  address: string;
  projectTitle: string | undefined;
}) {
  const link = webAddress(learning.link);
  return (
    <Card className="flex h-full flex-col gap-3 p-5">
      <h2 className="font-text text-h3 tracking-normal">
        <StretchedLink to={`/learnings/${encodeURIComponent(address)}`} state={{ learning }}>
          {learning.title}
        </StretchedLink>
      </h2>
      <TagList tags={learning.tags} />
      {projectTitle !== undefined && (
        <p className="text-small text-muted">Associated Project: {projectTitle}</p>
      )}
      <p>{learning.description}</p>
      {learning.content !== null && (
        <p className="line-clamp-3 text-muted">{plainText(learning.content)}</p>
      )}
      {link !== null && (
        <p className="relative mt-auto justify-self-start">
          <NewTabLink href={link}>Learn more</NewTabLink>
        </p>
      )}
    </Card>
  );
}
