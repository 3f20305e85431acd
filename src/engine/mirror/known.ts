import type { MirrorDatabase } from './database.ts';
import { type About, memoryOf } from './memory.ts';

/**
 * What a page's memory knows of the mirror (R41), so that nobody reads again what has just been read. Waits for what this page has
 * heard of, its own writes among it: each has been heard of before its promise resolves.
 *
 * @returns undefined where nothing has been read into memory, as in a worker, or the device fails: ask the disk then
 */
export async function aboutInMemory(database: MirrorDatabase): Promise<About | undefined> {
  const memory = memoryOf(database);
  if (memory.about === undefined) return undefined;
  return memory.load([]).then(
    () => memory.about,
    () => undefined,
  );
}

/** The same, if it says that nobody is signed in: then there is no session, and no edit to send. */
export async function knownVisitor(database: MirrorDatabase): Promise<About | undefined> {
  if (memoryOf(database).about?.account !== null) return undefined;
  const about = await aboutInMemory(database);
  return about?.account === null ? about : undefined;
}
