import { useMemo } from 'react';
import { addressesIn, itemPath } from '../../content/addresses.ts';
import { learnings } from '../../content/learnings/learnings.ts';
import { list, useContent } from '../../engine/index.ts';

const everyLearning = list(learnings);

export interface LearningOf {
  readonly title: string;
  /** Null while learnings are being read: the line is there already, so that nothing moves. */
  readonly to: string | null;
}

const coming: LearningOf = { title: '…', to: null };

/** Looks up learnings by their ids; undefined where none is on this device. */
export function useLearningOf(): (id: string | null) => LearningOf | undefined {
  const known = useContent(everyLearning);
  return useMemo(() => {
    const all = known.state === 'ready' ? known.items : [];
    const addressOf = addressesIn(all);
    const found = new Map<string | null, LearningOf>();
    for (const it of all)
      found.set(it.id, { title: it.title, to: itemPath('learnings', addressOf(it)) });
    return (id) => (known.state === 'loading' && id !== null ? coming : found.get(id));
  }, [known]);
}
