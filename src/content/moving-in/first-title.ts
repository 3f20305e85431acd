import { isInvisible } from '../../lib/invisible.ts';

/** @returns the first of several titles of which anything can be seen; the name of a file may be of invisible characters, too */
export function firstTitle(...titles: readonly string[]): string {
  return titles.find((it) => !isInvisible(it)) ?? 'Untitled';
}
