import { useMemo } from 'react';
import { addressesIn, itemPath } from '../../content/addresses.ts';
import { LearningSummary } from '../../content/learnings/learning-summary.tsx';
import { type Learning, learnings } from '../../content/learnings/learnings.ts';
import { neighboursOf, relatedTo } from '../../content/learnings/near-learnings.ts';
import { useProjectOf } from '../../content/learnings/use-project-of.ts';
import { list, useContent } from '../../engine/index.ts';
import { RELATED_LEARNINGS_SHOWN } from '../../lib/limits.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Section } from '../../ui/section.tsx';
import { StretchedLink } from '../../ui/stretched-link.tsx';

const everyLearning = list(learnings);
/** Side by side as long as there is room; what is left over has a row for itself, so no row has a hole. */
const place = 'min-w-0 flex-[1_1_13rem]';
const nothing: readonly Learning[] = [];

/** LEARNING-5, LEARNING-6: the ways on from a learning's page. On paper they lead nowhere. */
export function MoreLearnings({ learning }: { learning: Learning }) {
  const content = useContent(everyLearning);
  const all = content.state === 'ready' ? content.items : nothing;
  const project = useProjectOf()(learning);
  const { previous, next, related, addressOf } = useMemo(() => {
    const around = neighboursOf(all, learning);
    const others = all.filter((it) => it !== around.next);
    return {
      ...around,
      related: relatedTo(others, learning, RELATED_LEARNINGS_SHOWN),
      addressOf: addressesIn(all),
    };
  }, [all, learning]);
  if (previous === undefined && next === undefined && related.length === 0) return null;
  const whyRelated = ({ projectId }: Learning) =>
    project !== undefined && projectId === learning.projectId
      ? `More from ${project.title}`
      : 'Related';
  return (
    <div className="print:hidden">
      <Section title="Read on">
        <nav aria-label="More learnings" className="grid gap-3">
          <ul className="flex flex-wrap gap-3 @xl/column:gap-6">
            {related.map((it) => (
              <li key={it.id} className={place}>
                <LearningSummary learning={it} address={addressOf(it)} label={whyRelated(it)} />
              </li>
            ))}
            <li className={place}>
              {next === undefined ? (
                <Card
                  leads
                  className="grid h-full content-start gap-1 p-4 @xl/column:gap-2 @xl/column:p-5"
                >
                  <p className="text-small text-muted">That was the last one</p>
                  <h3 className="font-text text-h3 tracking-normal">
                    <StretchedLink to="/learnings">All learnings</StretchedLink>
                  </h3>
                </Card>
              ) : (
                <LearningSummary learning={next} address={addressOf(next)} label="Next" />
              )}
            </li>
          </ul>
          {previous !== undefined && (
            <BackLink to={itemPath('learnings', addressOf(previous))}>
              {`Previous: ${previous.title}`}
            </BackLink>
          )}
        </nav>
      </Section>
    </div>
  );
}
