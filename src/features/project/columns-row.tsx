import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * A7: on a phone the columns snap, and an edge fades if there are more columns beyond it. Horizontal swipes scroll the
 * columns, vertical ones the page. During a drag they do not snap, because snapping would undo every step of the
 * auto-scroll at the edge.
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

/**
 * On which sides an element has more content beyond its edge. Not every browser makes scrollable elements focusable.
 *
 * @returns `before`, `after`, or both with a space between; empty if the element does not scroll
 */
function useSidewaysScroll(ref: RefObject<HTMLElement | null>): string {
  const [more, setMore] = useState('');
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const sides = [
        scrollLeft > 1 && 'before',
        scrollLeft + clientWidth < scrollWidth - 1 && 'after',
      ];
      setMore(sides.filter(Boolean).join(' '));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [ref]);
  return more;
}
