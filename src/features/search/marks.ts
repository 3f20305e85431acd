import { FOUND_TEXT_LEAD, FOUND_TEXT_LENGTH } from '../../lib/limits.ts';
import { tokenizeWithin } from '../../lib/search-words.ts';
import { shortened } from '../../lib/shortened.ts';

/** A text split into matches and the rest. It stays text: never HTML. */
export interface MarkedPart {
  readonly text: string;
  readonly found: boolean;
  /** Its offset in the text. */
  readonly at: number;
}

export function pieces(text: string, terms: ReadonlySet<string>): MarkedPart[] {
  const result: MarkedPart[] = [];
  let done = 0;
  const cut = (to: number, found: boolean) => {
    if (to > done) result.push({ text: text.slice(done, to), found, at: done });
    done = to;
  };
  for (const { term, from, to } of tokenizeWithin(text)) {
    if (!terms.has(term) || from < done) continue;
    cut(from, false);
    cut(to, true);
  }
  cut(text.length, false);
  return result;
}

/** The part of a text around its first match; its beginning if there is none. */
export function excerptAround(text: string, terms: ReadonlySet<string>): string {
  const first = tokenizeWithin(text).find(({ term }) => terms.has(term));
  if (first === undefined || first.to <= FOUND_TEXT_LENGTH)
    return shortened(text, FOUND_TEXT_LENGTH);
  const space = text.indexOf(' ', Math.max(0, first.from - FOUND_TEXT_LEAD));
  const from = space === -1 || space > first.from ? first.from : space + 1;
  return `… ${shortened(text.slice(from), FOUND_TEXT_LENGTH)}`;
}
