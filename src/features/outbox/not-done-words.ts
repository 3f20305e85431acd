import type { ImportProgress } from '../../engine/index.ts';
import { toFailure } from '../../lib/failure.ts';
import { type FailureTable, lookUp } from '../../lib/failure-words.ts';
import { inThousands } from '../../lib/in-words.ts';

const words: FailureTable = [
  [
    'device',
    /^full$/,
    'This device has no room left. Free some and try again; nothing was changed.',
  ],
  ['signed-out', null, 'Sign in first. Nothing was changed.'],
  ['rejected', /^gone$/, 'It was deleted meanwhile. Nothing was changed.'],
  ['rejected', /^invalid$/, 'That value isn’t valid any more. Nothing was changed.'],
];
const notKept = 'This device couldn’t save that. Nothing was changed; try again.';

/** Why an action on this page failed. */
export function notDoneInWords(error: unknown): string {
  return lookUp(words, toFailure(error)) ?? notKept;
}

/** Why a file was not imported, or not completely. The outbox itself says what is wrong with an invalid file. */
export function importFailureInWords(error: unknown, { done, of }: ImportProgress): string {
  const { code, message } = toFailure(error);
  if (code === 'invalid') return `${message} Nothing was changed.`;
  if (done === 0) return notDoneInWords(error);
  const why = code === 'full' ? 'This device has no room left' : 'This device could not keep more';
  return `${why}: ${inThousands(done)} of ${inThousands(of)} edits were imported. Import the file again for the rest.`;
}
