import { useLocation } from 'react-router-dom';
import * as v from 'valibot';
import { type Learning, learnings } from '../../content/learnings/learnings.ts';
import { byId, find, useContent } from '../../engine/index.ts';

export type LearningAt =
  | { readonly state: 'looking' }
  | { readonly state: 'missing' }
  | { readonly state: 'there'; readonly learning: Learning };

/**
 * LEARNING-1: the learning that an address means, by slug first, then by id.
 *
 * - The mirror's, which is live, wins over the one that a card handed along.
 * - The one handed along stands in until the mirror has answered, and where it can give no answer.
 * - A mirror that is complete and has none means that the learning was taken away.
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
  return { state: isLooking ? 'looking' : 'missing' };
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

/** What the history entry holds, if that is a learning and the one that the address means. */
function useCarriedLearning(address: string): Learning | undefined {
  const carried = v.safeParse(carriedSchema, useLocation().state);
  if (!carried.success) return undefined;
  const { learning } = carried.output;
  return learning.slug === address || learning.id === address ? learning : undefined;
}
