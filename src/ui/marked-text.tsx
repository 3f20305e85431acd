import { useMemo, useRef } from 'react';
import { fitMarkdown } from './fit-markdown.ts';
import { proseFits } from './prose-fits.ts';
import { useHighlightedCode } from './use-highlighted-code.ts';
import { useTextActions } from './use-text-actions.ts';

/**
 * A Markdown text as prose.
 *
 * @param props.html of `markdownHtml`
 * @param props.of the id of the item whose text it is
 */
export function MarkedText({ html, of }: { html: string; of: string }) {
  const fit = useMemo(() => fitMarkdown(html, of), [html, of]);
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
