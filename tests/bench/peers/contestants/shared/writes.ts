/** Watches the writes of a library that tells its page of a change before it begins to store it. */
export interface Writes {
  note(write: Promise<unknown>): void;
  /** Resolves when no write is under way, to when the last one was done. */
  durable(): Promise<number>;
}

/** A write begins within this time of what it stores being shown, in ms. */
const BEGINS_MS = 100;

export function watchWrites(): Writes {
  let last: Promise<unknown> = Promise.resolve();
  let doneAt = 0;
  return {
    note(write) {
      last = write.then(() => {
        doneAt = performance.now();
      });
    },
    async durable() {
      await new Promise((resolve) => setTimeout(resolve, BEGINS_MS));
      for (let awaited: Promise<unknown> | null = null; awaited !== last; ) {
        awaited = last;
        await last;
      }
      return doneAt;
    },
  };
}
