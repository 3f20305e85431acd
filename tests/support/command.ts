import { type ChildProcess, spawn } from 'node:child_process';

/** A command of package.json, or a file of the embedded server, in a process of its own. */
export interface Command {
  process: ChildProcess;
  /** Everything that it has printed so far, errors included. */
  printed(): string;
  /**
   * Waits until it prints something.
   *
   * @throws if it ends before, with everything that it printed
   */
  untilPrinted(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with its exit code when it has ended. */
  ended: Promise<number | null>;
}

export function startCommand(
  program: string,
  words: readonly string[],
  env: Record<string, string>,
): Command {
  const child = spawn(program, words, { env: { ...process.env, ...env } });
  let text = '';
  let onText = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      text += data;
      onText();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    process: child,
    printed: () => text,
    untilPrinted: (pattern) =>
      new Promise((resolve, reject) => {
        onText = () => {
          const found = pattern.exec(text);
          if (found !== null) resolve(found);
        };
        void ended.then(() => reject(new Error(`It ended and had printed:\n${text}`)));
        onText();
      }),
    ended,
  };
}
