import type { Failure } from '../../lib/failure.ts';
import { type FailureTable, lookUp } from '../../lib/failure-words.ts';

/** SIGNIN-5: the words for each failure to sign in. */
const words: FailureTable = [
  ['refused', /^invalid_credentials$/, 'Invalid email or password. Please try again.'],
  ['unreachable', /^429$/, 'Too many sign in attempts. Please wait a moment and try again.'],
  [
    'unreachable',
    /^(no-answer|time-out|not-json|no-part|ended|50[234])$/,
    'Connection error. Please check your internet and try again.',
  ],
];

export function signInWords(failure: Failure): string {
  return lookUp(words, failure) ?? 'Failed to sign in. Please try again.';
}

/** SIGNIN-6: all failures to sign up share one message. */
export function signUpWords(): string {
  return 'Failed to create account. Please try again.';
}

export const offlineWords = 'No network connection';

/** For edits whose author is signed out. */
export function othersWords(count: number): string {
  return count === 1
    ? '1 edit waits on this device. Sign in with the account that made it to see and send it.'
    : `${count} edits wait on this device. Sign in with the account that made them to see and send them.`;
}
