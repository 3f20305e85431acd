import { parse, postprocess, preprocess } from 'micromark';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { subtokenize } from 'micromark-util-subtokenize';
import type { Event, Extension } from 'micromark-util-types';
import { MARKDOWN_STEP } from '../../lib/limits.ts';
import { formulas } from './formulas.ts';
import { pageLinks } from './page-links.ts';
import { rareSyntax } from './rare-syntax.ts';

/**
 * The Markdown of the site's texts: CommonMark with GitHub's tables, task lists, strikethrough, autolinks and footnotes, and
 * links by name (page-links.ts). Tags are words here: html-in-markdown.ts has taken away what was HTML, or they were words before.
 */
const github: readonly Extension[] = [gfmAutolinkLiteral(), gfmStrikethrough(), gfmTaskListItem()];
const withoutHtml: Extension = { disable: { null: ['htmlFlow', 'htmlText'] } };
const withoutIndentedCode: Extension = { disable: { null: ['codeIndented'] } };
const withoutEntities: Extension = { disable: { null: ['characterReference'] } };

/** What is syntax in one text, and not in another. */
export interface Syntax {
  readonly indentedCode: boolean;
  readonly entities: boolean;
}

/**
 * The parts of a text, as micromark names them, each entered and left. They come in groups of whole blocks, so that whoever reads a
 * long text can pause between them. An empty group is a pause, too: first the blocks of the whole text are found, then what is
 * in each.
 *
 * @param define gets the definitions of the whole text, which are in the groups, too, before the first of these
 * @param step about how many characters are read between two pauses; a block that is longer is read at once
 */
export function* eventsInSteps(
  text: string,
  { indentedCode, entities }: Syntax,
  define: (definitions: Event[]) => void = () => {},
  step = MARKDOWN_STEP,
): Generator<Event[]> {
  const extensions = [
    ...github,
    ...(rareSyntax()?.extensions ?? []),
    ...[pageLinks, formulas, withoutHtml],
  ];
  if (!indentedCode) extensions.push(withoutIndentedCode);
  if (!entities) extensions.push(withoutEntities);
  const document = parse({ extensions }).document();
  const chunksOf = preprocess();
  let events: Event[] = [];
  for (let at = 0; at === 0 || at < text.length; at += step) {
    const isLast = at + step >= text.length;
    events = document.write(chunksOf(text.slice(at, at + step), undefined, isLast));
    if (!isLast) yield [];
  }
  // The first of several passes: it knows the blocks.
  yield [];
  subtokenize(events);
  yield [];
  define(postprocess(withinDefinitions(events)));
  let depth = 0;
  let from = 0;
  for (const [place, [change, token]] of events.entries()) {
    depth += change === 'enter' ? 1 : -1;
    const begins = events[from]?.[1].start.offset ?? 0;
    // The first piece is shown at once.
    if (depth > 0 || token.end.offset - begins < (from === 0 ? step / 2 : step)) continue;
    yield postprocess(events.slice(from, place + 1));
    from = place + 1;
  }
  yield postprocess(events.slice(from));
}

/** Those of the events that belong to definitions. */
export function withinDefinitions(events: readonly Event[]): Event[] {
  let depth = 0;
  return events.filter(([change, { type }]) => {
    const isDefinition = type === 'definition';
    if (isDefinition) depth += change === 'enter' ? 1 : -1;
    return isDefinition || depth > 0;
  });
}
