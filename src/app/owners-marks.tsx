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
  const keptBack = useFound(nothingKept, nothingKept, loadKeptBack);
  const links = useFound<EditLink>(noLink, roomForLink, loadEditLinks);
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

/** As large as the link (features/writing/edit-links.tsx): nothing moves when it has come. */
const roomForLink: EditLink = () => (
  <p className="invisible flex h-9 items-center text-small font-medium whitespace-nowrap print:hidden">
    Edit
  </p>
);

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
 * @param awaited what an admin has before the finder has told
 */
function useFound<Found>(
  nothing: Found,
  awaited: Found,
  load: () => Promise<Finder<Found>>,
): { found: Found; finder: ReactNode } {
  const isAdmin = useAccount()?.isAdmin === true;
  const [Find, setFind] = useState<Finder<Found> | null>(null);
  const [found, setFound] = useState<Found>(() => awaited);
  const tell = useCallback((next: Found) => setFound(() => next), []);
  useEffect(() => {
    if (!isAdmin) return;
    load().then(
      (finder) => setFind(() => finder),
      () => {},
    );
  }, [isAdmin, load]);
  return { found: isAdmin ? found : nothing, finder: isAdmin && Find && <Find tell={tell} /> };
}
