import { useRef, useSyncExternalStore } from 'react';
import { answerTo } from '../mirror/answers.ts';

/**
 * The device's answer to a question, live. This table alone decides how long a screen keeps an answer:
 *
 * | the screen shows | what happens | it shows then |
 * |---|---|---|
 * | nothing | it asks for the first time | undefined; the last answer at once if there was one (mirror/answers.ts) |
 * | an answer | the question changes, or another device takes over | the same, until there is an answer |
 * | an answer that says something | the next one to the same question says nothing | the same |
 * | an answer | the device fails (`news`) | the same |
 *
 * @param source what is asked; see `answerTo`
 * @param question the same text for the same answer
 * @param options.first an answer that is known already
 * @param options.saysNothing whether an answer only means that the device has none yet
 * @throws what `ask` throws
 */
export function useAnswer<T>(
  source: object,
  question: string,
  ask: () => Promise<T>,
  options: { first?: T | undefined; saysNothing?: (answer: T) => boolean } = {},
): T | undefined {
  const { first, saysNothing = () => false } = options;
  const { watch, held } = answerTo(source, question, ask, first);
  const { answer, error } = useSyncExternalStore(watch, held, held);
  const shown = useRef<{ question: string; answer: T }>(undefined);
  if (error !== undefined) throw error;
  if (answer !== undefined) {
    const before = shown.current;
    const isLess = before?.question === question && saysNothing(answer);
    if (!isLess || saysNothing(before.answer)) shown.current = { question, answer };
  }
  return shown.current?.answer;
}
