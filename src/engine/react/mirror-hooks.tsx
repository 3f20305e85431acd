import { fromDisk, fromDiskIf, fromMemory } from '../mirror/answers.ts';
import type { Inventory } from '../mirror/copy.ts';
import { type Account, startPosition, startStatus } from '../mirror/meta.ts';
import {
  type Content,
  type Diagnosis,
  type MirrorState,
  type Query,
  questionOf,
} from '../mirror/query.ts';
import type { Snapshot } from '../mirror/snapshot.ts';
import { type Keeping, news } from '../mirror/storage.ts';
import type { Outbox } from '../outbox/queue.ts';
import { useAnswer } from './use-answer.ts';
import { useView } from './view.tsx';

/** One object for all renders: React would take another one for a change. */
const loading = { state: 'loading' } as const;

/**
 * The device's results for a query, live: they follow every change of the mirror, in any tab. A screen that shows content
 * keeps it while the device has nothing to say (use-answer.ts).
 */
export function useContent<Item>(query: Query<Item>): Content<Item> {
  const { mirror } = useView();
  const asked = fromMemory(() => mirror.peek(query), mirror.onChange);
  return useAnswer(mirror, questionOf(query), asked, saysNothing) ?? loading;
}

function saysNothing({ state }: Content<unknown>): boolean {
  return state === 'loading' || state === 'error';
}

/** Whether this device stores what the site shows. */
export function useKeeping(): Keeping {
  return useView().mirror.keeping;
}

const unknownState: MirrorState = { freshness: null, status: startStatus, malformed: 0 };

/** Freshness and state of the sync, live. */
export function useMirrorState(): MirrorState {
  const { mirror } = useView();
  const asked = fromMemory(mirror.peekState, mirror.onChange);
  return useAnswer(mirror, 'state', asked) ?? unknownState;
}

const unknownDiagnosis: Diagnosis = { position: startPosition, lastFailure: null, malformed: [] };

/** The mirror's details for engineers, live. */
export function useDiagnosis(): Diagnosis {
  const { mirror } = useView();
  return useAnswer(mirror, 'diagnosis', fromDisk(mirror.diagnosis)) ?? unknownDiagnosis;
}

/** For the Refresh and Retry buttons: sync now. */
export function useRequestSync(): () => void {
  return useView().mirror.requestSync;
}

/** What the copy on this device consists of, live; undefined while it is being counted. */
export function useInventory(): Inventory | undefined {
  const { copy } = useView();
  return useAnswer(
    copy,
    'inventory',
    fromDisk(() => news(copy.inventory())),
  );
}

/** Deletes the copy on this device and asks for it anew; edits stay (mirror/copy.ts). */
export function useClearCopy(): () => Promise<void> {
  return useView().copy.clear;
}

/** Takes a snapshot of the copy on this device, with all that its reader may see (mirror/snapshot.ts). */
export function useTakeSnapshot(): () => Promise<Snapshot | null> {
  const { copy } = useView();
  return () => copy.snapshot('reader');
}

/** Who is signed in on this device, live; null for nobody, undefined while the device is being asked. */
export function useAccount(): Account | null | undefined {
  const { own } = useView();
  return useAnswer(own, 'account', fromMemory(own.peekAccount, own.onChange));
}

const empty: Outbox = {
  account: null,
  waiting: [],
  rejected: [],
  overwritten: [],
  others: 0,
  files: {},
  heldBack: [],
};

/** The signed-in account's edits that wait or were refused, live; undefined while the device is being asked. */
export function useKnownOutbox(): Outbox | undefined {
  const { own } = useView();
  const ask = () => news(own.outbox());
  return useAnswer(own, 'outbox', fromDiskIf(own.peekHasEdits, own.onChange, ask, empty));
}

/** The same, for what only shows something where there are some. */
export function useOutbox(): Outbox {
  return useKnownOutbox() ?? empty;
}
