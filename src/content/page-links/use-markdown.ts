import { useMemo, useSyncExternalStore } from 'react';
import { isLongText } from '../markdown/first-words.ts';
import { firstHtml, markdownHtml } from '../markdown/markdown-html.ts';
import type { TextRules } from '../markdown/text-rules.ts';

/** A text whose beginning is rendered, and whose rest the browser renders piece by piece (long-text.tsx). */
export interface LongMarkdown {
  readonly content: string;
  readonly rules: TextRules;
}

/** A text as HTML of `markdownHtml`: the whole of it, or the beginning of a long one. */
export function useMarkdown(
  content: string,
  rules: TextRules,
): { html: string; long: LongMarkdown | undefined } {
  const isLong = useIsLong(content);
  const html = useMemo(
    () => (isLong ? firstHtml(content, rules) : markdownHtml(content, rules)),
    [content, rules, isLong],
  );
  const long = useMemo(() => ({ content, rules }), [content, rules]);
  return { html, long: isLong ? long : undefined };
}

/** Whether a text is rendered piece by piece. The build never does it. */
export function useIsLong(content: string): boolean {
  return useSyncExternalStore(
    never,
    () => isLongText(content),
    () => false,
  );
}

const never = () => () => {};
