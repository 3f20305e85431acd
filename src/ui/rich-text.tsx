import { type ReactNode, useMemo, useRef } from 'react';
import { Card } from './card.tsx';
import { proseFits } from './prose-fits.ts';
import { safeHtml } from './safe-html.ts';
import { TextPicturesLater } from './text-pictures-later.tsx';
import { useTextActions } from './use-text-actions.ts';

/** Details are words first: a long line of code in them wraps. */
const wrapped = '[&_pre]:whitespace-pre-wrap';

/** The owner's HTML as prose on a sheet, sanitized (safe-html.ts, DIFF-5); `empty` if nothing visible is left. */
export function RichText({ html, empty = null }: { html: string; empty?: ReactNode }) {
  const safe = useMemo(() => safeHtml(html), [html]);
  return safe === '' ? empty : <SafeText html={safe} />;
}

function SafeText({ html }: { html: string }) {
  const prose = useRef<HTMLDivElement>(null);
  useTextActions(prose);
  return (
    <TextSheet>
      <div
        ref={prose}
        className={`prose ${proseFits} ${wrapped}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: RichText has sanitized it
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <TextPicturesLater text={prose} html={html} />
    </TextSheet>
  );
}

/** What a project's long text stands on. */
export function TextSheet({ children }: { children: ReactNode }) {
  return (
    <Card className="margin-line grid max-w-3xl grid-cols-[minmax(0,1fr)] p-5 @2xl/column:p-10 print:border-0 print:p-0">
      {children}
    </Card>
  );
}
