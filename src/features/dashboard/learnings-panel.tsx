import { useRef } from 'react';
import { learningForm } from '../../content/learnings/learning-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { useRefocus } from '../../ui/use-refocus.ts';
import { ContentPanel } from './content-panel.tsx';
import { useLearningOrder } from './use-learning-order.ts';
import type { Edited } from './use-place.ts';

/** Learnings, of which some are pinned before all others, in an order that the admin chooses. */
export function LearningsPanel({ edited }: { edited: Edited }) {
  const panel = useRef<HTMLDivElement>(null);
  const { menuOf, arrangement, problem } = useLearningOrder(useRefocus(panel));
  return (
    <div ref={panel} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {problem !== null && <Alert>{problem}</Alert>}
      <ContentPanel form={learningForm} edited={edited} menu={menuOf} arrangement={arrangement} />
    </div>
  );
}
