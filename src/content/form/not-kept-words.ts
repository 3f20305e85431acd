import { toFailure } from '../../lib/failure.ts';
import { type FailureTable, lookUp } from '../../lib/failure-words.ts';

const words: FailureTable = [
  ['device', /^full$/, 'This device has no room left. Free some and try again.'],
  ['signed-out', null, 'You are signed out. Sign in and try again.'],
  ['rejected', /^gone$/, 'It was deleted meanwhile.'],
  ['rejected', /^invalid$/, 'One of the values isn’t valid.'],
];
const notKept = 'This device couldn’t save it. Try again, or reload the page.';

/** Why an edit was not kept, in words. */
export function notKeptInWords(error: unknown): string {
  return lookUp(words, toFailure(error)) ?? notKept;
}
