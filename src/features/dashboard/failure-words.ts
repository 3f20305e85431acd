import { EditFailed, type EditFailure } from '../../store/edit-failed.ts';

const words: Readonly<Record<EditFailure, string>> = {
  full: 'This device has no room left. Free some and try again.',
  storage: 'This device could not keep it. Try again, or reload the page.',
  'signed-out': 'You are signed out. Sign in and try again.',
  gone: 'It was deleted meanwhile.',
  invalid: 'A value in it does not fit.',
};

/** Why an edit was not kept, in words. */
export function failureInWords(error: unknown): string {
  return words[error instanceof EditFailed ? error.reason : 'storage'];
}
