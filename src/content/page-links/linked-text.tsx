import { useMemo } from 'react';
import { PAGE_LINK } from '../../lib/page-link.ts';
import { fitMarkdown } from '../../ui/fit-markdown.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { partLater } from '../../ui/part-later.tsx';
import type { LongMarkdown } from './use-markdown.ts';

const LongText = partLater(async () => (await import('./long-text.tsx')).LongText);

const TextWithNames = partLater(async () => (await import('./text-with-names.tsx')).TextWithNames);

/**
 * A Markdown text as prose, in which links by name lead to their pages. Only a text that has some loads what they need, and
 * shows their words until then.
 *
 * @param props.html of `markdownHtml`, of the beginning of a long text
 * @param props.long the whole text, if it is long (use-markdown.ts)
 * @param props.onWhole as in long-text.tsx
 * @param props.of the id of the item whose text it is
 * @param props.isAmongOthers as in ui/fit-markdown.ts
 * @param props.fit of `fitMarkdown`, where it is known
 */
export function LinkedText({
  html,
  long,
  of,
  isAmongOthers = false,
  fit,
  onWhole,
}: {
  html: string;
  long?: LongMarkdown | undefined;
  of: string;
  isAmongOthers?: boolean;
  fit?: string;
  onWhole?: (html: string) => void;
}) {
  const plain = useMemo(
    () => fit ?? fitMarkdown(html, of, { isAmongOthers }),
    [html, of, isAmongOthers, fit],
  );
  const text = <MarkedText html={plain} />;
  if (long !== undefined)
    return <LongText {...{ first: plain, long, of, isAmongOthers, onWhole }} instead={text} />;
  if (!html.includes(`<a href="${PAGE_LINK}`)) return text;
  return <TextWithNames html={html} of={of} isAmongOthers={isAmongOthers} instead={text} />;
}
