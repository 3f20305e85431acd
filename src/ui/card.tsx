import type { ReactNode } from 'react';

/** A sheet of paper. A card with a `StretchedLink` lifts under the pointer (LOOK-8). */
export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={`@container relative rounded-card border border-hairline bg-surface transition-shadow has-[.stretched:hover]:shadow-lifted has-[.stretched:active]:border-ink print:break-inside-avoid ${className}`}
    >
      {children}
    </div>
  );
}
