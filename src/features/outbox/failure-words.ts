import type { ImportProgress } from '../../engine/outbox/export.ts';
import { toFailure } from '../../lib/failure.ts';
import { inThousands } from './waiting-words.ts';

/** By the failure's code or, where that has no words, its kind. */
const words: Readonly<Record<string, string>> = {
  full: 'This device has no room left. Free some and try again; nothing was changed.',
  'signed-out': 'Sign in first. Nothing was changed.',
  gone: 'It was deleted meanwhile. Nothing was changed.',
  invalid: 'That value does not fit any more. Nothing was changed.',
};
const notKept = 'This device could not keep that. Nothing was changed; try again.';

/** Why something on this page was not done. */
export function failureInWords(error: unknown): string {
  const { kind, code } = toFailure(error);
  return words[code ?? kind] ?? words[kind] ?? notKept;
}

/** Why a file was not taken in, or not all of it: of a wrong one the store says what is wrong with it. */
export function importFailureInWords(error: unknown, { done, of }: ImportProgress): string {
  const { code, message } = toFailure(error);
  if (code === 'invalid') return `${message} Nothing was changed.`;
  if (done === 0) return failureInWords(error);
  const why = code === 'full' ? 'This device has no room left' : 'This device could not keep more';
  return `${why}: ${inThousands(done)} of ${inThousands(of)} edits came in. Import the file again for the rest.`;
}
