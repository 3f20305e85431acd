import { linesOfCode } from '../../content/markdown/lines-of-code.ts';
import { webAddress } from '../../lib/web-address.ts';
import type { Selected, TextEdit } from './text-edit.ts';

/** What toolbar and keys make of a Markdown text. */
export type Command = (selected: Selected) => TextEdit;

export const bold: Command = (selected) => within(selected, '**');
export const italic: Command = (selected) => within(selected, '*');
export const code: Command = (selected) => within(selected, '`');

/** Puts marks around what is selected, or takes them away. Blanks at its ends stay outside: there marks mean nothing. */
function within({ text, from, to }: Selected, mark: string): TextEdit {
  const chosen = text.slice(from, to);
  const [start, end] = [
    from + chosen.length - chosen.trimStart().length,
    to - (chosen.trim() === '' ? 0 : chosen.length - chosen.trimEnd().length),
  ];
  const words = text.slice(start, end);
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  if (words !== '' && endsWithMark(before, mark) && beginsWithMark(behind, mark)) {
    const at = start - mark.length;
    return {
      from: at,
      to: end + mark.length,
      insert: words,
      select: { from: at, to: at + words.length },
    };
  }
  const at = start + mark.length;
  return {
    from: start,
    to: end,
    insert: `${mark}${words}${mark}`,
    select: { from: at, to: at + words.length },
  };
}

/** One star of two is none. */
function endsWithMark(text: string, mark: string): boolean {
  const run = /([*`])\1*$/.exec(text)?.[0] ?? '';
  return run.startsWith(mark) && (run.length === mark.length || run.length === 3);
}

function beginsWithMark(text: string, mark: string): boolean {
  const run = /^([*`])\1*/.exec(text)?.[0] ?? '';
  return run.startsWith(mark) && (run.length === mark.length || run.length === 3);
}

/** `[words](|)`, or `[|](address)` where an address is selected. */
export const linkTo: Command = ({ text, from, to }) => {
  const chosen = text.slice(from, to);
  if (webAddress(chosen) !== null) return filled(from, to, `[](${chosen.trim()})`, 1);
  return filled(from, to, `[${chosen}]()`, chosen === '' ? 1 : chosen.length + 3);
};

export const pictureAt: Command = ({ text, from, to }) => {
  const chosen = text.slice(from, to);
  if (webAddress(chosen) !== null) return filled(from, to, `![](${chosen.trim()})`, 2);
  return filled(from, to, `![${chosen}]()`, chosen === '' ? 2 : chosen.length + 4);
};

/** A link to a page of the site by its name; the names are offered then. */
export const pageLink: Command = ({ text, from, to }) => {
  const chosen = text.slice(from, to);
  if (chosen === '') return filled(from, to, '[[', 2);
  return filled(from, to, `[[${chosen}]]`, chosen.length + 4);
};

/** An address over what is selected makes it a link; null if that makes no sense. */
export function linkOver({ text, from, to }: Selected, pasted: string): TextEdit | null {
  const chosen = text.slice(from, to);
  const address = webAddress(pasted.trim());
  if (address === null || chosen.trim() === '' || /[\n[\]]/.test(chosen)) return null;
  if (webAddress(chosen) !== null || isInCode({ text, from, to })) return null;
  const insert = `[${chosen}](${pasted.trim().replaceAll('(', '%28').replaceAll(')', '%29')})`;
  return filled(from, to, insert, insert.length);
}

function filled(from: number, to: number, insert: string, caret: number): TextEdit {
  return { from, to, insert, select: { from: from + caret, to: from + caret } };
}

/** A block of code; the caret is where the language is named. */
export const fence: Command = ({ text, from, to }) => {
  const chosen = text.slice(from, to).replace(/^\n+|\n+$/g, '');
  const marks = '`'.repeat(Math.max(3, longestRun(chosen) + 1));
  const before = from === 0 || text[from - 1] === '\n' ? '' : '\n';
  const behind = text[to] === '\n' || to === text.length ? '' : '\n';
  const insert = `${before}${marks}\n${chosen}\n${marks}${behind}`;
  return filled(from, to, insert, before.length + marks.length);
};

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** The lines that a selection touches. */
function linesOf({ text, from, to }: Selected): { start: number; end: number; lines: string[] } {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  // A selection that ends where a line begins does not touch that line.
  const last = to > from && text[to - 1] === '\n' ? to - 1 : to;
  const behind = text.indexOf('\n', last);
  const end = behind === -1 ? text.length : behind;
  return { start, end, lines: text.slice(start, end).split('\n') };
}

function changeLines(
  selected: Selected,
  change: (line: string, place: number) => string,
): TextEdit {
  const { start, end, lines } = linesOf(selected);
  const changed = lines.map(change);
  const insert = changed.join('\n');
  if (selected.from !== selected.to) {
    return { from: start, to: end, insert, select: { from: start, to: start + insert.length } };
  }
  const caret = Math.max(
    start,
    selected.from + (changed[0]?.length ?? 0) - (lines[0]?.length ?? 0),
  );
  return { from: start, to: end, insert, select: { from: caret, to: caret } };
}

const mark = /^(\s*)(?:[-*+] \[[ xX]\] |[-*+] |\d+[.)] )?/;

/** Every line gets the mark in the place of another one, or loses it if all have it. */
function marked(selected: Selected, has: RegExp, markOf: (place: number) => string): TextEdit {
  const isMarked = linesOf(selected).lines.every((line) => has.test(line));
  return changeLines(selected, (line, place) =>
    line.replace(mark, (_, indent: string) => `${indent}${isMarked ? '' : markOf(place)}`),
  );
}

export const bullets: Command = (selected) =>
  marked(selected, /^\s*[-*+] (?!\[[ xX]\] )/, () => '- ');
export const numbers: Command = (selected) =>
  marked(selected, /^\s*\d+[.)] /, (place) => `${place + 1}. `);
export const taskList: Command = (selected) =>
  marked(selected, /^\s*[-*+] \[[ xX]\] /, () => '- [ ] ');

export const quote: Command = (selected) => {
  const isQuoted = linesOf(selected).lines.every((line) => line.startsWith('>'));
  return changeLines(selected, (line) => (isQuoted ? line.replace(/^> ?/, '') : `> ${line}`));
};

/** No heading, `##`, `###`, and none again: `#` is the title's. */
export const heading: Command = (selected) =>
  changeLines(selected, (line) => {
    const [marks = '', words = ''] = [/^#{1,6} /.exec(line)?.[0], line.replace(/^#{1,6} /, '')];
    if (marks === '') return `## ${words}`;
    return marks.length < 4 ? `### ${words}` : words;
  });

const item = /^(\s*)((?:> ?)*)([-*+] \[[ xX]\] |[-*+] |(\d+)([.)]) |)/;

/** Enter goes on with a list or a quote, and ends it on an item without words; null where a line just ends. */
export function continued({ text, from, to }: Selected): TextEdit | null {
  if (from !== to) return null;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const before = text.slice(start, from);
  const [begin = '', indent = '', quotes = '', list = '', count, stop] = item.exec(before) ?? [];
  if ((list === '' && quotes === '') || isInCode({ text, from, to })) return null;
  const isEmpty = before === begin && /^\s*(\n|$)/.test(text.slice(from));
  if (isEmpty) return { from: start, to: from, insert: '', select: { from: start, to: start } };
  if (before.length < begin.length) return null;
  const next =
    count === undefined ? list.replace(/\[[xX]\]/, '[ ]') : `${Number(count) + 1}${stop} `;
  const insert = `\n${indent}${quotes}${next}`;
  return filled(from, to, insert, insert.length);
}

/** Tab indents in code and in lists; null elsewhere, where it leaves the field. */
export function indented(selected: Selected, isBack: boolean): TextEdit | null {
  const { lines } = linesOf(selected);
  const isOfList = lines.every((line) => /^\s*([-*+]|\d+[.)]) /.test(line) || line.trim() === '');
  const isList = isOfList && lines.some((line) => line.trim() !== '');
  if (!isList && !isInCode(selected)) return null;
  if (isBack && lines.every((line) => !/^\s/.test(line))) return null;
  return changeLines(selected, (line) => {
    if (isBack) return line.replace(/^(\t| {1,2})/, '');
    return line === '' && lines.length > 1 ? line : `  ${line}`;
  });
}

/** Whether a place is in a block of code. */
export function isInCode({ text, from }: Selected): boolean {
  if (!text.includes('```') && !text.includes('~~~')) return false;
  // The line before is enough: an open fence makes code of what follows.
  const before = text.slice(0, text.lastIndexOf('\n', from - 1) + 1);
  return linesOfCode(`${before}x`).at(-1)?.isCode === true;
}
