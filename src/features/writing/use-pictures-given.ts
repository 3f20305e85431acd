import { type RefObject, useLayoutEffect, useState } from 'react';
import { picturesGiven } from '../../content/pictures/files-given.ts';

/**
 * Hears of pictures that are pasted into a text, or dropped anywhere on its page: a browser would open one that misses the text in
 * the page's place.
 *
 * @returns those that wait for their words, and what takes others or none
 */
export function usePicturesGiven(
  box: RefObject<HTMLTextAreaElement | null>,
): [readonly File[], (files: readonly File[]) => void] {
  const [given, setGiven] = useState<readonly File[]>([]);
  useLayoutEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const hear = (event: Event, files: readonly File[]) => {
      if (files.length === 0) return;
      event.preventDefault();
      setGiven(files);
    };
    // Before what makes Markdown of a page's HTML: the bytes of a picture are worth more than its address.
    box.current?.addEventListener(
      'paste',
      (event) => hear(event, picturesGiven(event.clipboardData)),
      { signal, capture: true },
    );
    window.addEventListener(
      'dragover',
      (event) => {
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
      },
      { signal },
    );
    window.addEventListener(
      'drop',
      (event) => {
        if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        hear(event, picturesGiven(event.dataTransfer));
      },
      { signal },
    );
    return () => ended.abort();
  }, [box]);
  return [given, setGiven];
}
