import { useCallback, useEffect, useState } from 'react';
import type { Told } from '../../engine/index.ts';
import { notToldWords } from './told-words.ts';

/** What the server has told to a question. */
export type Asking<Answer> =
  | { readonly state: 'asking' }
  | { readonly state: 'failed'; readonly words: string }
  | ({ readonly state: 'told' } & Told<Answer>);

const asking = { state: 'asking' } as const;

/**
 * Asks the server when a screen is shown, and again when its `again` is called.
 *
 * @param question the same text for the same answer
 */
export function useTold<Answer>(
  question: string,
  ask: () => Promise<Told<Answer>>,
): { readonly asked: Asking<Answer>; readonly again: () => void } {
  const [round, setRound] = useState(0);
  const [held, setHeld] = useState<{ to: string; asked: Asking<Answer> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question says what is asked, and the round how often
  useEffect(() => {
    let isWanted = true;
    const tell = (asked: Asking<Answer>) => isWanted && setHeld({ to: question, asked });
    ask().then(
      (told) => tell({ state: 'told', ...told }),
      (error: unknown) => tell({ state: 'failed', words: notToldWords(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [question, round]);
  const again = useCallback(() => {
    setHeld(null);
    setRound((times) => times + 1);
  }, []);
  return { asked: held?.to === question ? held.asked : asking, again };
}
