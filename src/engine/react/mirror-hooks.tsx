import { useRef } from 'react';
import type { Inventory } from '../mirror/copy.ts';
import { type Account, startPosition, startStatus } from '../mirror/meta.ts';
import type { Content, Diagnosis, MirrorState, Query } from '../mirror/query.ts';
import type { Snapshot } from '../mirror/snapshot.ts';
import { type Keeping, news } from '../mirror/storage.ts';
import type { Outbox } from '../outbox/queue.ts';
import { useAnswer } from './use-answer.ts';
import { useView } from './view.tsx';

/** One object, because what a screen makes of it is made again when it changes. */
const loading = { state: 'loading' } as const;

/**
 * The device's results for a query, live: every change of the mirror, in any tab, shows. If another mirror takes over
 * that has nothing yet, the screen keeps what it shows.
 */
export function useContent<Item>(query: Query<Item>): Content<Item> {
  const mirror = useView().mirror;
  const question = questionOf(query);
  const peeked = mirror.peek(query);
  const found = useAnswer(
    mirror,
    question,
    async () => ({ question, content: await mirror.read(query) }),
    peeked && { question, content: peeked },
  );
  const shown = useRef(found);
  const stays = shown.current?.question === found?.question && isKnown(shown.current?.content);
  if (!stays || isKnown(found?.content)) shown.current = found;
  return shown.current?.content ?? loading;
}

/** The same text for the same query. */
export function questionOf<Item>({ kind, where, limit }: Query<Item>): string {
  return JSON.stringify([kind.table, where?.lookup, where?.is, limit]);
}

function isKnown(content: Content<unknown> | undefined): boolean {
  return content !== undefined && content.state !== 'loading' && content.state !== 'error';
}

/** Whether this device stores what the site shows. */
export function useKeeping(): Keeping {
  return useView().mirror.keeping;
}

const unknownState: MirrorState = { freshness: null, status: startStatus, malformed: 0 };

/** Freshness and state of the sync, live. */
export function useMirrorState(): MirrorState {
  const mirror = useView().mirror;
  return useAnswer(mirror, 'state', () => mirror.state(), mirror.peekState()) ?? unknownState;
}

const unknownDiagnosis: Diagnosis = { position: startPosition, lastFailure: null, malformed: [] };

/** The mirror's details for engineers, live. */
export function useDiagnosis(): Diagnosis {
  const mirror = useView().mirror;
  return useAnswer(mirror, 'diagnosis', () => mirror.diagnosis()) ?? unknownDiagnosis;
}

/** For the Refresh and Retry buttons: sync now. */
export function useRequestSync(): () => void {
  return useView().mirror.requestSync;
}

/** What the copy on this device consists of, live; undefined while it is being counted. */
export function useInventory(): Inventory | undefined {
  const { copy } = useView();
  return useAnswer(copy, 'inventory', () => news(copy.inventory()));
}

/** Deletes the copy on this device and asks for it anew; edits stay (mirror/copy.ts). */
export function useClearCopy(): () => Promise<void> {
  return useView().copy.clear;
}

/** Takes a snapshot of the copy on this device (mirror/snapshot.ts). */
export function useTakeSnapshot(): () => Promise<Snapshot | null> {
  return useView().copy.snapshot;
}

/** Who is signed in on this device, live; null for nobody, undefined while the device is being asked. */
export function useAccount(): Account | null | undefined {
  const { own } = useView();
  return useAnswer(own, 'account', () => news(own.account()));
}

const empty: Outbox = {
  account: null,
  waiting: [],
  rejected: [],
  overwritten: [],
  others: 0,
};

/** The signed-in account's edits that wait or were refused, live; undefined while the device is being asked. */
export function useKnownOutbox(): Outbox | undefined {
  const { own } = useView();
  return useAnswer(own, 'outbox', () => news(own.outbox()));
}

/** The same, for what only shows something where there are some. */
export function useOutbox(): Outbox {
  return useKnownOutbox() ?? empty;
}
