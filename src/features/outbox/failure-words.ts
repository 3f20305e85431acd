import { toFailure } from '../../lib/failure.ts';

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

/** Why a file was not taken in: of a wrong one the store says what is wrong with it. */
export function importFailureInWords(error: unknown): string {
  const { code, message } = toFailure(error);
  return code === 'invalid' ? `${message} Nothing was changed.` : failureInWords(error);
}
