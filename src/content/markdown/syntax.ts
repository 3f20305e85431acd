import { parse, postprocess, preprocess } from 'micromark';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import type { Event, Extension } from 'micromark-util-types';
import { pageLinks } from './page-links.ts';

/**
 * The Markdown of the site's texts: CommonMark with GitHub's tables, task lists, strikethrough, autolinks and footnotes, and
 * links by name (page-links.ts). Tags are words here: html-in-markdown.ts has taken away what was HTML, or they were words before.
 */
const github: readonly Extension[] = [
  gfmAutolinkLiteral(),
  gfmFootnote(),
  gfmStrikethrough(),
  gfmTable(),
  gfmTaskListItem(),
];
const withoutHtml: Extension = { disable: { null: ['htmlFlow', 'htmlText'] } };
const withoutIndentedCode: Extension = { disable: { null: ['codeIndented'] } };
const withoutEntities: Extension = { disable: { null: ['characterReference'] } };

/** What is syntax in one text, and not in another. */
export interface Syntax {
  readonly indentedCode: boolean;
  readonly entities: boolean;
}

/** The parts of a text, as micromark names them, each entered and left. */
export function eventsOf(text: string, { indentedCode, entities }: Syntax): Event[] {
  const extensions = [...github, pageLinks, withoutHtml];
  if (!indentedCode) extensions.push(withoutIndentedCode);
  if (!entities) extensions.push(withoutEntities);
  const chunks = preprocess()(text, undefined, true);
  return postprocess(parse({ extensions }).document().write(chunks));
}
