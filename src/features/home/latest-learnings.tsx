import { addressesIn } from '../../content/addresses.ts';
import { LearningLink } from '../../content/learnings/learning-link.tsx';
import type { Learning } from '../../content/learnings/learnings.ts';
import { latestOf } from '../../content/learnings/near-learnings.ts';
import { useContent } from '../../engine/index.ts';
import { dayInWords } from '../../lib/in-words.ts';
import { LATEST_SHOWN } from '../../lib/limits.ts';
import { ByState } from '../../ui/by-state.tsx';
import { ItemMarks } from '../../ui/item-marks.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { ShortDate } from '../../ui/short-date.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { BlankRows } from './blank-rows.tsx';
import { homeContent } from './home-content.ts';

const list = 'divide-y divide-hairline border-y border-hairline';
const row =
  'relative grid min-h-15 content-center items-baseline gap-x-6 py-2 @xl/column:min-h-11 @xl/column:grid-cols-[6rem_minmax(0,1fr)] has-[.stretched:active]:bg-sunken';

/** DIFF-9: the newest learnings, and the way to all of them. */
export function LatestLearnings() {
  const content = useContent(homeContent.learnings);
  return (
    <Section title="Latest learnings" action={<TextLink to="/learnings">All learnings</TextLink>}>
      <ByState
        content={content}
        loading={<BlankRows count={LATEST_SHOWN} list={list} row={row} label="Loading learnings" />}
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
    <ul className={list}>
      {latestOf(all, LATEST_SHOWN).map((learning) => (
        <li key={learning.id} className={row}>
          <p className="text-small text-muted">
            <ShortDate time={learning.createdAt} inWords={dayInWords} />
          </p>
          {/* Room at the end, where a new one has its mark. */}
          <div className="gap-x-4 @xl/column:flex @xl/column:items-center @xl/column:justify-between @xl/column:pr-16">
            <h3 className="line-clamp-2">
              <LearningLink learning={learning} address={addressOf(learning)}>
                {learning.title}
              </LearningLink>
            </h3>
            <ItemMarks id={learning.id} />
          </div>
        </li>
      ))}
    </ul>
  );
}
