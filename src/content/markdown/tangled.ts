import { linesOfCode } from './lines-of-code.ts';

/**
 * Whether a text would keep the parser busy for seconds. The time that it takes grows with the square of
 *
 * - how deep quotes and lists nest in one line,
 * - how many marks of emphasis, calls of footnotes, or pieces a paragraph has: lines, brackets, code, entities, addresses,
 * - how many headings a text has that are underlined.
 *
 * Nobody writes so many; whoever does is shown words without Markdown.
 */
const DEPTH_MOST = 50;
const MARKS_MOST = 4000;
const CALLS_MOST = 1000;
const PIECES_MOST = 4000;
const UNDERLINES_MOST = 500;

const containers = String.raw`(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))`;
const deep = new RegExp(`^${containers}{${DEPTH_MOST}}`);
const underline = new RegExp(`^${containers}*[ \\t]*(?:=+|-+)[ \\t]*$`);
/** Items of lists and headings end any paragraph before them: a long list without blank lines is fine. */
const endsParagraph = /^ {0,3}(?:[-+*][ \t]+\S|#{1,6}[ \t])/;
const piece = /[[\]\\&`<!@]|:\/\/|www\./gi;

export function isTangled(text: string): boolean {
  let marks = 0;
  let calls = 0;
  let pieces = 0;
  let underlines = 0;
  let isAfterBlank = true;
  for (const { line, isCode } of linesOfCode(text)) {
    if (deep.test(line)) return true;
    if (isCode) continue;
    const isBlank = line.trim() === '';
    if (!isAfterBlank && underline.test(line)) underlines += 1;
    isAfterBlank = isBlank;
    if (isBlank || endsParagraph.test(line)) {
      marks = 0;
      calls = 0;
      pieces = 0;
    }
    marks += line.split(/[*_~]+/).length - 1;
    calls += line.split('[^').length - 1;
    pieces += 1 + (line.match(piece)?.length ?? 0);
    if (marks > MARKS_MOST || calls > CALLS_MOST || pieces > PIECES_MOST) return true;
    if (underlines > UNDERLINES_MOST) return true;
  }
  return false;
}
