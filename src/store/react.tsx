import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext } from 'react';
import type { Content, Mirror, MirrorState, Query } from './content.ts';
import { startStatus } from './meta.ts';

const MirrorContext = createContext<Mirror | null>(null);

/** Gives the screens below it the mirror to read. */
export function MirrorProvider({ mirror, children }: { mirror: Mirror; children: ReactNode }) {
  return <MirrorContext value={mirror}>{children}</MirrorContext>;
}

function useMirror(): Mirror {
  const mirror = useContext(MirrorContext);
  if (mirror === null) throw new Error('A screen reads the mirror outside of <MirrorProvider>.');
  return mirror;
}

/** What the device has for a query, live: every change of the mirror, in any tab, shows. */
export function useContent<Item>(query: Query<Item>): Content<Item> {
  const mirror = useMirror();
  return (
    useLiveQuery(
      () => mirror.read(query),
      [mirror, query.kind, query.where?.lookup, query.where?.is, query.limit],
      mirror.peek(query),
    ) ?? { state: 'loading' }
  );
}

const unknownState: MirrorState = { freshness: null, status: startStatus, malformed: 0 };

/** Freshness and state of the sync, live. */
export function useMirrorState(): MirrorState {
  const mirror = useMirror();
  return useLiveQuery(() => mirror.state(), [mirror], mirror.peekState()) ?? unknownState;
}

/** What the Refresh and Retry buttons do: sync now, in whichever tab the engine runs. */
export function useRequestSync(): () => Promise<void> {
  return useMirror().requestSync;
}
