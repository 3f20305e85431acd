import { type RefObject, useEffect, useState } from 'react';

/**
 * On which sides of an element there is more of its content, beyond its edge. Not every browser makes an element that
 * scrolls focusable.
 *
 * @returns `before`, `after` or both, parted by a blank; empty for an element that does not scroll
 */
export function useSidewaysScroll(ref: RefObject<HTMLElement | null>): string {
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
