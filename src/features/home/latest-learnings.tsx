import { addressesIn } from '../../content/addresses.ts';
import { LearningSummary } from '../../content/learnings/learning-summary.tsx';
import type { Learning } from '../../content/learnings/learnings.ts';
import { latestOf } from '../../content/learnings/near-learnings.ts';
import { useContent } from '../../engine/index.ts';
import { LATEST_SHOWN } from '../../lib/limits.ts';
import { ByState } from '../../ui/by-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonCards } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { homeContent } from './home-content.ts';

const grid =
  'grid grid-cols-1 gap-2 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3';

/** DIFF-9: the newest learnings, and the way to all of them. */
export function LatestLearnings() {
  const content = useContent(homeContent.learnings);
  return (
    <Section title="Latest learnings" action={<TextLink to="/learnings">All learnings</TextLink>}>
      <ByState
        content={content}
        loading={<SkeletonCards label="Loading learnings" lines={4} className={grid} />}
        error={<Note line="plain">Unable to load learnings</Note>}
        empty={<Note>No learnings yet.</Note>}
      >
        {(all) => <Latest all={all} />}
      </ByState>
    </Section>
  );
}

function Latest({ all }: { all: readonly Learning[] }) {
  const addressOf = addressesIn(all);
  return (
    <ul className={grid}>
      {latestOf(all, LATEST_SHOWN).map((learning) => (
        <li key={learning.id}>
          <LearningSummary learning={learning} address={addressOf(learning)} />
        </li>
      ))}
    </ul>
  );
}
