import { type ComponentType, type ReactNode, useCallback, useLayoutEffect, useState } from 'react';
import { isForInputMethod } from '../../lib/input-method.ts';
import { loadPart } from '../../lib/part.ts';
import { useToast } from '../../ui/toast.tsx';
import type { FoundPage } from './group-titles.ts';
import type { SearchDialogProps } from './search-dialog.tsx';
import { slashOpensSearch } from './slash-key.ts';

/**
 * The frame's part of the search: its keys, and a dialog that is downloaded on first use and then stays
 * mounted, closed, with its index.
 */
export function useSearch(pages: readonly FoundPage[]): { dialog: ReactNode; open: () => void } {
  const [isOpen, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType<SearchDialogProps> | null>(null);
  const toast = useToast();

  const open = useCallback(() => {
    setOpen(true);
    loadPart(() => import('./search-dialog.tsx')).then(
      ({ SearchDialog }) => setDialog(() => SearchDialog),
      () => {
        setOpen(false);
        toast({
          title: 'The search could not be loaded. Please try again.',
          detail: 'It isn’t saved on this device yet. You need to be online the first time.',
          look: 'danger',
        });
      },
    );
  }, [toast]);
  const close = useCallback(() => setOpen(false), []);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      // Otherwise the browser's own search opens too, or the field receives the slash.
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return {
    open,
    dialog: Dialog !== null && <Dialog pages={pages} open={isOpen} onClose={close} />,
  };
}

/** Whether a key press opens the search: `/` outside of text fields unless it is off, Ctrl K or ⌘ K anywhere. */
function isSearchKey(event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || event.repeat || isForInputMethod(event) || altKey) return false;
  if (key.toLowerCase() === 'k' && !shiftKey) return isMac() ? metaKey : ctrlKey !== metaKey;
  // Some keyboards have the slash above the 7.
  return key === '/' && !ctrlKey && !metaKey && !isTyping(event.target) && slashOpensSearch();
}

/** On macOS, Ctrl K deletes to the end of the line. */
function isMac(): boolean {
  return /^(Mac|iP)/.test(navigator.platform);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))
  );
}
