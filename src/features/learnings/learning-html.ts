import type { Learning } from '../../content/learnings/learnings.ts';
import { firstHtml } from '../../content/markdown/first-words.ts';
import { markdownHtml } from '../../content/markdown/markdown-html.ts';
import { fitMarkdown } from '../../ui/fit-markdown.ts';

/** A learning's text, or the beginning of a long one, as the renderer makes it, and fit for its page. */
export interface LearningHtml {
  readonly marked: string;
  readonly fit: string;
}

const none: LearningHtml = { marked: '', fit: '' };
let made = { id: '', content: '', isLong: false, html: none };

/** The text and the list of its contents ask for it: it is made once for both. */
export function learningHtml({ id, content }: Learning, isLong = false): LearningHtml {
  if (content === null) return none;
  if (made.id !== id || made.content !== content || made.isLong !== isLong) {
    const marked = isLong ? firstHtml(content, {}) : markdownHtml(content);
    made = { id, content, isLong, html: { marked, fit: fitMarkdown(marked, id) } };
  }
  return made.html;
}
