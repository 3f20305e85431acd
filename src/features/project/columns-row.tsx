import { type ReactNode, useRef } from 'react';
import { useSidewaysScroll } from './use-sideways-scroll.ts';

/**
 * A7: on a phone the columns snap, and an edge behind which there are more fades. Horizontal swipes scroll the columns, vertical ones the page.
 * During a drag they do not snap, because snapping would undo every step of the auto-scroll at the edge.
 */
export function ColumnsRow({ snaps = true, children }: { snaps?: boolean; children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  const more = useSidewaysScroll(scroller);
  return (
    <div
      ref={scroller}
      {...(more !== '' ? { role: 'group', 'aria-label': 'Board', tabIndex: 0 } : {})}
      data-more={more}
      className={`fading-edges relative -mx-4 grid auto-cols-[min(85%,20rem)] grid-flow-col items-start gap-4 overflow-x-auto overscroll-x-contain px-4 py-1 scroll-px-4 xs:-mx-6 xs:px-6 xs:scroll-px-6 @2xl/column:mx-0 @2xl/column:auto-cols-fr @2xl/column:overflow-visible @2xl/column:px-0 print:grid-flow-row print:auto-cols-auto print:overflow-visible ${snaps ? 'snap-x snap-mandatory' : 'snap-none'}`}
    >
      {children}
    </div>
  );
}
