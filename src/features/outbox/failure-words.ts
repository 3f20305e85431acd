import { EditFailed, type EditFailure } from '../../store/edit-failed.ts';

const words: Readonly<Record<EditFailure, string>> = {
  full: 'This device has no room left. Free some and try again; nothing was changed.',
  storage: 'This device could not keep that. Nothing was changed; try again.',
  'signed-out': 'Sign in first. Nothing was changed.',
  gone: 'It was deleted meanwhile. Nothing was changed.',
  invalid: 'That value does not fit any more. Nothing was changed.',
};

/** Why something on this page was not done. */
export function failureInWords(error: unknown): string {
  return words[error instanceof EditFailed ? error.reason : 'storage'];
}

/** Why a file was not taken in: of a wrong one the store says what is wrong with it. */
export function importFailureInWords(error: unknown): string {
  if (!(error instanceof EditFailed) || error.reason !== 'invalid') return failureInWords(error);
  return `${error.message} Nothing was changed.`;
}
