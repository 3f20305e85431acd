import { liveQuery } from 'dexie';

/**
 * Calls `listener` with the answer, now and whenever what it was read from has changed, in any tab. While the device
 * cannot be read there is no news; the same object is none, either.
 *
 * @param onChange says when what is in memory has changed (memory.ts), for questions that are answered from there
 * @returns a function that stops it
 */
export function watch<T>(
  ask: () => Promise<T>,
  listener: (answer: T) => void,
  onChange: (listener: () => void) => () => void = () => () => {},
): () => void {
  let told: { answer: T } | undefined;
  const next = (answer: T) => {
    if (told !== undefined && told.answer === answer) return;
    told = { answer };
    listener(answer);
  };
  // Async, or Dexie does not see what is read after an await.
  const begin = () => liveQuery(async () => ask()).subscribe({ next, error() {} });
  let query = begin();
  const stop = onChange(() => {
    query.unsubscribe();
    query = begin();
  });
  return () => {
    stop();
    query.unsubscribe();
  };
}
