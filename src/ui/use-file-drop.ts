import { useLayoutEffect, useRef, useState } from 'react';
import { type Dropped, droppedIn } from '../lib/dropped.ts';

/**
 * Hears of files that are dropped anywhere on the page: a browser would open one that misses a target in the page's place. What has
 * taken a drop for itself keeps it.
 *
 * @returns whether files are being dragged over the page
 */
export function useFileDrop(onDrop: (dropped: Dropped) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onDrop);
  useLayoutEffect(() => {
    latest.current = onDrop;
  });
  useLayoutEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const hear = (event: DragEvent): DataTransfer | null => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return null;
      event.preventDefault();
      return event.dataTransfer;
    };
    window.addEventListener('dragover', (event) => setOver(hear(event) !== null), { signal });
    window.addEventListener(
      'dragleave',
      (event) => {
        // It left the window, and not only an element.
        if (event.relatedTarget === null) setOver(false);
      },
      { signal },
    );
    window.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        const given = hear(event);
        if (given !== null) latest.current(droppedIn(given));
      },
      { signal },
    );
    return () => ended.abort();
  }, []);
  return isOver;
}
