import { type ReactNode, useLayoutEffect, useRef } from 'react';

const places = {
  center: {
    dialog: 'place-items-center p-4',
    panel:
      'max-h-[calc(100dvh-2rem)] max-w-[min(40rem,100%)] overflow-y-auto overscroll-contain rounded-card border border-hairline bg-surface shadow-lifted',
  },
  /** As large as its content, up to the window, which it fills on a phone. */
  picture: {
    dialog: 'place-items-center p-2 md:p-4',
    panel: 'max-h-[calc(100dvh-1rem)] w-full max-w-full md:w-auto',
  },
  left: {
    dialog: 'justify-items-start',
    panel:
      'h-dvh w-[min(18rem,85vw)] overflow-y-auto overscroll-contain border-r border-hairline bg-paper [--arriving-from:translateX(-24px)]',
  },
} as const;

/**
 * A modal `<dialog>`: the page behind is inert, Tab stays inside, focus returns when it closes.
 * Esc, Android's back gesture and a tap beside the panel call `onClose`.
 *
 * The dialog covers the whole window and draws its own scrim: Safari reports no tap on a native `::backdrop`, and
 * with `touch-action: none` on the scrim iOS does not scroll the page behind. `overflow: hidden` on the root
 * would make the page jump.
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
  /** Its accessible name. */
  label: string;
  place?: keyof typeof places;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Content and dialog go together: an empty dialog that is still open would swallow a tap.
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
      // State decides about Esc: if the browser closed the dialog itself, state would still say open.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // If the browser closed it anyway, tell the owner of the state, unless it is open again by now.
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
