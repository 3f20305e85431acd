import { type Failure, isSameFailure, toFailure, toReport } from '../../lib/failure.ts';
import { POKES_SPREAD_MS, SUBSCRIBED_TOO_EARLY_MS } from '../../lib/limits.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { watchAccount } from '../mirror/session-store.ts';
import { readPosition, watchRequests, writeStatus } from '../mirror/status.ts';
import { watchOutbox } from '../outbox/queue.ts';
import { createExchange } from './exchange.ts';
import { gather } from './gather.ts';
import type { Remote } from './protocol.ts';
import { anything, both, noPurpose, type Purpose } from './purpose.ts';
import { type Effect, type EngineEvent, type EngineState, startState, step } from './step.ts';
import type { Surroundings } from './surroundings.ts';

/** What the engine is made of. The clock is in ms since 1970 and orders nothing: it only dates freshness. */
export interface LoopParts {
  database: MirrorDatabase;
  remote: Remote;
  surroundings: Surroundings;
  clock?: () => number;
  random?: () => number;
  locks?: LockManager | undefined;
  /** Whose pages listen for pokes; the others ask at intervals. */
  realtime?: 'everyone' | 'admins';
  /** Called when the server refuses an edit for want of the right to make it: the role may have gone. */
  onNoRight?: () => void;
  /** Called when the device is full, to drop what can be fetched again. */
  makeRoom?: () => Promise<unknown>;
  /** Called when an exchange fails otherwise than the one before it. */
  onFailure?: (failure: Failure) => void;
  /** Told of each event and of the phase that it led to, in a few words for engineers. */
  onEvent?: (what: string) => void;
  /** Called after each exchange that left the device with everything. */
  onCaughtUp?: () => Promise<void>;
}

export interface Loop {
  /** Ends everything: timers, channel, the exchange under way. */
  stop(): void;
}

/**
 * Starts the sync of this tab: performs the effects that `step` decides on, tells it what happened,
 * and writes its status to the mirror. Never throws; failures are part of the status.
 */
export function startLoop(parts: LoopParts): Loop {
  const { database, remote, surroundings } = parts;
  const { clock = Date.now, random = Math.random, locks = globalThis.navigator?.locks } = parts;
  const { onNoRight, makeRoom, onFailure = () => {}, realtime = 'everyone' } = parts;
  const exchangeOnce = createExchange({
    database,
    remote,
    clock,
    locks,
    onNoRight,
    makeRoom,
  });
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
  let poked = 0;
  /** What the next exchange is for. */
  let purpose = noPurpose;

  /** Asks for an exchange. */
  function want(what: Partial<Purpose>, type: 'wanted' | 'asked' = 'wanted'): void {
    purpose = both(purpose, { ...noPurpose, ...what });
    send({ type });
  }

  function send(event: EngineEvent): void {
    if (ended.signal.aborted) return;
    const next = step(state, event, random());
    state = next.state;
    parts.onEvent?.(inWords(event, state.phase));
    void publish();
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
        // That another page has what this one could not have is for this one to find out.
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
    }
  }

  async function exchange(signal: AbortSignal, what: Purpose): Promise<void> {
    try {
      await exchangeOnce(signal, (type) => !signal.aborted && send({ type }), what);
      if (signal.aborted) return;
      send({ type: 'pulled' });
      // What follows a sync is not part of it: its failure is not the sync's.
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

  /** The channel is open only while the page is visible: connections are few, and a hidden page is not read. */
  function followVisibility(): void {
    const listens = state.visible && (realtime === 'everyone' || isAdmin);
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

  // A save reaches every page in the same moment: only its admins' pages ask at once.
  const pokes = gather(
    () => void wantPoked(),
    () => (isAdmin ? 0 : random() * POKES_SPREAD_MS),
  );

  function hear(version: number): void {
    poked = Math.max(poked, version);
    pokes.hear();
  }

  async function wantPoked(): Promise<void> {
    // The echo of what this device has already.
    const { cursor } = await readPosition(database).catch(() => ({ cursor: 0 }));
    if (poked > cursor) want({ version: poked });
  }

  function live(isLive: boolean): void {
    clearTimeout(early);
    send({ type: 'live', isLive });
    if (isLive) early = setTimeout(() => want(anything), SUBSCRIBED_TOO_EARLY_MS);
  }

  /** Only the page that is seen tells: how another fares is not what its visitor meets. */
  async function publish(): Promise<void> {
    const { phase, failures, failure, visible } = state;
    if (!visible) return;
    // A mirror that cannot be written to has worse to report than its status.
    await writeStatus(database, { phase, failures, failure }, clock()).catch(() => {});
  }

  async function start(): Promise<void> {
    const position = await readPosition(database).catch(() => null);
    state = { ...state, complete: position?.complete ?? false };
    if (state.online) want(anything);
    else send({ type: 'offline' });
  }

  const stopRequests = watchRequests(database, (request) => want({ request }, 'asked'));
  const stopOutbox = watchOutbox(
    database,
    (news) => want(news === 'edits' ? { edits: true } : anything),
    clock,
  );
  const stopAccount = watchAccount(database, (account) => {
    isAdmin = account?.isAdmin === true;
    if (!ended.signal.aborted) followVisibility();
  });
  const stopSurroundings = surroundings.watch((type) => send({ type }));
  void start();

  return {
    stop() {
      ended.abort();
      underWay.abort();
      clearTimeout(wake);
      clearTimeout(early);
      stopRequests();
      stopOutbox();
      stopAccount();
      pokes.stop();
      stopSurroundings();
      stopWatching?.();
      stopWatching = null;
    },
  };
}

/** One event in a line: its name, what it carries, and the phase that it led to. */
function inWords({ type, ...carried }: EngineEvent, phase: string): string {
  const about = Object.keys(carried).length === 0 ? '' : ` ${JSON.stringify(carried)}`;
  return `${type}${about} → ${phase}`;
}
