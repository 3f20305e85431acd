import type { ReactNode } from 'react';

/** The column of a page's content: one left edge, at most 100rem wide, 64 px between its parts (LOOK-4). */
export function PageColumn({ children }: { children: ReactNode }) {
  return (
    <div className="@container/column grid max-w-[105rem] grid-cols-[minmax(0,1fr)] gap-16 px-4 pt-8 pb-16 xs:px-6 lg:px-10 lg:pt-12 lg:pb-24 print:gap-8 print:p-0">
      {children}
    </div>
  );
}
