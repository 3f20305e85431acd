import type { Learning } from '../../content/learnings/learnings.ts';
import { markdownHtml } from '../../content/markdown/markdown-html.ts';
import { fitMarkdown } from '../../ui/fit-markdown.ts';

/** A learning's text as the renderer makes it, and fit for its page. */
export interface LearningHtml {
  readonly marked: string;
  readonly fit: string;
}

const none: LearningHtml = { marked: '', fit: '' };
let made = { id: '', content: '', html: none };

/** The text and the list of its contents ask for it: it is made once for both. */
export function learningHtml({ id, content }: Learning): LearningHtml {
  if (content === null) return none;
  if (made.id !== id || made.content !== content) {
    const marked = markdownHtml(content);
    made = { id, content, html: { marked, fit: fitMarkdown(marked, id) } };
  }
  return made.html;
}
