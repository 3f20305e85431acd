import { Worker } from 'node:worker_threads';

/** Called before each history, with how many are done. */
export type Beat = (done: number) => void;

/**
 * Kills this process, after a message, if a history takes longer than `patience` ms: it waits for ever, or loops. A
 * thread of its own watches, because a looping history blocks this one.
 *
 * @param words the message before the number of the history, counted from `first`
 * @returns a function to call before each history, and one that ends the watch
 */
export function watchForEnd(
  words: string,
  { first, patience }: { first: number; patience: number },
): { beat: Beat; stop: () => void } {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(inThread, {
    eval: true,
    workerData: { shared, words, first, patience },
    execArgv: [],
  });
  return {
    beat(done) {
      Atomics.store(shared, 1, done);
      Atomics.add(shared, 0, 1);
    },
    stop: () => void worker.terminate(),
  };
}

/** A thread cannot end its process by `exit`: it prints its message, and kills the process. */
const inThread = `
  const { workerData: { shared, words, first, patience } } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  let seen = 0;
  let since = Date.now();
  setInterval(() => {
    const played = Atomics.load(shared, 0);
    if (played !== seen) [seen, since] = [played, Date.now()];
    if (Date.now() - since < patience) return;
    writeSync(1, words + ' number ' + (first + Atomics.load(shared, 1)) + ' does not end, FAILED\\n');
    process.kill(process.pid, 'SIGKILL');
  }, Math.min(1000, patience));
`;
