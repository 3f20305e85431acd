import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext, useRef } from 'react';
import { startPosition, startStatus } from '../mirror/meta.ts';
import type { Content, Diagnosis, Mirror, MirrorState, Query } from '../mirror/query.ts';
import type { Keeping } from '../mirror/storage.ts';

const MirrorContext = createContext<Mirror | null>(null);

/** Provides the mirror to the screens below. */
export function MirrorProvider({ mirror, children }: { mirror: Mirror; children: ReactNode }) {
  return <MirrorContext value={mirror}>{children}</MirrorContext>;
}

function useMirror(): Mirror {
  const mirror = useContext(MirrorContext);
  if (mirror === null) throw new Error('A screen reads the mirror outside of <MirrorProvider>.');
  return mirror;
}

/**
 * The device's results for a query, live: every change of the mirror, in any tab, shows. If another mirror takes over
 * that has nothing yet, the screen keeps what it shows.
 */
export function useContent<Item>(query: Query<Item>): Content<Item> {
  const mirror = useMirror();
  const asked = `${query.kind.table} ${query.where?.lookup} ${query.where?.is} ${query.limit}`;
  const peeked = mirror.peek(query);
  const found = useLiveQuery(
    async () => ({ asked, content: await mirror.read(query) }),
    [mirror, query.kind, asked],
    peeked && { asked, content: peeked },
  );
  const shown = useRef(found);
  const stays = shown.current?.asked === found?.asked && isKnown(shown.current?.content);
  if (!stays || isKnown(found?.content)) shown.current = found;
  return shown.current?.content ?? { state: 'loading' };
}

function isKnown(content: Content<unknown> | undefined): boolean {
  return content !== undefined && content.state !== 'loading' && content.state !== 'error';
}

/** Whether this device stores what the site shows. */
export function useKeeping(): Keeping {
  return useMirror().keeping;
}

const unknownState: MirrorState = { freshness: null, status: startStatus, malformed: 0 };

/** Freshness and state of the sync, live. */
export function useMirrorState(): MirrorState {
  const mirror = useMirror();
  return useLiveQuery(() => mirror.state(), [mirror], mirror.peekState()) ?? unknownState;
}

const unknownDiagnosis: Diagnosis = { position: startPosition, lastFailure: null, malformed: [] };

/** The mirror's details for engineers, live. */
export function useDiagnosis(): Diagnosis {
  const mirror = useMirror();
  return useLiveQuery(() => mirror.diagnosis(), [mirror]) ?? unknownDiagnosis;
}

/** For the Refresh and Retry buttons: sync now, in whichever tab the engine runs. */
export function useRequestSync(): () => Promise<void> {
  return useMirror().requestSync;
}
