import { startTransition, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { type Asked, answerTo } from '../mirror/answers.ts';

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
 * The first answer that says something is rendered in slices, between which the page answers: a list may come. What follows is
 * rendered at once: it may be an edit, which shows in its own frame.
 *
 * @param source what is asked; see `answerTo`
 * @param question the same text for the same answer
 * @param saysNothing whether an answer only means that the device has none yet; the same function in each render
 * @throws what the device throws
 */
export function useAnswer<T>(
  source: object,
  question: string,
  asked: Asked<T>,
  saysNothing: (answer: T) => boolean = alwaysSays,
): T | undefined {
  const { watch, held } = answerTo(source, question, asked);
  const shown = useRef<{ question: string; answer: T }>(undefined);
  /** What the device held when this was last told, until that says something. */
  const [told, setTold] = useState({ held, now: held() });
  const now = told.held === held ? told.now : held();
  const watchAfterFirst = useCallback(
    (tell: () => void) => {
      const look = () => {
        const before = shown.current;
        if (before === undefined || saysNothing(before.answer))
          startTransition(() =>
            setTold((it) => (it.held === held && it.now === held() ? it : { held, now: held() })),
          );
        else tell();
      };
      const stop = watch(look);
      // It may have come while React rendered.
      look();
      return stop;
    },
    [watch, held, saysNothing],
  );
  const isEarly = now.error === undefined && (now.answer === undefined || saysNothing(now.answer));
  // React renders at once what it finds changed in a store, by itself too: so it is not to see the first answer there.
  const seen = isEarly ? () => now : held;
  const { answer, error } = useSyncExternalStore(watchAfterFirst, seen, seen);
  if (error !== undefined) throw error;
  if (answer !== undefined) {
    const before = shown.current;
    const isLess = before?.question === question && saysNothing(answer);
    if (!isLess || saysNothing(before.answer)) shown.current = { question, answer };
  }
  return shown.current?.answer;
}

function alwaysSays(): boolean {
  return false;
}
