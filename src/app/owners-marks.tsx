import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useAccount, useOutbox } from '../engine/index.ts';
import { EditLinks, KeptBack, NotSent } from '../ui/item-marks.tsx';

/** What only an admin's device loads: it finds something about items, and tells it. */
type Finder<Found> = ComponentType<{ readonly tell: (found: Found) => void }>;

/**
 * Tells the screens which items have edits of the signed-in user that are not sent yet, and admins which are kept back and where
 * to edit an item.
 */
export function OwnersMarks({ children }: { children: ReactNode }) {
  const { waiting } = useOutbox();
  const ids = useMemo(
    () => new Set(waiting.flatMap(({ changes }) => changes.map(({ id }) => id))),
    [waiting],
  );
  const keptBack = useFound(nothingKept, loadKeptBack);
  const links = useFound<EditLink>(noLink, loadEditLinks);
  return (
    <NotSent value={ids}>
      <KeptBack value={keptBack.found}>
        <EditLinks value={links.found}>
          {children}
          {keptBack.finder}
          {links.finder}
        </EditLinks>
      </KeptBack>
    </NotSent>
  );
}

type EditLink = (id: string) => ReactNode;

const nothingKept: ReadonlyMap<string, string> = new Map();
const noLink: EditLink = () => null;

async function loadKeptBack(): Promise<Finder<ReadonlyMap<string, string>>> {
  return (await import('../features/kept-back/kept-back-items.tsx')).KeptBackItems;
}

async function loadEditLinks(): Promise<Finder<EditLink>> {
  return (await import('../features/writing/edit-links.tsx')).FindEditLinks;
}

/**
 * What a finder has found, once an admin is known: visitors never load it. Where it can't be loaded, the next visit tries again.
 *
 * @param nothing what others have
 */
function useFound<Found>(
  nothing: Found,
  load: () => Promise<Finder<Found>>,
): { found: Found; finder: ReactNode } {
  const isAdmin = useAccount()?.isAdmin === true;
  const [Find, setFind] = useState<Finder<Found> | null>(null);
  const [found, setFound] = useState<Found>(() => nothing);
  const tell = useCallback((next: Found) => setFound(() => next), []);
  useEffect(() => {
    if (!isAdmin) return;
    load().then(
      (finder) => setFind(() => finder),
      () => {},
    );
  }, [isAdmin, load]);
  if (!isAdmin || Find === null) return { found: nothing, finder: null };
  return { found, finder: <Find tell={tell} /> };
}
