import { useLocation } from 'react-router-dom';
import * as v from 'valibot';
import { type Learning, learnings } from '../../content/learnings/learnings.ts';
import { byId, find, useContent } from '../../engine/index.ts';

export type LearningAt =
  | { readonly state: 'looking' }
  /** `isGone` if the device is certain; otherwise nobody could be asked. */
  | { readonly state: 'missing'; readonly isGone: boolean }
  | { readonly state: 'there'; readonly learning: Learning };

/**
 * LEARNING-1: the learning at an address, by slug first, then by id.
 *
 * - The mirror's copy is live and takes precedence over the one that a card passed along.
 * - The passed copy is shown until the mirror has answered, or if it cannot answer.
 * - If the mirror is complete and has no such learning, it was deleted.
 */
export function useLearningAt(address: string): LearningAt {
  const carried = useCarriedLearning(address);
  const bySlug = useContent(find(learnings, 'slug', address));
  const byKey = useContent(byId(learnings, address));
  const answers = [bySlug, byKey];

  const held = answers.flatMap((answer) => (answer.state === 'ready' ? answer.items : []))[0];
  if (held !== undefined) return { state: 'there', learning: held };
  const isGone = answers.every(({ state }) => state === 'empty');
  if (carried !== undefined && !isGone) return { state: 'there', learning: carried };
  const isLooking = answers.some(({ state }) => state === 'loading');
  return isLooking ? { state: 'looking' } : { state: 'missing', isGone };
}

const carriedSchema = v.object({
  learning: v.object({
    id: v.string(),
    title: v.string(),
    description: v.string(),
    content: v.nullable(v.string()),
    tags: v.array(v.string()),
    link: v.nullable(v.string()),
    projectId: v.nullable(v.string()),
    slug: v.string(),
    createdAt: v.nullable(v.number()),
  }),
});

/** The learning in the history entry, if it is the one at the address. */
function useCarriedLearning(address: string): Learning | undefined {
  const carried = v.safeParse(carriedSchema, useLocation().state);
  if (!carried.success) return undefined;
  const { learning } = carried.output;
  return learning.slug === address || learning.id === address ? learning : undefined;
}
