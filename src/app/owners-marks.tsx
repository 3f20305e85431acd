import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useAccount, useOutbox } from '../engine/index.ts';
import type { KeptBackItems, KeptBackWords } from '../features/kept-back/kept-back-items.tsx';
import { KeptBack, NotSent } from '../ui/item-marks.tsx';

/** Tells the screens which items have edits of the signed-in user that are not sent yet, and which are kept back. */
export function OwnersMarks({ children }: { children: ReactNode }) {
  const { waiting } = useOutbox();
  const ids = useMemo(
    () => new Set(waiting.flatMap(({ changes }) => changes.map(({ id }) => id))),
    [waiting],
  );
  const [found, setFound] = useState<Readonly<Record<string, KeptBackWords>>>({});
  const Items = useKeptBackItems();
  const onFound = useCallback(
    (of: string, words: KeptBackWords) =>
      setFound((held) =>
        words.size === 0 && held[of] === undefined ? held : { ...held, [of]: words },
      ),
    [],
  );
  const keptBack = useMemo(
    () => (Items === null ? new Map() : new Map(Object.values(found).flatMap((it) => [...it]))),
    [Items, found],
  );
  return (
    <NotSent value={ids}>
      <KeptBack value={keptBack}>
        {children}
        {Items !== null && <Items onFound={onFound} />}
      </KeptBack>
    </NotSent>
  );
}

/** What finds them, once an admin is known; visitors never load it. Without a network it comes with the next visit. */
function useKeptBackItems(): ComponentType<Parameters<typeof KeptBackItems>[0]> | null {
  const isAdmin = useAccount()?.isAdmin === true;
  const [items, setItems] = useState<typeof KeptBackItems | null>(null);
  useEffect(() => {
    if (!isAdmin) return;
    import('../features/kept-back/kept-back-items.tsx').then(
      (part) => setItems(() => part.KeptBackItems),
      () => {},
    );
  }, [isAdmin]);
  return isAdmin ? items : null;
}
