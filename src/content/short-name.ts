import { NAME_IN_WORDS } from '../lib/limits.ts';
import { beginning } from '../lib/shortened.ts';

/** `“Fieldnotes”`, cut off after `most` characters. */
export function shortName(name: string, most = NAME_IN_WORDS): string {
  return `“${name.length > most ? `${beginning(name, most - 1)}…` : name}”`;
}
