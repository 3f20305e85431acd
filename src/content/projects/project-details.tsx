import { type ReactNode, useMemo } from 'react';
import { isInvisible } from '../../lib/invisible.ts';
import { RichText, TextSheet } from '../../ui/rich-text.tsx';
import { isHtml } from '../markdown/html-or-markdown.ts';
import { LinkedText } from '../page-links/linked-text.tsx';
import { useMarkdown } from '../page-links/use-markdown.ts';
import { textRules } from '../text-rules-of-kinds.ts';

/** PROJECT-1: the details, which are HTML or Markdown (content/markdown/html-or-markdown.ts). */
export function ProjectDetails({ details, of }: { details: string; of: string }) {
  const empty = <p className="text-muted">No details provided for this project yet.</p>;
  const hasTags = useMemo(() => isHtml(details), [details]);
  if (hasTags) return <RichText html={details} empty={empty} />;
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
  const text = useMarkdown(details, textRules.details);
  if (isBlank(text.html)) return empty;
  return (
    <TextSheet>
      <LinkedText {...text} of={of} />
    </TextSheet>
  );
}

function isBlank(html: string): boolean {
  return isInvisible(html.replace(/<[^>]*>/g, '')) && !html.includes('<img ');
}
