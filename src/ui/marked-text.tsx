import { useMemo, useRef } from 'react';
import { type AroundText, fitMarkdown } from './fit-markdown.ts';
import { proseFits } from './prose-fits.ts';
import { useHighlightedCode } from './use-highlighted-code.ts';
import { useTextActions } from './use-text-actions.ts';

/**
 * A Markdown text as prose.
 *
 * @param props.html of `markdownHtml`
 * @param props.of the id of the item whose text it is
 * @param props.isAmongOthers, props.pageNamed as in fit-markdown.ts
 */
export function MarkedText({
  html,
  of,
  isAmongOthers = false,
  pageNamed,
}: {
  html: string;
  of: string;
} & AroundText) {
  const fit = useMemo(
    () => fitMarkdown(html, of, { isAmongOthers, pageNamed }),
    [html, of, isAmongOthers, pageNamed],
  );
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
