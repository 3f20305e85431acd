import { beginsAsHtml, FENCE, spaceOf, withoutHtml } from '../learnings/learning-text.ts';
import { withFormulaFences } from './formulas.ts';
import { markdownPicture, pictureTag } from './picture-tag.ts';
import { eventsInSteps, type Syntax } from './syntax.ts';
import type { TextRules } from './text-rules.ts';

/**
 * Takes the HTML out of a Markdown text by the rules of learning-text.ts, without a change to its code. What must stay as it is
 * is found by a first parse, and a stand-in takes its place while the rules do their work:
 *
 * - Code: fenced, indented and in a line. Also `\<`, and the addresses that Markdown writes between `<` and `>`.
 * - A row of a table gets its rules alone: a line break would end the row, so it becomes `CELL_BREAK`.
 * - A picture that is a tag becomes one of Markdown, if it may be shown (picture-tag.ts).
 * - A text that begins with a block's tag was written as HTML. Its indentation is layout, and no code.
 *
 * A stand-in is a NUL, a letter, a number and a NUL. CommonMark has no NUL in a text, so no text can look like one.
 */
export interface MarkdownSource extends Syntax {
  readonly text: string;
}

/** A line break in a cell; the old rules have it as one, too. */
export const CELL_BREAK = '\v';

/** It pauses as eventsInSteps does. */
export function* markdownSource(
  content: string,
  rules: TextRules,
): Generator<null, MarkdownSource> {
  const text = withFormulaFences(content.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  if (rules.tagsAreWords === true) return { text, indentedCode: true, entities: false };
  const syntax: Syntax = { indentedCode: !beginsAsHtml(text), entities: true };
  // Most texts have nothing of it, and need no first parse.
  if (!/<|&nbsp;|[\v\f]/.test(text)) return { text, ...syntax };
  const whole = text.replaceAll('\0', '\uFFFD');
  return { text: withoutItsHtml(whole, yield* placesIn(whole, syntax)), ...syntax };
}

function withoutItsHtml(text: string, { kept, rows }: Places): string {
  const aside: string[] = [];
  const standIn = (piece: string, sort: string) => `${sort}${aside.push(piece) - 1}\0`;
  const restored = (piece: string): string =>
    piece.replace(/\0[a-z](\d+)\0/g, (_, place) => aside[Number(place)] ?? '');
  const picture = (tag: string) => {
    const found = pictureTag(restored(tag));
    return found === null ? '' : standIn(markdownPicture(found), '\0p');
  };
  let next = 0;
  const covered = (from: number, to: number): string => {
    const pieces: string[] = [];
    let done = from;
    for (let place = kept[next]; place !== undefined && place.from < to; place = kept[next]) {
      const sort = place.isFence ? FENCE : '\0c';
      pieces.push(text.slice(done, place.from), standIn(text.slice(place.from, place.to), sort));
      done = place.to;
      next += 1;
    }
    return pieces.join('') + text.slice(done, to);
  };
  const pieces: string[] = [];
  let done = 0;
  for (const { from, to } of rows) {
    pieces.push(covered(done, from));
    const spaceInRow = (run: string) => (spaceOf(run) === run ? run : CELL_BREAK);
    const row = withoutHtml(covered(from, to), spaceInRow, picture);
    pieces.push(standIn(restored(row), '\0r'));
    done = to;
  }
  pieces.push(covered(done, text.length));
  const less = withoutHtml(pieces.join(''), space, picture).replace(/^(?:[ \t]|&nbsp;)+$/gm, '');
  return restored(less);
}

/** The beginning of a line whose words are still to come, in quotes and lists; seen over its last characters. */
const beginning = /(?:^|\n)[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t>]*)*$/;
const BEGINNING_LENGTH = 40;

/**
 * White space that has a removed tag's marks in it:
 *
 * - At the beginning of a line there is nothing to end. An item of a list must not lose its words to the next line.
 * - The indentation behind it stays: it says which list an item or a block of code belongs to. Where no blank line was before,
 *   four spaces would make code of words, so they get no more than three.
 */
function space(run: string, at: number, text: string): string {
  const plain = spaceOf(run);
  if (plain === run) return run;
  const unmarked = run.replace(/[\r\v\f]/g, '');
  const before = text.slice(Math.max(0, at - BEGINNING_LENGTH), at);
  if (at > 0 && !unmarked.includes('\n') && beginning.test(before)) return unmarked;
  const indentation = /[ \t]*$/.exec(unmarked)?.[0] ?? '';
  const isWhole = /\n[ \t]*\n/.test(unmarked) || text.startsWith(FENCE, at + run.length);
  return plain + (isWhole ? indentation : indentation.slice(0, 3));
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly isFence: boolean;
}

const staysAsItIs: ReadonlySet<string> = new Set([
  ...['codeFenced', 'codeIndented', 'codeText', 'characterEscape', 'autolink', 'formula'],
  ...['resourceDestinationLiteral', 'definitionDestinationLiteral'],
]);

/** Where a text has what stays as it is, and where the rows of its tables are, both from left to right. */
interface Places {
  readonly kept: readonly Place[];
  readonly rows: readonly Place[];
}

function* placesIn(text: string, syntax: Syntax): Generator<null, Places> {
  const kept: Place[] = [];
  const rows: Place[] = [];
  for (const events of eventsInSteps(text, syntax)) {
    for (const [change, { type, start, end }] of events) {
      if (change === 'exit') continue;
      const place = { from: start.offset, to: end.offset, isFence: type === 'codeFenced' };
      if (staysAsItIs.has(type) && place.from >= (kept.at(-1)?.to ?? 0)) kept.push(place);
      if ((type as string) === 'tableRow') rows.push(place);
    }
    yield null;
  }
  return { kept, rows };
}
