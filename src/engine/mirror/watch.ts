import { liveQuery } from 'dexie';

/**
 * Calls `listener` with the answer, now and whenever what it was read from has changed, in any tab. While the device
 * cannot be read there is no news.
 *
 * @returns a function that stops it
 */
export function watch<T>(ask: () => Promise<T>, listener: (answer: T) => void): () => void {
  // Async, or Dexie does not see what is read after an await.
  const subscription = liveQuery(async () => ask()).subscribe({ next: listener, error() {} });
  return () => subscription.unsubscribe();
}
