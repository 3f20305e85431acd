import { NAME_IN_WORDS } from '../lib/limits.ts';
import { shortened } from '../lib/shortened.ts';

/** `“Fieldnotes”`, cut off after `most` characters. */
export function shortName(name: string, most = NAME_IN_WORDS): string {
  return `“${name.length > most ? shortened(name, most - 1) : name}”`;
}
