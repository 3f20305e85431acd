import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';

/**
 * Whether an element has come into view: not what is folded away, or below the screen.
 *
 * @returns a ref for the element, and true from then on, shown after the frame in which it came: a press that unfolds it is answered first
 */
export function useSeen<E extends Element>(): [RefObject<E | null>, boolean] {
  const place = useRef<E>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || place.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && startTransition(() => setSeen(true)),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [seen]);
  return [place, seen];
}
