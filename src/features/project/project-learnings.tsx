import { addressesIn } from '../../content/addresses.ts';
import { byTitle } from '../../content/learnings/by-title.ts';
import { LearningCard } from '../../content/learnings/learning-card.tsx';
import { type Learning, learnings } from '../../content/learnings/learnings.ts';
import { LoadFailure } from '../../content/load-failure.tsx';
import { list, useContent } from '../../engine/index.ts';
import { ByState } from '../../ui/by-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** All learnings, not only the project's: their slugs are resolved within the whole list. */
const everyLearning = list(learnings);

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
  const own = all.filter((learning) => learning.projectId === projectId).sort(byTitle);
  if (own.length === 0) return <Note>No learnings documented for this project yet.</Note>;
  return (
    <ul className="grid gap-4 @2xl/column:grid-cols-2 @2xl/column:gap-6">
      {own.map((learning) => (
        <li key={learning.id}>
          <LearningCard learning={learning} address={addressOf(learning)} heading="h3" />
        </li>
      ))}
    </ul>
  );
}
