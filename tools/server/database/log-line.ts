import { inspect } from 'node:util';
import { beginning } from '../../../src/lib/shortened.ts';

/** In characters. What is cut off can be had by asking again. */
const MAX_LINE = 300;

/** Other than these: a line break begins a line that may look like ours, an escape changes the terminal, some letters turn the line round. */
const harmful = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** What signs somebody in: session tokens, and the codes and links of mails. */
const secrets =
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\b(token(?:_hash)?|code|otp|password|apikey)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi;

/**
 * One line for the terminal, of what a library has to say. It may hold whatever a request held, and any page that the owner
 * has open can send one.
 */
export function logLine(said: readonly unknown[]): string {
  const words = said.map((it) => {
    if (it instanceof Error)
      return `${it.name}: ${it.message} ${'code' in it ? `(${it.code})` : ''}`;
    return typeof it === 'string' ? it : inspect(it, { breakLength: Number.POSITIVE_INFINITY });
  });
  const line = words
    .join(' ')
    .slice(0, MAX_LINE * 4)
    .replace(harmful, ' ')
    .replace(secrets, (_, name?: string, sign?: string) =>
      name === undefined ? '(token)' : `${name}${sign}(secret)`,
    );
  return `database: ${line.length > MAX_LINE ? `${beginning(line, MAX_LINE)}…` : line.trim()}`;
}

/**
 * Lets the libraries of this thread say only what went wrong, a plain line each. Their other words are for their own
 * developers, and one of them prints the codes that it would mail.
 */
export function plainConsole(print: (line: string) => void): void {
  for (const method of ['warn', 'error'] as const)
    console[method] = (...said: unknown[]) => print(logLine(said));
  for (const method of ['log', 'info', 'debug', 'dir', 'table', 'trace'] as const)
    console[method] = () => {};
}
