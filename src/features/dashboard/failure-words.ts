import { toFailure } from '../../lib/failure.ts';

/** By the failure's code or, where that has no words, its kind. */
const words: Readonly<Record<string, string>> = {
  full: 'This device has no room left. Free some and try again.',
  'signed-out': 'You are signed out. Sign in and try again.',
  gone: 'It was deleted meanwhile.',
  invalid: 'A value in it does not fit.',
};
const notKept = 'This device could not keep it. Try again, or reload the page.';

/** Why an edit was not kept, in words. */
export function failureInWords(error: unknown): string {
  const { kind, code } = toFailure(error);
  return words[code ?? kind] ?? words[kind] ?? notKept;
}
