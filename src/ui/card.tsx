import type { ReactNode } from 'react';

const leading =
  'leads transition-shadow has-[.stretched:hover]:shadow-lifted has-[.stretched:active]:border-ink';

/**
 * A sheet of paper.
 *
 * @param props.leads it has a `StretchedLink`, and lifts under the pointer (LOOK-8). Styles could see that for themselves, by `:has()`;
 * the browser would then look at all of a long text again whenever a part of it comes
 */
export function Card({
  children,
  leads = false,
  className = '',
}: {
  children: ReactNode;
  leads?: boolean;
  className?: string;
}) {
  return (
    <div
      className={`@container relative rounded-card border border-hairline bg-surface print:break-inside-avoid ${leads ? leading : ''} ${className}`}
    >
      {children}
    </div>
  );
}
