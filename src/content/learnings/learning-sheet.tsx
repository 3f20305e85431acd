import { type ReactNode, useMemo, useState } from 'react';
import { webAddress } from '../../lib/web-address.ts';
import { Card } from '../../ui/card.tsx';
import { fitMarkdown } from '../../ui/fit-markdown.ts';
import { NewTabLink } from '../../ui/text-link.tsx';
import { wordsOfBeginning } from '../markdown/first-words.ts';
import { firstHtml, markdownHtml } from '../markdown/markdown-html.ts';
import { LinkedText } from '../page-links/linked-text.tsx';
import { useIsLong } from '../page-links/use-markdown.ts';
import { textRules } from '../text-rules-of-kinds.ts';
import { opening } from './learning-text.ts';
import type { Learning } from './learnings.ts';

/** A learning's text, or the beginning of a long one, as the renderer makes it, and fit for its page. */
export interface LearningHtml {
  readonly marked: string;
  readonly fit: string;
}

const none: LearningHtml = { marked: '', fit: '' };

export function learningHtml({ id, content }: Learning, isLong: boolean): LearningHtml {
  if (content === null) return none;
  const marked = isLong ? firstHtml(content, {}) : markdownHtml(content);
  return { marked, fit: fitMarkdown(marked, id) };
}

/**
 * A learning's text, on its page and where it is written.
 *
 * @param props.isWhole a long text comes at once, and not in parts
 * @param props.contents makes the list of its contents from the text's HTML. `isGrowing`: more of the text is still to come.
 */
export function LearningSheet({
  learning,
  isWhole = false,
  contents = () => null,
}: {
  learning: Learning;
  isWhole?: boolean;
  contents?: (html: string, isGrowing: boolean) => ReactNode;
}) {
  const content = learning.content ?? '';
  const isLong = useIsLong(content) && !isWhole;
  const [whole, setWhole] = useState<string | null>(null);
  const { marked, fit } = useMemo(() => learningHtml(learning, isLong), [learning, isLong]);
  const long = useMemo(() => ({ content, rules: textRules.learning }), [content]);
  return (
    <>
      {contents(isLong ? (whole ?? fit) : fit, isLong && whole === null)}
      <TextSheetOf learning={learning} isEmpty={marked === ''}>
        <LinkedText
          html={marked}
          fit={fit}
          of={learning.id}
          long={isLong ? long : undefined}
          onWhole={setWhole}
        />
      </TextSheetOf>
    </>
  );
}

/** Long text on the dots is hard to read. */
function TextSheetOf({
  learning: { description, content, link },
  isEmpty,
  children,
}: {
  learning: Learning;
  isEmpty: boolean;
  children: ReactNode;
}) {
  const address = webAddress(link);
  if (description === '' && isEmpty && address === null) return null;
  // An import takes the first paragraph for a description.
  const begin = opening(wordsOfBeginning(content ?? ''));
  return (
    <Card className="margin-line grid grid-cols-[minmax(0,1fr)] gap-6 p-5 @2xl/column:p-10 @4xl/column:col-start-1 @4xl/column:row-span-3 @4xl/column:row-start-1 print:border-0 print:p-0">
      {!begin.includes(description.replace(/…$/, '')) && (
        <p className="max-w-[65ch] text-prose text-muted">{description}</p>
      )}
      {!isEmpty && children}
      {address !== null && (
        <p>
          <NewTabLink href={address}>Learn more</NewTabLink>
        </p>
      )}
    </Card>
  );
}
