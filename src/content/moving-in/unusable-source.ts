import { printable } from './printable.ts';

/** What cannot be moved in as a whole. Its message says why and what to do, and is for the owner. */
export class UnusableSource extends Error {
  override name = 'UnusableSource';

  constructor(why: string, options?: ErrorOptions) {
    super(printable(why), options);
  }
}
