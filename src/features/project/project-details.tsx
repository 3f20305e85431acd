import { type ReactNode, useMemo } from 'react';
import { isHtml } from '../../content/markdown/html-or-markdown.ts';
import { markdownHtml } from '../../content/markdown/markdown-html.ts';
import { LinkedText } from '../../content/page-links/linked-text.tsx';
import { textRules } from '../../content/text-rules-of-kinds.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { RichText, TextSheet } from '../../ui/rich-text.tsx';

/** PROJECT-1: the details, which are HTML or Markdown (content/markdown/html-or-markdown.ts). */
export function ProjectDetails({ details, of }: { details: string; of: string }) {
  const empty = <p className="text-muted">No details provided for this project yet.</p>;
  if (isHtml(details)) return <RichText html={details} empty={empty} />;
  return <MarkdownDetails details={details} of={of} empty={empty} />;
}

function MarkdownDetails({
  details,
  of,
  empty,
}: {
  details: string;
  of: string;
  empty: ReactNode;
}) {
  const html = useMemo(() => markdownHtml(details, textRules.details), [details]);
  if (isBlank(html)) return empty;
  return (
    <TextSheet>
      <LinkedText html={html} of={of} />
    </TextSheet>
  );
}

function isBlank(html: string): boolean {
  return isInvisible(html.replace(/<[^>]*>/g, '')) && !html.includes('<img ');
}
