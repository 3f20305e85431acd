import { addressesIn } from '../../content/addresses.ts';
import { type Learning, learnings } from '../../content/learnings/learnings.ts';
import { LoadFailure } from '../../content/load-failure.tsx';
import { list, useContent } from '../../engine/index.ts';
import { webAddress } from '../../lib/web-address.ts';
import { ByState } from '../../ui/by-state.tsx';
import { Card } from '../../ui/card.tsx';
import { OnDevice } from '../../ui/item-marks.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StretchedLink } from '../../ui/stretched-link.tsx';
import { NewTabLink } from '../../ui/text-link.tsx';

/** All learnings, not only the project's: their slugs are resolved within the whole list. */
const everyLearning = list(learnings);
const byTitle = new Intl.Collator('en', { sensitivity: 'base' });

/** PROJECT-3: the project's learnings, sorted by title. */
export function ProjectLearnings({ projectId }: { projectId: string }) {
  const content = useContent(everyLearning);
  return (
    <Section title="Learnings">
      <ByState
        content={content}
        loading={<Spinner label="Loading learnings" />}
        error={<LoadFailure>Unable to load learnings</LoadFailure>}
        empty={<LearningCards all={[]} projectId={projectId} />}
      >
        {(all) => <LearningCards all={all} projectId={projectId} />}
      </ByState>
    </Section>
  );
}

function LearningCards({ all, projectId }: { all: readonly Learning[]; projectId: string }) {
  const addressOf = addressesIn(all);
  const own = all
    .filter((learning) => learning.projectId === projectId)
    .sort((a, b) => byTitle.compare(a.title, b.title));
  if (own.length === 0) return <Note>No learnings documented for this project yet.</Note>;
  return (
    <ul className="grid gap-4 @2xl/column:grid-cols-2 @2xl/column:gap-6">
      {own.map((learning) => (
        <li key={learning.id}>
          <LearningCard learning={learning} address={addressOf(learning)} />
        </li>
      ))}
    </ul>
  );
}

function LearningCard({ learning, address }: { learning: Learning; address: string }) {
  const link = webAddress(learning.link);
  return (
    <Card className="flex h-full flex-col gap-2 p-5">
      <h3 className="text-h3">
        <StretchedLink to={`/learnings/${encodeURIComponent(address)}`} state={{ learning }}>
          {learning.title}
        </StretchedLink>
      </h3>
      <OnDevice id={learning.id} />
      <p className="line-clamp-3 text-muted">{learning.description}</p>
      {link !== null && (
        <p className="relative mt-auto self-start pt-1">
          <NewTabLink href={link}>Learn more</NewTabLink>
        </p>
      )}
    </Card>
  );
}
