import { type RefObject, useEffect, useState } from 'react';

/** Whether an element's content is wider than the element. Not every browser makes such an element focusable. */
export function useSidewaysScroll(ref: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setScrolls(element.scrollWidth > element.clientWidth),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return scrolls;
}
