/** A text and what is selected in it; nothing is selected where both ends are the caret. */
export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A change of a text: what comes in the place of a part of it, and what is selected then. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select: { readonly from: number; readonly to: number };
}

/** The present selection of a box. */
export function selectedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected {
  return { text: value, from: selectionStart, to: selectionEnd };
}

/** Changes the text of a box as if it were typed, in one step of the browser's undo. */
export function applyEdit(box: HTMLTextAreaElement, { from, to, insert, select }: TextEdit): void {
  box.focus({ preventScroll: true });
  box.setSelectionRange(from, to);
  // Deprecated, and the one way into a browser's undo. What does without it does without that, too.
  const isDone =
    insert === '' && from === to
      ? true
      : document.execCommand?.(insert === '' ? 'delete' : 'insertText', false, insert);
  if (isDone !== true) {
    box.setRangeText(insert, from, to);
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  box.setSelectionRange(select.from, select.to);
}
