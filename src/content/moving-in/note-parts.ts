import { parse, postprocess, preprocess } from 'micromark';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import type { Construct, Event, Extension, Token } from 'micromark-util-types';
import { nameAndWords } from '../../lib/page-link.ts';
import { formulas } from '../markdown/formulas.ts';
import { pageLinks } from '../markdown/page-links.ts';
import { htmlSyntax } from './html-syntax.ts';

/**
 * What leads out of a note, and its headings, with their places in its source. The parser that shows a text finds them
 * (markdown/syntax.ts), so code is code here, too. HTML is left alone as a whole.
 */

/** Where something stands in the source. */
export interface NotePlace {
  readonly from: number;
  readonly to: number;
}

export type NotePart =
  /** `[[name|words]]`, or `![[name]]`. */
  | (NotePlace & {
      readonly sort: 'name';
      readonly isEmbed: boolean;
      readonly name: string;
      /** Null where there are none of its own. */
      readonly words: string | null;
      readonly isInTable: boolean;
    })
  /** The address of a link or of a picture; its place is the address alone. */
  | (NotePlace & {
      readonly sort: 'address';
      readonly isPicture: boolean;
      readonly address: string;
      /** The whole link with its words, if these are words alone. */
      readonly link: (NotePlace & { readonly words: string }) | null;
      readonly isInTable: boolean;
    })
  | (NotePlace & {
      readonly sort: 'heading';
      readonly level: number;
      /** Its source. */
      readonly words: string;
      readonly isFirstBlock: boolean;
    });

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    noteEmbed: 'noteEmbed';
  }
}

const EXCLAMATION = 33;
const BRACKET = 91;
const named = pageLinks.text?.[BRACKET] as Construct;

/** Without it, `![` begins a picture, and the name behind it is words. */
const embed: Construct = {
  name: 'noteEmbed',
  add: 'before',
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter('noteEmbed');
      effects.consume(code);
      effects.exit('noteEmbed');
      return (next) => (next === BRACKET ? effects.attempt(named, ok, nok)(next) : nok(next));
    };
  },
};

const extensions: readonly Extension[] = [
  gfmAutolinkLiteral(),
  gfmFootnote(),
  gfmStrikethrough(),
  gfmTable(),
  gfmTaskListItem(),
  pageLinks,
  formulas,
  { text: { [EXCLAMATION]: embed } },
  htmlSyntax,
];

/** @param source with the line ends of Unix @returns in the order of the source */
export function notePartsOf(source: string): NotePart[] {
  return [...partsIn(eventsOf(source), source)].sort((a, b) => a.from - b.from);
}

/** In characters: nobody writes more above the first paragraph. */
const BEGINNING = 4_000;
const picturesAlone = /^(?:\s*!\[(?:\[[^\]\n]*\]\]|[^\]\n]*\]\([^)\n]*\)))+\s*$/;

/** The source of the first paragraph that has words and stands in no list and no quote; empty where there is none. */
export function firstParagraphOf(source: string): string {
  // A paragraph that is cut would be one, too.
  const end = source.length > BEGINNING ? source.lastIndexOf('\n\n', BEGINNING) : source.length;
  const begin = source.slice(0, end === -1 ? BEGINNING : end);
  let depth = 0;
  for (const [change, token] of eventsOf(begin)) {
    depth += change === 'enter' ? 1 : -1;
    // At the top it is in what flows between blocks, and in nothing else.
    if (change !== 'enter' || token.type !== 'paragraph' || depth !== 2) continue;
    const { from, to } = placeOf(token);
    const words = begin.slice(from, to);
    if (!picturesAlone.test(words)) return words;
  }
  return '';
}

function eventsOf(source: string): readonly Event[] {
  const document = parse({ extensions: [...extensions] }).document();
  return postprocess(document.write(preprocess()(source, undefined, true)));
}

function* partsIn(events: readonly Event[], source: string): Generator<NotePart> {
  /** What the present place is within, the outermost first. */
  const within: Token[] = [];
  let blocks = 0;
  let embedEnds = -1;
  for (const [change, token] of events) {
    if (change === 'exit') {
      within.pop();
      continue;
    }
    const { type } = token;
    const { from, to } = placeOf(token);
    const isInTable = within.some((it) => it.type === 'table');
    const isSpace = type === 'lineEnding' || type === 'lineEndingBlank' || type === 'linePrefix';
    if (within.length === 0 && !isSpace) blocks += 1;
    if (type === 'noteEmbed') embedEnds = to;
    if (type === 'pageLink') {
      const isEmbed = embedEnds === from;
      const between = source.slice(from + '[['.length, to - ']]'.length);
      const { name, words } = nameAndWords(between);
      const own = words === name ? null : words;
      yield {
        sort: 'name',
        from: isEmbed ? from - 1 : from,
        to,
        isEmbed,
        name,
        words: own,
        isInTable,
      };
    }
    if (type === 'resourceDestinationString' || type === 'definitionDestinationString') {
      const owner = within.findLast((it) => it.type === 'link' || it.type === 'image');
      const isPicture = owner?.type === 'image';
      const link = owner === undefined || isPicture ? null : plainLink(owner, source);
      const address = unescaped(source.slice(from, to));
      yield { sort: 'address', from, to, isPicture, address, link, isInTable };
    }
    if (within.length === 0 && (type === 'atxHeading' || type === 'setextHeading')) {
      yield {
        sort: 'heading',
        from,
        to,
        isFirstBlock: blocks === 1,
        ...headingOf(source.slice(from, to)),
      };
    }
    within.push(token);
  }
}

function placeOf({ start, end }: Token): NotePlace {
  return { from: start.offset, to: end.offset };
}

function headingOf(source: string): { level: number; words: string } {
  const [, marks, atx = ''] = /^ {0,3}(#{1,6})(?:[ \t]+|$)(.*)$/.exec(source) ?? [];
  if (marks !== undefined) {
    return {
      level: marks.length,
      words: atx.replace(/(?:^|(?<![ \t])[ \t]+)#+[ \t]*$/, '').trim(),
    };
  }
  const lines = source.split('\n');
  const level = lines.at(-1)?.trim().startsWith('=') ? 1 : 2;
  return { level, words: lines.slice(0, -1).join(' ').trim() };
}

/** `[words](address)` whose words would mean nothing else between other brackets. */
function plainLink(link: Token, source: string): (NotePlace & { words: string }) | null {
  const { from, to } = placeOf(link);
  const [, words] =
    /^\[([^[\]|\\`*_<>&$~!\n]+)\]\(\s*<?[^\s<>"']*>?\s*\)$/.exec(source.slice(from, to)) ?? [];
  return words === undefined || words.trim() === '' ? null : { from, to, words: words.trim() };
}

function unescaped(address: string): string {
  return address.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}
