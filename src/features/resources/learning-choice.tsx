import { memo, useId } from 'react';
import { learnings } from '../../content/learnings/learnings.ts';
import { list, useContent } from '../../engine/index.ts';
import { useSeen } from '../../ui/use-seen.ts';

const everyLearning = list(learnings);

/**
 * RESOURCES-4: the resources of one learning, or all.
 *
 * The names come when the box does, in a task of their own: the styles of 2,000 options take a slow phone 170 ms, which nobody should
 * wait for who unfolds the filters, or reads the page.
 */
export const LearningChoice = memo(function LearningChoice({
  learningId,
  onChoose,
}: {
  learningId: string | null;
  onChoose: (id: string | null) => void;
}) {
  const content = useContent(everyLearning);
  const id = useId();
  const [box, seen] = useSeen<HTMLSelectElement>();
  const known = content.state === 'ready' ? content.items : [];
  const isUnknown = learningId !== null && !known.some((learning) => learning.id === learningId);
  const offered = seen ? known : known.filter((learning) => learning.id === learningId);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="text-small text-muted">
        Filter by learning
      </label>
      <select
        ref={box}
        id={id}
        value={learningId ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : value)}
        className="min-h-11 w-72 max-w-full min-w-0 truncate rounded-control border border-control bg-surface px-3"
      >
        <option value="">All learnings</option>
        {/* Without this option the box would show 'All learnings', which could then not be chosen. */}
        {isUnknown && (
          <option value={learningId}>
            {content.state === 'loading' ? 'Loading…' : 'A deleted learning'}
          </option>
        )}
        {offered.map((learning) => (
          <option key={learning.id} value={learning.id}>
            {learning.title}
          </option>
        ))}
      </select>
    </div>
  );
});
