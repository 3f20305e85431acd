import type { TextRules } from './markdown/text-rules.ts';

/** How each kind's longer texts are read, beside Markdown: so that texts from before look as they did. */
export const textRules = {
  learning: {},
  commentary: { tagsAreWords: true },
  resource: { tagsAreWords: true, linesRunOn: true },
  tool: { tagsAreWords: true, linesRunOn: true },
  /** Of details that are not HTML as a whole (markdown/html-or-markdown.ts). */
  details: { linesRunOn: true },
} as const satisfies Readonly<Record<string, TextRules>>;
