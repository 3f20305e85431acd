import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TextControl } from '../../content/form/field-input.tsx';
import { controlClass } from '../../ui/form-field.tsx';
import { PageNames } from './page-names.tsx';
import { PicturesDialog } from './pictures-dialog.tsx';
import { applyEdit, selectedIn } from './text-edit.ts';
import { Toolbar } from './toolbar.tsx';
import { usePicturesGiven } from './use-pictures-given.ts';
import { useSharedFiles } from './use-shared-files.ts';
import type { Instead } from './use-shared-instead.ts';
import { useTextKeys } from './use-text-keys.ts';

/**
 * The box in which a text is written, as tall as the text. It is the browser's own: input methods, dictation, spelling, undo and
 * screen readers know it (docs/decisions/0023-a-text-is-written-in-a-textarea.md).
 */
export function TextBox({
  box,
  value,
  sharedInstead,
  ...control
}: TextControl & {
  box: RefObject<HTMLTextAreaElement | null>;
  sharedInstead: Instead | null;
}) {
  const [start] = useState(value);
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && element.value !== value) element.value = value;
  }, [box, value]);
  useAsTallAsText(box, value);
  useTextKeys(box);
  const [given, setGiven] = usePicturesGiven(box);
  const shared = useSharedFiles(box, setGiven);

  function close() {
    // The box cannot be reached before the dialog is gone.
    flushSync(() => setGiven([]));
    box.current?.focus({ preventScroll: true });
  }

  function cancel() {
    close();
    shared.cancelled();
  }

  function insert(markdown: string) {
    close();
    if (box.current === null) return;
    // The box keeps its caret while the dialog is open.
    const { from, to } = selectedIn(box.current);
    const insert = shared.isOffered() && from > 0 ? `\n\n${markdown}` : markdown;
    const caret = from + insert.length;
    applyEdit(box.current, { from, to, insert, select: { from: caret, to: caret } });
    shared.inserted();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-10 md:top-2">
        <Toolbar box={box} boxId={control.id} onPictures={setGiven} />
      </div>
      <div className="relative">
        <textarea
          {...control}
          ref={box}
          // Not `value`: React would also write it into the box for each key, and with that Chromium forgets what it could undo.
          defaultValue={start}
          spellCheck
          className={`${controlClass} block min-h-[50dvh] resize-none overflow-hidden px-5 py-4 text-prose`}
        />
        <PageNames box={box} />
      </div>
      {given.length > 0 && (
        <PicturesDialog
          files={given}
          instead={shared.isOffered() ? sharedInstead : null}
          onClose={cancel}
          onInsert={insert}
        />
      )}
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
