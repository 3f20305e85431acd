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
  // Otherwise the command would end with a complaint that it was still waiting.
  reader.on('SIGINT', () => process.exit(130));
  const lines = reader[Symbol.asyncIterator]();
  async function next(): Promise<string | null> {
    const { value, done } = await lines.next();
    return done === true ? null : value;
  }
  // As the reader's own prompt: it is written again when a letter is taken back.
  function prompt(question: string): void {
    reader.setPrompt(question);
    reader.prompt();
  }
  return {
    ask(question) {
      prompt(question);
      return next();
    },
    async askHidden(question) {
      prompt(question);
      isHidden = true;
      try {
        return await next();
      } finally {
        isHidden = false;
        process.stdout.write('\n');
      }
    },
    close: () => reader.close(),
  };
}
