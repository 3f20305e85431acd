import { wordsOf } from './search-words.ts';

/** A text in pieces, those that were found apart from the rest. Text all the time: never HTML. */
export interface Piece {
  readonly text: string;
  readonly found: boolean;
  /** Where it begins in the text. */
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
/** So much of it stands before the word that was found. */
const BEFORE = 40;

/** The part of a text around the first word that was found; the beginning where none was. */
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
