import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Answers that are typed into a terminal, or come from a pipe, a line each. */
export interface Answers {
  /**
   * @param question printed before the answer
   * @returns null if there are no more answers
   */
  ask(question: string): Promise<string | null>;
  /** The same, without showing what is typed. */
  askHidden(question: string): Promise<string | null>;
  close(): void;
}

export function openAnswers(): Answers {
  let isHidden = false;
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const isTerminal = process.stdin.isTTY === true;
  const reader = createInterface({ input: process.stdin, output: shown, terminal: isTerminal });
  const lines = reader[Symbol.asyncIterator]();
  async function ask(question: string): Promise<string | null> {
    process.stdout.write(question);
    const { value, done } = await lines.next();
    return done === true ? null : value;
  }
  return {
    ask,
    async askHidden(question) {
      isHidden = true;
      try {
        return await ask(question);
      } finally {
        isHidden = false;
        process.stdout.write('\n');
      }
    },
    close: () => reader.close(),
  };
}
