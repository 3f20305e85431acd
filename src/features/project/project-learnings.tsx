import { webAddress } from '../../lib/web-address.ts';
import { addressOf } from '../../model/addresses.ts';
import { learnings } from '../../model/learnings.ts';
import { list } from '../../store/queries.ts';
import { useContent } from '../../store/react.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { StretchedLink } from '../../ui/stretched-link.tsx';
import { NewTabLink } from '../../ui/text-link.tsx';

const everyLearning = list(learnings);
const byTitle = new Intl.Collator('en', { sensitivity: 'base' });

/** Spec section 2, Project detail: the project's learnings, sorted by title. */
export function ProjectLearnings({ projectId }: { projectId: string }) {
  const content = useContent(everyLearning);
  const all = content.state === 'ready' ? content.items : [];
  const own = all
    .filter((learning) => learning.projectId === projectId)
    .sort((a, b) => byTitle.compare(a.title, b.title));
  return (
    <Section title="Learnings">
      {own.length === 0 ? (
        <Note>No learnings documented for this project yet.</Note>
      ) : (
        <ul className="grid gap-4 @2xl/column:grid-cols-2">
          {own.map((learning) => {
            const address = webAddress(learning.link);
            return (
              <li key={learning.id}>
                <Card className="flex h-full flex-col gap-2 p-5">
                  <h3 className="text-h3">
                    <StretchedLink
                      to={`/learnings/${encodeURIComponent(addressOf(learning, all))}`}
                      state={{ learning }}
                    >
                      {learning.title}
                    </StretchedLink>
                  </h3>
                  <p className="line-clamp-3 text-muted">{learning.description}</p>
                  {address !== null && (
                    <p className="relative mt-auto justify-self-start pt-1">
                      <NewTabLink href={address}>Learn more</NewTabLink>
                    </p>
                  )}
                </Card>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
