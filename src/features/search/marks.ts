import { wordsOf } from './search-words.ts';

/** A text split into matches and the rest. It stays text: never HTML. */
export interface Piece {
  readonly text: string;
  readonly found: boolean;
  /** Its offset in the text. */
  readonly at: number;
}

export function pieces(text: string, terms: ReadonlySet<string>): Piece[] {
  const result: Piece[] = [];
  let done = 0;
  const cut = (to: number, found: boolean) => {
    if (to > done) result.push({ text: text.slice(done, to), found, at: done });
    done = to;
  };
  for (const { term, from, to } of wordsOf(text)) {
    if (!terms.has(term)) continue;
    cut(from, false);
    cut(to, true);
  }
  cut(text.length, false);
  return result;
}

/** About two lines. */
const SHOWN = 140;
/** How much text is shown before the first match. */
const BEFORE = 40;

/** The part of a text around its first match; its beginning if there is none. */
export function excerpt(text: string, terms: ReadonlySet<string>): string {
  const first = wordsOf(text).find(({ term }) => terms.has(term));
  if (first === undefined || first.to <= SHOWN) return cutAfter(text, 0);
  const space = text.indexOf(' ', Math.max(0, first.from - BEFORE));
  const from = space === -1 || space > first.from ? first.from : space + 1;
  return `… ${cutAfter(text, from)}`;
}

function cutAfter(text: string, from: number): string {
  if (text.length <= from + SHOWN) return text.slice(from);
  const space = text.lastIndexOf(' ', from + SHOWN);
  return `${text.slice(from, space > from ? space : from + SHOWN)}…`;
}
