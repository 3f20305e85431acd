import { type RefObject, useEffect, useState } from 'react';

/** Whether there is more in an element than fits its width. Not every browser lets the keyboard scroll it by itself. */
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
