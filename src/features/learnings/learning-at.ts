import { useLocation } from 'react-router-dom';
import * as v from 'valibot';
import { type Learning, learnings } from '../../content/learnings/learnings.ts';
import { type ItemAt, useItemAt } from '../../content/use-item-at.ts';

/**
 * The learning at an address (LEARNING-1).
 *
 * - The mirror's copy is live and takes precedence over the one that a card passed along.
 * - The passed copy is shown until the mirror has answered, or if it cannot answer.
 * - If the mirror is complete and has no such learning, it was deleted.
 */
export function useLearningAt(address: string): ItemAt<Learning> {
  const carried = useCarriedLearning(address);
  const at = useItemAt(learnings, address);
  if (carried === undefined || at.state === 'ready') return at;
  return at.state === 'missing' && at.isGone ? at : { state: 'ready', item: carried };
}

const carriedSchema = v.object({
  learning: v.looseObject({
    id: v.string(),
    title: v.string(),
    description: v.string(),
    content: v.nullable(v.string()),
    tags: v.array(v.string()),
    link: v.nullable(v.string()),
    projectId: v.nullable(v.string()),
    slug: v.string(),
    createdAt: v.nullable(v.number()),
    updatedAt: v.exactOptional(v.nullable(v.number())),
  }),
});

/** The learning in the history entry, if it is the one at the address. An older build may have put it there. */
function useCarriedLearning(address: string): Learning | undefined {
  const carried = v.safeParse(carriedSchema, useLocation().state);
  if (!carried.success) return undefined;
  const { learning } = carried.output;
  if (learning.slug !== address && learning.id !== address) return undefined;
  const { id, title } = learning;
  const shown = learnings.toItem({ id, title } as never);
  return { ...shown, ...learning, title: shown.title };
}
