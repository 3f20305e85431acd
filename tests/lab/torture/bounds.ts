/**
 * What has to happen before a history can break a sentence of SPEC.md's Bounds, as far as histories play it: a sentence
 * whose moment never comes is not proven by histories that hold.
 */
export const bounds = [
  'a push is not answered in time',
  'a push that nobody answers ends its exchange',
  'what is new is fetched after a push that took too long',
  'a batch that is too much, or unreadable, is halved',
  'fewer edits are sent after a push that was not answered in time',
  'more edits are sent again',
  'a further batch is sent',
  'a push finds the server on another history',
  'a page follows another',
  'a page that is not answered ends its exchange',
  'a catch-up starts over',
  'fewer rows are asked for after a page that took too long',
  'more rows are asked for again',
  'an exchange is tried once more on a full device',
  'an exchange follows a failure, after a wait',
  'an exchange begins because time has passed',
  'a tab waits longer than 12 s for the exchange of another',
  'an edit is held',
  'an edit is held longer than 9 s',
] as const;
export type Bound = (typeof bounds)[number];
