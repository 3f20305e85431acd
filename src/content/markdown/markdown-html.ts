import { compile } from 'micromark';
import { gfmAutolinkLiteralHtml } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';
import type { CompileContext, Event, HtmlExtension, Token } from 'micromark-util-types';
import { learningParagraphs, splitParagraphs } from '../learnings/learning-text.ts';
import { firstWords } from './first-words.ts';
import { formulasHtml } from './formulas.ts';
import { CELL_BREAK, type MarkdownSource, markdownSource } from './html-in-markdown.ts';
import { pageLinksHtml } from './page-links.ts';
import { rareSyntax } from './rare-syntax.ts';
import { eventsInSteps, withinDefinitions } from './syntax.ts';
import { isTangled } from './tangled.ts';
import type { TextRules } from './text-rules.ts';

/**
 * LEARNING-2: a text as HTML, not yet fit for a page (ui/fit-markdown.ts). No tag of the text itself is passed on.
 *
 * Where lines did so before texts were Markdown, a line that ends within a paragraph ends on the screen too.
 *
 * @param rules of the kind of content (text-rules-of-kinds.ts); without them those of a learning
 */
export function markdownHtml(content: string, rules: TextRules = {}): string {
  return [...markdownInSteps(content, rules)].join('');
}

/**
 * The same in pieces, for a long text: after each of them, or after an empty one, the browser can have a turn. An element of a piece
 * is whole. A list, a quote or a table is never cut, however long it is.
 */
export function* markdownInSteps(content: string, rules: TextRules = {}): Generator<string> {
  if (!mayBeMarkdown.test(content) || isTangled(content)) {
    yield withoutMarkdown(content, rules);
    return;
  }
  // To know that took as long as a piece takes.
  yield '';
  const steps = markdownSource(content, rules);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) yield '';
  yield* htmlInSteps(step.value, rules);
}

/** The HTML of a long text's beginning: in most texts, the first piece that `markdownInSteps` makes of the whole. */
export function firstHtml(content: string, rules: TextRules): string {
  for (const piece of markdownInSteps(firstWords(content), rules)) if (piece !== '') return piece;
  return '';
}

/** Whatever could be more than words. A page of texts that have none of it need not wait for the parser, which takes 3 ms for each. */
const mayBeMarkdown =
  /[\\`*_[\]<>~|&#@=$]|:\/\/|www\.|[^\S \n\r\t]|^(?:[ \t]*(?:[-+:]|\d+[.)])| {4}| {0,3}\t)| {2}$/im;

/**
 * The HTML of a text that has no HTML in it any more, in the same pieces.
 *
 * @param step as in syntax.ts
 */
export function* htmlInSteps(
  source: MarkdownSource,
  { linesRunOn = false }: TextRules,
  step?: number,
): Generator<string> {
  const rare = rareSyntax()?.html();
  let isLast = false;
  const lastNotes: HtmlExtension = {
    exit: {
      // It is asked at the end of each piece, and lists the notes of all of them.
      null() {
        if (isLast) rare?.notes.exit?.null?.call(this);
      },
    },
  };
  const github = [
    gfmAutolinkLiteralHtml(),
    gfmStrikethroughHtml(),
    gfmTaskListItemHtml(),
    ...(rare === undefined ? [] : [rare.notes, rare.tables]),
  ];
  // It knows the definitions of the pieces that it has compiled, and answers with the HTML of all of them.
  const compiled = compile({
    htmlExtensions: [...github, lastNotes, pageLinksHtml, formulasHtml, lineBreaks, codeInLists],
  });
  let length = 0;
  const newIn = (html: string) => {
    const piece = html.slice(length);
    length = html.length;
    return piece;
  };
  const define = (definitions: Event[]) => {
    markLineBreaks(definitions, linesRunOn);
    compiled(definitions);
  };
  for (const events of eventsInSteps(source.text, source, define, step)) {
    // They are known. Once more they would swallow line endings.
    for (const [, token] of withinDefinitions(events)) token.type = KNOWN;
    markLineBreaks(events, linesRunOn);
    yield newIn(compiled(events));
  }
  isLast = true;
  yield newIn(compiled([]));
}

function withoutMarkdown(content: string, { tagsAreWords, linesRunOn }: TextRules): string {
  const lineEnd = linesRunOn === true ? '\n' : '<br />\n';
  const words = content.replace(/\r\n?/g, '\n');
  return (tagsAreWords === true ? splitParagraphs(words) : learningParagraphs(words))
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', lineEnd)}</p>`)
    .join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A line ending that is shown, words that become an attribute's, and a part of a definition that is known; micromark has no
 * names for them. */
const LINE_BREAK = 'lineBreak';
const ATTRIBUTE_WORDS = 'attributeWords';
const KNOWN = 'knownDefinition';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    lineBreak: 'lineBreak';
    attributeWords: 'attributeWords';
    knownDefinition: 'knownDefinition';
  }
}

const shown: ReadonlySet<string> = new Set(['paragraph', 'setextHeadingText']);
/** In here a line ending is part of an address or a title, or a space. */
const notShown: ReadonlySet<string> = new Set([
  ...['resource', 'reference', 'definition', 'codeText'],
]);

/**
 * Gives the line endings within paragraphs a name of their own. One behind a hard break has its `<br>` already. So do words in
 * titles and in place of pictures: no attribute can have a `<br>`.
 */
function markLineBreaks(events: readonly Event[], linesRunOn: boolean): void {
  let depth = 0;
  let hidden = 0;
  let pictures = 0;
  events.forEach(([change, token], at) => {
    const type: string = token.type;
    const step = change === 'enter' ? 1 : -1;
    if (shown.has(type)) depth += step;
    if (notShown.has(type)) hidden += step;
    if (type === 'image') pictures += step;
    if (type === 'data' && hidden + pictures > 0) token.type = ATTRIBUTE_WORDS;
    if (type !== 'lineEnding' || depth === 0 || hidden > 0 || change === 'exit' || linesRunOn)
      return;
    if (events[at - 1]?.[1].type.startsWith('hardBreak') !== true) token.type = LINE_BREAK;
  });
}

const lineBreaks: HtmlExtension = {
  exit: {
    attributeWords(this: CompileContext, token: Token) {
      this.raw(this.encode(this.sliceSerialize(token).replaceAll(CELL_BREAK, ' ')));
    },
    lineBreak(this: CompileContext) {
      this.tag('<br />');
      this.raw('\n');
    },
    data(this: CompileContext, token: Token) {
      this.sliceSerialize(token)
        .split(CELL_BREAK)
        .forEach((words, place) => {
          if (place > 0) this.tag('<br />');
          this.raw(this.encode(words));
        });
    },
  },
};

/**
 * In an item of a tight list micromark drops line endings behind a paragraph, also those of the code that follows it
 * (github.com/micromark/micromark/issues/201).
 */
export const codeInLists: HtmlExtension = {
  enter: {
    codeFencedFenceSequence(this: CompileContext) {
      this.setData('slurpAllLineEndings');
    },
  },
};
