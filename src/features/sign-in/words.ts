import type { AuthFailure } from '../../engine/auth.ts';

/** Spec section 8: what each failure to sign in is called. */
export const signInWords: Readonly<Record<AuthFailure, string>> = {
  'invalid-credentials': 'Invalid email or password. Please try again.',
  unreachable: 'Connection error. Please check your internet and try again.',
  'too-many': 'Too many sign in attempts. Please wait a moment and try again.',
  other: 'Failed to sign in. Please try again.',
};

const failedToSignUp = 'Failed to create account. Please try again.';

/** Spec section 8: signing up has one word for all of them. */
export const signUpWords: Readonly<Record<AuthFailure, string>> = {
  'invalid-credentials': failedToSignUp,
  unreachable: failedToSignUp,
  'too-many': failedToSignUp,
  other: failedToSignUp,
};

export const offlineWords = 'No network connection';

/** `1 edit`, `3 edits`. */
export function edits(count: number): string {
  return count === 1 ? '1 edit' : `${count} edits`;
}

/** Of edits whose author is not signed in. */
export function othersWords(count: number): string {
  return count === 1
    ? '1 edit waits on this device. Sign in with the account that made it to see and send it.'
    : `${count} edits wait on this device. Sign in with the account that made them to see and send them.`;
}
