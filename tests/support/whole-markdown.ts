import {
  type MarkdownSource,
  markdownSource,
} from '../../src/content/markdown/html-in-markdown.ts';
import { htmlInSteps } from '../../src/content/markdown/markdown-html.ts';
import type { TextRules } from '../../src/content/markdown/text-rules.ts';

/** A text that is Markdown by its rules, by the parser in any case: the renderer asks it only for texts with marks. */
export function parsedHtml(text: string, rules: TextRules): string {
  const steps = markdownSource(text, rules);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return wholeHtml(step.value, rules);
  }
}

/** All pieces of a text's HTML. */
export function wholeHtml(source: MarkdownSource, rules: TextRules): string {
  return [...htmlInSteps(source, rules)].join('');
}
