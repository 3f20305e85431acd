/** Cuts texts for display. What a reader sees as one sign (an emoji of several parts, a letter with its accents) stays whole. */

/**
 * The beginning of a text.
 *
 * @param most its most characters, as `length` counts them
 */
export function beginning(text: string, most: number): string {
  return text.slice(0, signStart(text, most));
}

/** A text in at most so many characters, cut after a word. Only if it has no end of a word in its second half, as in Japanese, it is cut
 * after a sign. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const words = text.slice(0, most + 1).replace(/\s+\S*$/, '');
  return `${words.length <= most && words.length >= most / 2 ? words : beginning(text, most)}…`;
}

/** Where the sign begins that a place in a text belongs to. */
export function signStart(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const start = wholeSigns()?.segment(text).containing(at)?.index ?? 0;
  if (start > 0) return start;
  // Without a segmenter, or in a sign as long as all the text before, only a character of two units stays whole.
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1)) ? at - 1 : at;
}

/** Missing in Firefox before 125. */
function wholeSigns(): Intl.Segmenter | null {
  return 'Segmenter' in Intl ? new Intl.Segmenter() : null;
}
