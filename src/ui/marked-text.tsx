import { useRef } from 'react';
import { proseFits } from './prose-fits.ts';
import { TextPicturesLater } from './text-pictures-later.tsx';
import { useHighlightedCode } from './use-highlighted-code.ts';
import { useTextActions } from './use-text-actions.ts';

/**
 * A Markdown text as prose.
 *
 * @param props.html of `fitMarkdown`
 * @param props.version another one says that the text has changed without this component (content/page-links/long-text.tsx);
 * empty while it goes on changing
 */
export function MarkedText({ html, version = html }: { html: string; version?: string }) {
  const prose = useRef<HTMLDivElement>(null);
  useTextActions(prose);
  useHighlightedCode(prose, version);
  return (
    <>
      <div
        ref={prose}
        className={`prose marked ${proseFits}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: fitMarkdown made it, from a text that can write no HTML
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <TextPicturesLater text={prose} html={html} />
    </>
  );
}
