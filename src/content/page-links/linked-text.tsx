import { useMemo } from 'react';
import { PAGE_LINK } from '../../lib/page-link.ts';
import { fitMarkdown } from '../../ui/fit-markdown.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { partLater } from '../../ui/part-later.tsx';

const TextWithNames = partLater(async () => (await import('./text-with-names.tsx')).TextWithNames);

/**
 * A Markdown text as prose, in which links by name lead to their pages. Only a text that has some loads what they need, and
 * shows their words until then.
 *
 * @param props.html of `markdownHtml`
 * @param props.of the id of the item whose text it is
 * @param props.isAmongOthers as in ui/fit-markdown.ts
 * @param props.fit of `fitMarkdown`, where it is known
 */
export function LinkedText({
  html,
  of,
  isAmongOthers = false,
  fit,
}: {
  html: string;
  of: string;
  isAmongOthers?: boolean;
  fit?: string;
}) {
  const plain = useMemo(
    () => fit ?? fitMarkdown(html, of, { isAmongOthers }),
    [html, of, isAmongOthers, fit],
  );
  const text = <MarkedText html={plain} />;
  if (!html.includes(`<a href="${PAGE_LINK}`)) return text;
  return <TextWithNames html={html} of={of} isAmongOthers={isAmongOthers} instead={text} />;
}
