import { type Failure, isSameFailure, toFailure, toReport } from '../../lib/failure.ts';
import {
  POKES_SPREAD_MS,
  REPORTED_AFTER_MS,
  SUBSCRIBED_TOO_EARLY_MS,
  UNASKED_REPORTED_AFTER_MS,
} from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import { secureContext } from '../../lib/secure-context.ts';
import type { StoredFile } from '../file.ts';
import { memoryOf } from '../mirror/memory.ts';
import {
  type Account,
  NO_HISTORY,
  type SyncPhase,
  type SyncStatus,
  startStatus,
} from '../mirror/meta.ts';
import { watchAccount } from '../mirror/session-store.ts';
import { readPosition, writeStatus } from '../mirror/status.ts';
import { filesHere } from '../outbox/files.ts';
import { watchOutbox } from '../outbox/queue.ts';
import { createExchange, type ExchangeParts } from './exchange.ts';
import { gather } from './gather.ts';
import type { Remote, StoreFile } from './protocol.ts';
import { anything, both, noPurpose, type Purpose } from './purpose.ts';
import type { FileSender } from './send-files.ts';
import { type Effect, type EngineEvent, type EngineState, startState, step } from './step.ts';
import type { Surroundings } from './surroundings.ts';

/** The parts of the sync. The clock never orders anything: it only dates freshness. */
export interface LoopParts extends Omit<ExchangeParts, 'remote' | 'clock' | 'locks'> {
  remote: Remote;
  surroundings: Surroundings;
  clock?: () => Instant;
  random?: () => number;
  locks?: LockManager | undefined;
  /** Loads what stores files on the server; without it edits wait for theirs. */
  loadStoreFile?: (() => Promise<StoreFile>) | undefined;
  /** Called with a file that the server has now: the device forgets it then. */
  onStored?: ((file: StoredFile) => Promise<void>) | undefined;
  /** Whose pages listen for pokes; all others poll. */
  realtime?: 'everyone' | 'admins';
  /** Called if the snapshot cannot be used, and when an exchange fails in another way than the one before. */
  onFailure?: (failure: Failure) => void;
  /** Called with each event and the resulting phase, in a few words for engineers. */
  onEvent?: (what: string) => void;
  /** Called with the signed-in account, and whenever that changes. */
  onAccount?: (account: Account | null) => void;
  /** Called after each exchange that left the device with everything. */
  onCaughtUp?: () => Promise<void>;
}

export interface Loop {
  /** Syncs now, because a person asks. */
  ask(): void;
  /** Stops everything: timers, channel, the current exchange. */
  stop(): void;
}

/**
 * Starts the sync of this tab: performs the effects that `step` decides on, reports back what happened,
 * and writes the status to the mirror. Never throws; failures are part of the status.
 */
export function startLoop(parts: LoopParts): Loop {
  const { database, remote, surroundings } = parts;
  const { clock = Date.now, random = Math.random, locks = secureContext.locks } = parts;
  const { onFailure = () => {}, realtime = 'everyone' } = parts;
  const exchangeOnce = createExchange({ ...parts, clock, locks });
  const memory = memoryOf(database);
  const ended = new AbortController();
  let state: EngineState = {
    ...startState,
    phase: surroundings.isOnline() ? 'idle' : 'offline',
    online: surroundings.isOnline(),
    visible: surroundings.isVisible(),
  };
  let underWay = new AbortController();
  let wake: ReturnType<typeof setTimeout> | undefined;
  let early: ReturnType<typeof setTimeout> | undefined;
  let stopWatching: (() => void) | null = null;
  let isAdmin = false;
  /** An exchange has ended, well or not. */
  let hasAsked = false;
  let poked = 0;
  /** The purpose of the next exchange. */
  let purpose = noPurpose;

  /** Asks for an exchange. */
  function want(what: Partial<Purpose>, type: 'wanted' | 'asked' = 'wanted'): void {
    purpose = both(purpose, { ...noPurpose, ...what });
    send({ type });
  }

  function send(event: EngineEvent): void {
    if (ended.signal.aborted) return;
    hasAsked ||= event.type === 'pulled' || event.type === 'failed';
    const next = step(state, event, random());
    state = next.state;
    // Another page may have reported something else meanwhile.
    if (event.type === 'pulled') told = null;
    parts.onEvent?.(inWords(event, state.phase));
    publish(event.type === 'asked');
    for (const effect of next.effects) perform(effect, event);
    followVisibility();
  }

  function perform(effect: Effect, { type }: EngineEvent): void {
    clearTimeout(wake);
    switch (effect.type) {
      case 'exchange': {
        underWay.abort();
        underWay = new AbortController();
        const isForNothingElse = ['wanted', 'asked', 'pulled'].includes(type);
        // Another page's success does not mean that this page can reach the server.
        const isWell = state.failures === 0 && state.complete;
        void exchange(underWay.signal, isForNothingElse && isWell ? purpose : anything);
        purpose = noPurpose;
        return;
      }
      case 'halt':
        underWay.abort();
        return;
      case 'wake':
        wake = setTimeout(() => send({ type: 'timer' }), effect.inMs);
        return;
      case 'sleep':
        return;
      default:
        effect satisfies never;
    }
  }

  async function exchange(signal: AbortSignal, what: Purpose): Promise<void> {
    try {
      await exchangeOnce(signal, (type) => !signal.aborted && send({ type }), what);
      if (signal.aborted) return;
      send({ type: 'pulled' });
      // What it took, or a hold that has ended meanwhile, may have stood before an edit with a file.
      if (lacksFileParts) loading = startFiles();
      else files?.wanted();
      // The callback is not part of the sync, so its failure is not one of the sync.
      void parts.onCaughtUp?.().catch(() => {});
    } catch (error) {
      if (!signal.aborted) failed(toFailure(error));
    }
  }

  function failed(failure: Failure): void {
    if (ended.signal.aborted) return;
    if (!isSameFailure(failure, state.failure)) onFailure(failure);
    const { retryAfterMs } = failure;
    send({ type: 'failed', failure: toReport(failure), retryAfterMs });
  }

  /**
   * The channel is open only while the page is visible: connections are scarce, and nobody reads a hidden page. It
   * opens after the first exchange, which brings all that earlier pokes would have announced (R4).
   */
  function followVisibility(): void {
    // A hidden page hears nothing, and begins nothing (R19).
    const listens = state.visible && hasAsked && (realtime === 'everyone' || isAdmin);
    if (listens && stopWatching === null) {
      stopWatching = remote.watch({ poked: hear, live });
    } else if (!listens && stopWatching !== null) {
      stopWatching();
      stopWatching = null;
      clearTimeout(early);
      pokes.stop();
      if (state.live) send({ type: 'live', isLive: false });
    }
  }

  // A save pokes every page at the same moment; only admins' pages ask at once.
  const pokes = gather(
    () => void wantPoked(),
    () => (isAdmin ? 0 : random() * POKES_SPREAD_MS),
  );

  function hear(version: number): void {
    poked = Math.max(poked, version);
    pokes.hear();
  }

  async function wantPoked(): Promise<void> {
    // The echo of a change that this device already has (R5).
    const { cursor } = await readPosition(database).catch(() => ({ cursor: 0 }));
    if (poked > cursor) want({ version: poked });
  }

  function live(isLive: boolean): void {
    clearTimeout(early);
    send({ type: 'live', isLive });
    if (isLive)
      early = setTimeout(() => want(anything), SUBSCRIBED_TOO_EARLY_MS + (remote.staleMs ?? 0));
  }

  /** The status that this page wrote last, and whether it is writing one. */
  let told: SyncStatus | null = null;
  let isTelling = false;
  let later: ReturnType<typeof setTimeout> | undefined;
  /** A person waits for the exchange under way. */
  let isAwaited = false;

  /**
   * An exchange is reported only if it lasts: nobody could read about a shorter one, and its transactions would wait
   * for the report. One that nobody asked for has to last longer, unless screens say now that something is wrong.
   * Everything else is reported at once.
   */
  function publish(isAsked: boolean): void {
    if (isUnderWay(state.phase) && !isUnderWay(told?.phase)) {
      if (isAsked && !isAwaited) {
        isAwaited = true;
        clearTimeout(later);
        later = undefined;
      }
      later ??= setTimeout(tellUnderWay, REPORTED_AFTER_MS);
      return;
    }
    isAwaited = false;
    clearTimeout(later);
    later = undefined;
    tellNow();
  }

  function tellUnderWay(): void {
    const { phase, failures } = memory.about?.status ?? startStatus;
    if (isAwaited || phase !== 'idle' || failures > 0) tellNow();
    else later = setTimeout(tellNow, UNASKED_REPORTED_AFTER_MS - REPORTED_AFTER_MS);
  }

  /**
   * Only the visible page reports (R22), because nobody looks at the others. While a report is being written, only the
   * newest of the next ones is kept.
   */
  function tellNow(): void {
    if (!state.visible || isTelling || ended.signal.aborted) return;
    const { phase, failures, failure } = state;
    const isNews =
      phase !== told?.phase || failures !== told.failures || !isSameFailure(failure, told.failure);
    if (!isNews) return;
    told = { phase, failures, failure };
    isTelling = true;
    writeStatus(database, told, clock()).then(
      () => {
        isTelling = false;
        tellNow();
      },
      // If the mirror cannot be written, that failure is reported elsewhere.
      () => {
        isTelling = false;
        told = null;
      },
    );
  }

  async function noteComplete(): Promise<void> {
    await memory.load([]).catch(() => {});
    if (memory.about?.position.complete) state = { ...state, complete: true };
  }

  /** Hardly any device has files to send, and visitors never. */
  let files: FileSender | null = null;
  /** Resolves when what sends them is here, or could not be loaded. */
  let loading: Promise<void> | undefined;
  /** They are loaded after the next exchange: without a network they may not be on the device. */
  let lacksFileParts = false;
  async function startFiles(): Promise<void> {
    if (parts.loadStoreFile === undefined) return;
    try {
      const [{ startFileSender }, storeFile] = await Promise.all([
        import('./send-files.ts'),
        parts.loadStoreFile(),
      ]);
      lacksFileParts = false;
      if (ended.signal.aborted) return;
      files ??= startFileSender({ ...parts, storeFile, clock, random, locks });
    } catch {
      lacksFileParts = true;
    }
  }

  /** Asks for them. The outbox may not have told of one yet, or what sends them have been out of reach when it did. */
  async function sendFilesAsked(): Promise<void> {
    const isMissing = files === null && (loading === undefined || lacksFileParts);
    if (isMissing && (await filesHere(database)).length > 0) loading = startFiles();
    await loading;
    files?.asked();
  }

  const stopOutbox = watchOutbox(
    database,
    (news) => {
      if (news === 'files' && files === null) loading = startFiles();
      else files?.wanted();
      if (news !== 'files') want(news === 'edits' ? { edits: true } : anything);
    },
    clock,
  );
  // Rows that the device has lost are fetched at once (R42).
  let isIncomplete = false;
  const stopMemory = memory.watch(() => {
    const was = isIncomplete;
    isIncomplete = memory.about?.position.epoch === NO_HISTORY;
    if (isIncomplete && !was) want(anything);
  });
  const stopAccount = watchAccount(database, (account) => {
    parts.onAccount?.(account);
    isAdmin = account?.isAdmin === true;
    if (!ended.signal.aborted) followVisibility();
  });
  const stopSurroundings = surroundings.watch((type) => send({ type }));
  // The first exchange fetches anything there is, so it need not wait for this.
  void noteComplete();
  if (state.online) want(anything);
  else send({ type: 'offline' });

  return {
    ask() {
      void sendFilesAsked().catch(() => {});
      want(anything, 'asked');
    },
    stop() {
      ended.abort();
      underWay.abort();
      clearTimeout(wake);
      clearTimeout(early);
      clearTimeout(later);
      files?.stop();
      stopOutbox();
      stopMemory();
      stopAccount();
      pokes.stop();
      stopSurroundings();
      stopWatching?.();
      stopWatching = null;
    },
  };
}

function isUnderWay(phase: SyncPhase | undefined): boolean {
  return phase === 'pushing' || phase === 'pulling';
}

/** One event as a line: its name, its data, and the resulting phase. */
function inWords({ type, ...carried }: EngineEvent, phase: string): string {
  const about = Object.keys(carried).length === 0 ? '' : ` ${JSON.stringify(carried)}`;
  return `${type}${about} → ${phase}`;
}
