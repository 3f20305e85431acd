import { type ReactNode, useMemo } from 'react';
import { Card } from './card.tsx';
import { safeHtml } from './safe-html.ts';

/**
 * Styles that `.prose` lacks: long lines of code wrap, wide tables scroll in their box, pictures are bounded and
 * have a place before they arrive. None of it needs a class inside the prose, where a class would mean that
 * something slipped through the sanitizer.
 */
const fitted = [
  '[&_pre]:whitespace-pre-wrap',
  '[&_[role=group]]:overflow-x-auto [&_table]:table [&_table]:[overflow-wrap:break-word]',
  '[&_img]:max-h-[40rem] [&_img]:bg-sunken [&_img]:object-scale-down',
  '[&_img:not([width])]:aspect-[16/9] [&_img:not([width])]:w-full',
  '[&_dt]:font-semibold [&_dd]:pl-4 [&_hr]:border-hairline',
  '[&_a>span]:sr-only [&_a>span]:select-none',
].join(' ');

/** The owner's HTML as prose on a sheet, sanitized (safe-html.ts, DIFF-5); `empty` if nothing visible is left. */
export function RichText({ html, empty = null }: { html: string; empty?: ReactNode }) {
  const safe = useMemo(() => safeHtml(html), [html]);
  if (safe === '') return empty;
  return (
    <Card className={`max-w-3xl p-5 @2xl/column:p-10 print:border-0 print:p-0 ${fitted}`}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized right above */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: safe }} />
    </Card>
  );
}
