import { useMemo, useRef } from 'react';
import { fitMarkdown, type PageNamed } from './fit-markdown.ts';
import { proseFits } from './prose-fits.ts';
import { useHighlightedCode } from './use-highlighted-code.ts';
import { useTextActions } from './use-text-actions.ts';

/**
 * A Markdown text as prose.
 *
 * @param props.html of `markdownHtml`
 * @param props.of the id of the item whose text it is
 * @param props.pageNamed by default no page has a name
 */
export function MarkedText({
  html,
  of,
  pageNamed,
}: {
  html: string;
  of: string;
  pageNamed?: PageNamed;
}) {
  const fit = useMemo(() => fitMarkdown(html, of, pageNamed), [html, of, pageNamed]);
  const prose = useRef<HTMLDivElement>(null);
  useTextActions(prose);
  useHighlightedCode(prose, fit);
  return (
    <div
      ref={prose}
      className={`prose marked ${proseFits}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: fitMarkdown made it, from a text that can write no HTML
      dangerouslySetInnerHTML={{ __html: fit }}
    />
  );
}
