import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { TextControl } from '../../content/form/field-input.tsx';
import { controlClass } from '../../ui/form-field.tsx';

/**
 * The box in which a text is written, as tall as the text. It is the browser's own: input methods, dictation, spelling, undo and
 * screen readers know it (docs/decisions/0023-a-text-is-written-in-a-textarea.md).
 */
export function TextBox(control: TextControl) {
  const box = useRef<HTMLTextAreaElement>(null);
  useAsTallAsText(box, control.value);
  return (
    <div>
      <textarea
        {...control}
        ref={box}
        spellCheck
        className={`${controlClass} block min-h-[50dvh] resize-none overflow-hidden px-5 py-4 text-prose`}
      />
    </div>
  );
}

function useAsTallAsText(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const length = useRef(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    grow(element, text.length < length.current);
    length.current = text.length;
  }, [box, text]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    let width = 0;
    const resized = new ResizeObserver(() => {
      if (element.offsetWidth === width) return;
      width = element.offsetWidth;
      grow(element, true);
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, [box]);
}

/** @param shrinks whether it may have to be less tall: finding out takes two layouts of the whole text */
function grow(element: HTMLTextAreaElement, shrinks: boolean): void {
  const borders = element.offsetHeight - element.clientHeight;
  if (!shrinks) {
    if (element.scrollHeight > element.clientHeight)
      element.style.height = `${element.scrollHeight + borders}px`;
    return;
  }
  const around = element.parentElement;
  // Without it the page would be short for a moment, and scroll.
  if (around !== null) around.style.minHeight = `${around.offsetHeight}px`;
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight + borders}px`;
  if (around !== null) around.style.minHeight = '';
}
