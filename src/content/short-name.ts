import { NAME_IN_WORDS } from '../lib/limits.ts';

/** `“Fieldnotes”`, cut off after `most` characters. */
export function shortName(name: string, most = NAME_IN_WORDS): string {
  return `“${name.length > most ? `${name.slice(0, most - 1)}…` : name}”`;
}
