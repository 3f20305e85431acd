/** A line of a text, and whether it is code in a fence; the lines of the fence itself are no code. */
export interface Line {
  readonly line: string;
  readonly isCode: boolean;
  readonly isFence: boolean;
}

/** The lines of a text, read without the parser. A fence that is left open ends with the quote that it is in. */
export function linesOfCode(text: string): readonly Line[] {
  let open: { mark: string; isQuoted: boolean } | null = null;
  return text.split('\n').map((line) => {
    if (open?.isQuoted === true && !quote.test(line)) open = null;
    if (open === null) {
      const [, mark] = opens.exec(line) ?? [];
      if (mark !== undefined) open = { mark, isQuoted: quote.test(line) };
      return { line, isCode: false, isFence: mark !== undefined };
    }
    const [, mark = ''] = closes.exec(line) ?? [];
    const isFence = mark.startsWith(open.mark);
    if (isFence) open = null;
    return { line, isCode: !isFence, isFence };
  });
}

const quote = /^ {0,3}>/;
const opens = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))*[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
const closes = /^(?:[ \t]*>)*[ \t]*(`{3,}|~{3,})[ \t]*$/;
