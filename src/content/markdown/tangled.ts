import { linesOfCode } from './lines-of-code.ts';

/**
 * Whether a text would keep the parser busy for seconds. The time that it takes grows with the square of how deep quotes and
 * lists nest in one line, and of how many marks of emphasis, or calls of footnotes, a block has. Nobody writes so many; whoever
 * does is shown words without Markdown.
 */
const DEPTH_MOST = 50;
const MARKS_MOST = 4000;
const CALLS_MOST = 1000;

const deep = new RegExp(`^(?:[ \\t]*(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])){${DEPTH_MOST}}`);

export function isTangled(text: string): boolean {
  let marks = 0;
  let calls = 0;
  for (const { line, isCode } of linesOfCode(text)) {
    if (deep.test(line)) return true;
    if (isCode) continue;
    if (line.trim() === '') {
      marks = 0;
      calls = 0;
      continue;
    }
    marks += line.split(/[*_~]+/).length - 1;
    calls += line.split('[^').length - 1;
    if (marks > MARKS_MOST || calls > CALLS_MOST) return true;
  }
  return false;
}
