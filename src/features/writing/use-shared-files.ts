import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SHARED } from '../../content/forms.ts';
import { counted } from '../../lib/in-words.ts';
import { SHARED_KEPT_ON_MS, UNDO_MS } from '../../lib/limits.ts';
import type { Millis } from '../../lib/millis.ts';
import {
  dropSharedAfter,
  filesOf,
  listShared,
  type WaitingPictures,
} from '../../lib/shared-pictures.ts';
import { useToast } from '../../ui/toast.tsx';

/**
 * PICTURE-9: gives a text the pictures that were shared to the site, as if they were pasted at its end. Until they are in the text, or
 * somebody has said that they are not to be, a reload gives them again.
 *
 * @param give takes files as they are pasted (use-pictures-given.ts)
 * @returns whether the files given last are such ones, and what to call when they went into the text, or did not
 */
export function useSharedFiles(
  box: RefObject<HTMLTextAreaElement | null>,
  give: (files: readonly File[]) => void,
): { isOffered: () => boolean; inserted: () => void; cancelled: () => void } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const offered = useRef<WaitingPictures | null>(null);
  const isShared = search === SHARED;

  useEffect(() => {
    if (!isShared) return;
    let isGone = false;
    void listShared().then((all) => {
      const first = all.find(({ isOpened }) => isOpened);
      if (isGone || first === undefined) return;
      offered.current = first;
      const end = box.current?.value.length ?? 0;
      box.current?.setSelectionRange(end, end);
      give(filesOf(first));
    });
    return () => {
      isGone = true;
    };
  }, [isShared, box, give]);

  function settle(keptMs: Millis, then: (shared: WaitingPictures, undo: () => void) => void) {
    const shared = offered.current;
    if (shared === null) return;
    offered.current = null;
    void navigate(pathname, { replace: true, preventScrollReset: true });
    then(shared, dropSharedAfter(keptMs, shared));
  }

  return {
    isOffered: () => offered.current !== null,
    // A page that is left before its draft is on the disk is to give them again.
    inserted: () => settle(SHARED_KEPT_ON_MS, () => {}),
    cancelled: () =>
      settle(UNDO_MS, ({ files }, undo) =>
        toast({
          title: `${counted(files.length, 'shared picture')} not inserted`,
          staysMs: UNDO_MS,
          action: {
            label: 'Undo',
            onClick: () => {
              undo();
              void navigate(`${pathname}${SHARED}`, { preventScrollReset: true });
            },
          },
        }),
      ),
  };
}
