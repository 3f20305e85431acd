import { type RefObject, useLayoutEffect } from 'react';
import { BUILT } from '../lib/built-page.ts';
import { whenIdle } from '../lib/when-idle.ts';

/**
 * Highlights the code of a text, and draws its formulas. The words are there, so nobody waits for it.
 *
 * | the code | is highlighted |
 * |---|---|
 * | is somewhere in the page that the build has made | before it is painted, as the build has done it |
 * | is in a language that is known | when the browser is idle, by parts that are loaded then (highlight-known.ts) |
 * | is a formula | likewise (render-formulas.ts) |
 * | is in any other language, or the parts can't be loaded | not at all |
 *
 * @param version another one is another text; an empty one is a text that is not whole yet
 */
export function useHighlightedCode(text: RefObject<HTMLElement | null>, version: string): void {
  useLayoutEffect(() => {
    const frames = version === '' ? [] : framesIn(text.current);
    if (frames.length === 0) return;
    const built = new Map(
      framesIn(document.getElementById(BUILT)).map((frame) => [sourceOf(frame), frame]),
    );
    const plain = frames.filter((frame) => {
      const same = built.get(sourceOf(frame));
      if (same === undefined) return true;
      frame.replaceWith(same.cloneNode(true));
      return false;
    });
    if (plain.length === 0) return;
    return whenIdle(() => {
      import('./highlight-known.ts').then(
        (part) => part.highlightKnown(plain),
        () => {},
      );
    });
  }, [text, version]);
}

/** All code that names its language, and all formulas. The name is among the frame's words. */
function framesIn(page: HTMLElement | null): HTMLElement[] {
  return [
    ...(page?.querySelectorAll<HTMLElement>('[data-code]:not([data-code=""]), [data-formula]') ??
      []),
  ];
}

/** A formula that is drawn has its source in a note. */
function sourceOf(frame: HTMLElement): string | null {
  return (frame.querySelector('annotation') ?? frame).textContent;
}
