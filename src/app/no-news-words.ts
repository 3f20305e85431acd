import type { FailureReport } from '../lib/failure.ts';
import { type FailureTable, lookUp } from '../lib/failure-words.ts';

/** Why there is no news, in a visitor's words. What an engineer can do about it is in features/sync-details. */
const words: FailureTable = [
  [
    'unreachable',
    /^(not-json|not-an-answer)$/,
    'This network is intercepting the connection. Is there a Wi-Fi sign-in page?',
  ],
  ['unreachable', /^429$/, 'The server is busy.'],
  ['unreachable', /^540$/, 'The server is asleep.'],
  ['unreachable', /^(5\d\d|40001|40P01|55P03|57014)$/, 'The server has a problem.'],
  ['unreachable', null, 'Can’t reach the server.'],
  ['refused', /^402$/, 'The server is over its quota.'],
  ['refused', /^(PGRST2\d\d|404)$/, 'The server isn’t set up for this site yet.'],
  ['refused', /^(42501|403)$/, 'The server is refusing this site.'],
  ['refused', null, 'The server isn’t responding properly.'],
  ['signed-out', null, 'The server is refusing this site.'],
  ['device', /^full$/, 'This device has no room left for what is new.'],
  ['device', null, 'This device can’t store what is new.'],
  ['rejected', null, 'The server isn’t responding properly.'],
  ['defect', null, 'Something in this site went wrong.'],
];

/** @param failure null if there is no report of one */
export function failureInWords(failure: FailureReport | null): string {
  return (failure && lookUp(words, failure)) ?? 'Can’t reach the server.';
}
