import { type ReactNode, useMemo } from 'react';
import { safeHtml } from './safe-html.ts';

/**
 * What `.prose` leaves open. Long lines of code wrap, wide tables scroll in their box, pictures are
 * bounded and have a place before they arrive. None of it asks for a class inside the prose: there,
 * a class would be a sign of something that got through.
 */
const fitted = [
  '[&_pre]:whitespace-pre-wrap',
  '[&_[role=group]]:overflow-x-auto [&_table]:table [&_table]:[overflow-wrap:break-word]',
  '[&_img]:max-h-[40rem] [&_img]:bg-sunken [&_img]:object-scale-down',
  '[&_img:not([width])]:aspect-[16/9] [&_img:not([width])]:w-full',
  '[&_dt]:font-semibold [&_dd]:pl-4 [&_hr]:border-hairline',
  '[&_a>span]:sr-only',
].join(' ');

/** HTML of the owner's as prose, made harmless (safe-html.ts, DIFF-5); `empty` where nothing of it is left to see. */
export function RichText({ html, empty = null }: { html: string; empty?: ReactNode }) {
  const safe = useMemo(() => safeHtml(html), [html]);
  if (safe === '') return empty;
  return (
    <div className={fitted}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made safe right above */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: safe }} />
    </div>
  );
}
