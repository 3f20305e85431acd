import { useMemo } from 'react';
import { addressesIn } from '../../content/addresses.ts';
import { LearningLink } from '../../content/learnings/learning-link.tsx';
import { LearningSummary } from '../../content/learnings/learning-summary.tsx';
import { type Learning, learnings } from '../../content/learnings/learnings.ts';
import { neighboursOf, relatedByTags } from '../../content/learnings/near-learnings.ts';
import { list, useContent } from '../../engine/index.ts';
import { RELATED_LEARNINGS_SHOWN } from '../../lib/limits.ts';
import { Card } from '../../ui/card.tsx';
import { Section } from '../../ui/section.tsx';

const everyLearning = list(learnings);
const nothing: readonly Learning[] = [];

/** LEARNING-5, LEARNING-6: the ways on from a learning's page. On paper they lead nowhere. */
export function MoreLearnings({ learning }: { learning: Learning }) {
  const content = useContent(everyLearning);
  const all = content.state === 'ready' ? content.items : nothing;
  const { previous, next, related, addressOf } = useMemo(
    () => ({
      ...neighboursOf(all, learning),
      related: relatedByTags(all, learning, RELATED_LEARNINGS_SHOWN),
      addressOf: addressesIn(all),
    }),
    [all, learning],
  );
  if (previous === undefined && next === undefined && related.length === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12 print:hidden">
      {related.length > 0 && (
        <Section title="Related learnings">
          <ul className="grid gap-3 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3">
            {related.map((it) => (
              <li key={it.id}>
                <LearningSummary learning={it} address={addressOf(it)} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {(previous !== undefined || next !== undefined) && (
        <nav aria-label="More learnings">
          <ul className="grid gap-4 @xl/column:grid-cols-2 @xl/column:gap-6">
            {previous !== undefined && (
              <li>
                <Neighbour label="Previous" learning={previous} address={addressOf(previous)} />
              </li>
            )}
            {next !== undefined && (
              <li className="@xl/column:col-start-2 @xl/column:text-right">
                <Neighbour label="Next" learning={next} address={addressOf(next)} />
              </li>
            )}
          </ul>
        </nav>
      )}
    </div>
  );
}

function Neighbour({
  label,
  learning,
  address,
}: {
  label: string;
  learning: Learning;
  address: string;
}) {
  return (
    <Card className="h-full px-5 py-4">
      <LearningLink learning={learning} address={address}>
        <span className="block text-small text-muted">{label}</span>
        <span className="line-clamp-2 font-medium">{learning.title}</span>
      </LearningLink>
    </Card>
  );
}
