import { type ReactNode, useLayoutEffect, useRef } from 'react';

const places = {
  center: {
    dialog: 'place-items-center p-4',
    panel:
      'max-h-[calc(100dvh-2rem)] max-w-[min(40rem,100%)] overflow-y-auto overscroll-contain rounded-card border border-hairline bg-surface shadow-lifted',
  },
  /** As large as what is in it, up to the window. */
  picture: { dialog: 'place-items-center p-4', panel: 'max-h-[calc(100dvh-2rem)] max-w-full' },
  left: {
    dialog: 'justify-items-start',
    panel:
      'h-dvh w-[min(18rem,85vw)] overflow-y-auto overscroll-contain border-r border-hairline bg-paper [--arriving-from:translateX(-24px)]',
  },
} as const;

/**
 * A modal `<dialog>`: the page behind is inert, Tab stays inside, focus returns when it closes.
 * Esc, the back gesture of Android and a tap beside the panel call `onClose`.
 *
 * The dialog covers the whole window and holds its own scrim: a tap on a native `::backdrop` is not
 * seen by Safari, and a scrim of our own with `touch-action: none` keeps iOS from scrolling the page
 * behind without an `overflow: hidden` on the root, which would make it jump.
 */
export function Dialog({
  open,
  onClose,
  label,
  place = 'center',
  children,
}: {
  open: boolean;
  onClose: () => void;
  /** What a screen reader calls it. */
  label: string;
  place?: keyof typeof places;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Together with what is in it: a dialog that is empty already and still open would swallow a tap.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === open) return;
    if (open) element.showModal();
    else element.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      // Esc goes by the state: a dialog that the browser closed itself could not be opened again until it said so.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // Closed by the browser all the same: whoever holds the state is told, if it is not open again by now.
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      className={`fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overscroll-contain bg-transparent text-ink backdrop:bg-transparent open:grid ${places[place].dialog}`}
    >
      {open && (
        <>
          <div className={`arriving relative z-10 ${places[place].panel}`}>{children}</div>
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            onClick={onClose}
            className="fixed inset-0 cursor-default touch-none bg-scrim"
          />
        </>
      )}
    </dialog>
  );
}
