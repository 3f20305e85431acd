import { useRef, useSyncExternalStore } from 'react';
import { answerTo } from '../mirror/answers.ts';

/**
 * Undefined until the device answers; at once if it has answered this before. If another question follows, its
 * predecessor's answer stays until its own is there.
 *
 * Its parameters are those of `answerTo`.
 *
 * @throws what `ask` throws, except that the device failed (`news`): then the last answer stays
 */
export function useAnswer<T>(
  source: object,
  question: string,
  ask: () => Promise<T>,
  first?: T,
): T | undefined {
  const { watch, held } = answerTo(source, question, ask, first);
  const { answer, error } = useSyncExternalStore(watch, held, held);
  const last = useRef(answer);
  if (error !== undefined) throw error;
  if (answer !== undefined) last.current = answer;
  return last.current;
}
