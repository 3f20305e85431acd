import type { RejectedMutation } from '../../store/mutation.ts';
import { quoted } from './change-words.ts';

/**
 * Why the server refused an edit, in words by code; the server's own words are for whoever wants to know.
 *
 * | code | words |
 * |---|---|
 * | none, with a cause | it depends on another one that was refused |
 * | 22xxx | a value is not valid |
 * | 23502 · 23503 · 23505 · 23514 · 23xxx | missing · what it belongs to is gone · exists already · check · conflict |
 * | 42501 | no right |
 * | P0002 | deleted elsewhere |
 * | 413 | too large |
 */
export function refusalInWords(
  { code, cause }: RejectedMutation,
  rejected: readonly RejectedMutation[],
): string {
  if (cause !== null) {
    const label = rejected.find(({ id }) => id === cause)?.mutation.label;
    return label === undefined
      ? 'It depends on an edit that was refused.'
      : `It depends on ${quoted(label)}, which was refused.`;
  }
  const known = code === null ? undefined : (words.get(code) ?? words.get(code.slice(0, 2)));
  return known ?? 'The server refused it.';
}

const words: ReadonlyMap<string, string> = new Map([
  ['22', 'A value in it is not valid.'],
  ['23', 'It conflicts with what is on the server.'],
  ['23502', 'Something that is required is missing.'],
  ['23503', 'What it belongs to is gone.'],
  ['23505', 'It exists already.'],
  ['23514', 'A value in it is not one that is allowed.'],
  ['42501', 'This account has no right to do it.'],
  ['P0002', 'It was deleted elsewhere.'],
  ['413', 'It is too large for the server.'],
]);

/** Whether the edit can bring back what was deleted elsewhere. */
export function isRestorable({ code, mutation }: RejectedMutation): boolean {
  return code === 'P0002' && mutation.changes.some(({ op }) => op === 'update');
}
