import type { Failure } from '../../lib/failure.ts';
import { type FailureTable, lookUp } from '../../lib/failure-words.ts';

const words: FailureTable = [
  ['unreachable', null, 'The server can’t be reached. Connect, and try again.'],
  ['signed-out', null, 'You are signed out. Sign in and try again.'],
  ['refused', /^42501$/, 'Only admins can see this.'],
  [
    'refused',
    /^(PGRST202|42883|404)$/,
    'The database has no inbox yet. Run its newest migrations first.',
  ],
];

/** Why the server has not told its messages, or not changed one. */
export function inboxFailureWords(failure: Failure): string {
  return lookUp(words, failure) ?? 'The server couldn’t do that. Try again later.';
}
