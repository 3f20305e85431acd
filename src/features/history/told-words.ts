import { toFailure } from '../../lib/failure.ts';
import { type FailureTable, lookUp } from '../../lib/failure-words.ts';

const words: FailureTable = [
  [
    'unreachable',
    /^no-part$/,
    'This part of the site isn’t on this device yet. Connect, and try again.',
  ],
  [
    'unreachable',
    null,
    'The server can’t be reached, and this wasn’t looked at on this device before. Connect, and try again.',
  ],
  ['signed-out', null, 'You are signed out. Sign in and try again.'],
  ['refused', /^42501$/, 'Only admins can see this.'],
  [
    'refused',
    /^(PGRST202|42883|404)$/,
    'The database doesn’t keep earlier versions yet. Run its newest migrations first.',
  ],
];

/** Why the server has not told what rows were, in words. */
export function notToldWords(error: unknown): string {
  return lookUp(words, toFailure(error)) ?? 'The server couldn’t tell. Try again later.';
}

/** Of an answer that the server has given before. */
export const EARLIER_WORDS = 'The server can’t be reached. This is what it said last.';
