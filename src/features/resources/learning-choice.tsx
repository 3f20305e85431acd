import { memo, startTransition, useEffect, useId, useState } from 'react';
import { learnings } from '../../content/learnings/learnings.ts';
import { list, useContent } from '../../engine/index.ts';
import { OPTIONS_STEP } from '../../lib/limits.ts';
import { useSeen } from '../../ui/use-seen.ts';

const everyLearning = list(learnings);

/**
 * RESOURCES-4: the resources of one learning, or all.
 *
 * The names come when the box does, a few hundred at a time: 2,000 options at once keep a slow phone busy for 200 ms, which nobody
 * should wait for who unfolds the filters and presses the next one, or reads the page.
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
  const length = useGrowing(seen, known.length);
  const offered = known.filter((learning, n) => n < length || learning.id === learningId);
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

/** How many of `most` options a box has: none until it is seen, then a few hundred more in each task. Presses come in between. */
function useGrowing(seen: boolean, most: number): number {
  const [length, setLength] = useState(OPTIONS_STEP);
  useEffect(() => {
    if (!seen || length >= most) return;
    const next = setTimeout(() => startTransition(() => setLength(length + OPTIONS_STEP)));
    return () => clearTimeout(next);
  }, [seen, length, most]);
  return seen ? length : 0;
}
