import { type ReactNode, useMemo } from 'react';
import { Card } from './card.tsx';
import { proseFits } from './prose-fits.ts';
import { safeHtml } from './safe-html.ts';

/** Details are words first: a long line of code in them wraps. */
const wrapped = '[&_pre]:whitespace-pre-wrap';

/** The owner's HTML as prose on a sheet, sanitized (safe-html.ts, DIFF-5); `empty` if nothing visible is left. */
export function RichText({ html, empty = null }: { html: string; empty?: ReactNode }) {
  const safe = useMemo(() => safeHtml(html), [html]);
  if (safe === '') return empty;
  return (
    <Card
      className={`max-w-3xl p-5 @2xl/column:p-10 print:border-0 print:p-0 ${proseFits} ${wrapped}`}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized right above */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: safe }} />
    </Card>
  );
}
