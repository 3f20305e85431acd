/** In the label of an edit. */
export const NAME_IN_LABEL = 60;
/** Short enough for a message of two lines on a phone. */
export const NAME_IN_WORDS = 40;

/** `“Fieldnotes”`, cut off after `most` characters. */
export function shortName(name: string, most = NAME_IN_WORDS): string {
  return `“${name.length > most ? `${name.slice(0, most - 1)}…` : name}”`;
}
