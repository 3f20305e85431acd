import { backoff, jitter } from '../../lib/backoff.ts';
import type { FailureReport } from '../../lib/failure.ts';
import {
  CHANNEL_LOST_MS,
  EMPTY_DEVICE_RETRY_MS,
  POLL_LIVE_MS,
  POLL_SILENT_MS,
  RETRY_AFTER_MOST_MS,
} from '../../lib/limits.ts';
import type { Millis } from '../../lib/millis.ts';
import type { SyncPhase, SyncStatus } from '../mirror/meta.ts';

/**
 * The heart of the engine: what it does next is a function of its state and the event.
 * Clock, randomness, network and storage are outside, so that a list of events replays a history.
 * The rules with their ids are in engine/SPEC.md.
 */

export interface EngineState extends SyncStatus {
  /** Something asked for news during an exchange, which may have missed it. */
  readonly again: boolean;
  /** How many exchanges have failed in a row; decides the back-off. */
  readonly tries: number;
  /** The device has had everything once. */
  readonly complete: boolean;
  /** The browser reports a network. It may be wrong about that, but is right when it reports none. */
  readonly online: boolean;
  /** The page is visible. */
  readonly visible: boolean;
  /** Pokes are arriving. */
  readonly live: boolean;
}

export type EngineEvent =
  /** There may be something to fetch or to send: start, poke, edit. */
  | { type: 'wanted' }
  /** A person asks: Refresh, Send now. They may know better than the browser. */
  | { type: 'asked' }
  | { type: 'timer' }
  /** The exchange sends a batch; its push is over, with or without an answer, or there was nothing to send. */
  | { type: 'pushing' }
  | { type: 'pushed' }
  | { type: 'pulled' }
  | { type: 'failed'; failure: FailureReport; retryAfterMs: Millis | null }
  | { type: 'online' }
  | { type: 'offline' }
  | { type: 'shown' }
  | { type: 'hidden' }
  | { type: 'live'; isLive: boolean };

export type Effect =
  /** Starts an exchange: push what waits, then pull. A running one is abandoned. */
  | { type: 'exchange' }
  /** Replaces any earlier wake-up. */
  | { type: 'wake'; inMs: Millis }
  | { type: 'sleep' }
  /** Abandons the running exchange; its result is ignored. */
  | { type: 'halt' };

export interface Step {
  state: EngineState;
  effects: readonly Effect[];
}

type EventOf<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>;
type Handler<Type extends EngineEvent['type']> = (
  state: EngineState,
  event: EventOf<Type>,
  chance: number,
) => Step;

/** Every phase handles every event: a missing cell does not compile. */
type StepTable = {
  readonly [P in SyncPhase]: { readonly [E in EngineEvent['type']]: Handler<E> };
};

export const startState: EngineState = {
  phase: 'idle',
  failures: 0,
  failure: null,
  again: false,
  tries: 0,
  complete: false,
  online: true,
  visible: true,
  live: false,
};

/** @param chance a random number in [0, 1) */
export function step(state: EngineState, event: EngineEvent, chance: number): Step {
  const handle = table[state.phase][event.type] as Handler<EngineEvent['type']>;
  return handle(state, event, chance);
}

/** A hidden page waits until it is visible: see `leave`. */
const pull = (state: EngineState): Step =>
  state.visible
    ? { state: { ...state, phase: 'pulling', again: false }, effects: [{ type: 'exchange' }] }
    : leave(state, 'sleep');

/**
 * A hidden page begins no write (R19): the system may suspend it half-way, and in some browsers every other page then waits
 * for it (WebKit/WebKit #67039). Edits already sent are answered again when it is visible.
 */
const leave = (state: EngineState, effect: 'sleep' | 'halt'): Step => ({
  state: { ...state, phase: state.online ? 'idle' : 'offline', again: false },
  effects: [{ type: effect }],
});

/** Resets the back-off, because there is reason to expect success. */
const pullAfresh = (state: EngineState): Step => pull({ ...state, tries: 0 });

const stay = (state: EngineState): Step => ({ state, effects: [] });

const pullAgainLater = (state: EngineState): Step => stay({ ...state, again: true });

/** Both halves of an exchange handle events alike, except for the transition between them. */
const underWay: Omit<StepTable[SyncPhase], 'pushing' | 'pushed'> = {
  wanted: pullAgainLater,
  asked: pullAgainLater,
  timer: stay,
  pulled: (state, _, chance) => {
    const next = { ...state, complete: true, failures: 0, failure: null, tries: 0 };
    if (state.again && state.online) return pull(next);
    return state.online ? rest({ ...next, phase: 'idle' }, chance) : goOffline(next);
  },
  failed: (state, event, chance) => {
    const { failures, tries } = state;
    const next = { ...state, failures: failures + 1, failure: event.failure, tries: tries + 1 };
    if (!state.online) return goOffline(next);
    const waiting: EngineState = { ...next, phase: 'waiting', again: false };
    return { state: waiting, effects: [{ type: 'wake', inMs: patience(next, event, chance) }] };
  },
  // A request sent without a network may take long to fail, for a reason that no longer holds.
  online: (state) => pullAfresh({ ...state, online: true }),
  offline: (state) => stay({ ...state, online: false }),
  // A page that was hidden has nothing running.
  shown: stay,
  hidden: (state) => leave({ ...state, visible: false }, 'halt'),
  live: (state, { isLive }) => stay({ ...state, live: isLive }),
};

/** Results of an abandoned exchange are ignored. */
const nothingRuns = { pushing: stay, pushed: stay, pulled: stay, failed: stay };

const fallAsleep = (state: EngineState): Step => ({
  state: { ...state, visible: false },
  effects: [{ type: 'sleep' }],
});

const table: StepTable = {
  idle: {
    wanted: pull,
    asked: pull,
    timer: pull,
    ...nothingRuns,
    online: (state) => pull({ ...state, online: true }),
    offline: (state) => goOffline({ ...state, online: false }),
    shown: (state) => pull({ ...state, visible: true }),
    hidden: fallAsleep,
    live: (state, { isLive }, chance) => {
      const next = { ...state, live: isLive };
      // The loop asks for changes missed meanwhile, once the channel is sure to deliver (R4).
      if (isLive) return stay(next);
      // The server is gone: check soon, but not all devices at the same moment.
      return {
        state: next,
        effects: [{ type: 'wake', inMs: jitter(CHANNEL_LOST_MS, chance, 0.8) }],
      };
    },
  },
  pushing: { ...underWay, pushing: stay, pushed: (state) => stay({ ...state, phase: 'pulling' }) },
  pulling: { ...underWay, pushing: (state) => stay({ ...state, phase: 'pushing' }), pushed: stay },
  waiting: {
    // An edit or a poke does not reset the back-off: a hundred of them would be a hundred failing requests.
    wanted: stay,
    asked: pullAfresh,
    timer: pull,
    ...nothingRuns,
    online: (state) => pullAfresh({ ...state, online: true }),
    offline: (state) => goOffline({ ...state, online: false }),
    shown: (state) => pullAfresh({ ...state, visible: true }),
    hidden: fallAsleep,
    live: (state, { isLive }) => {
      const next = { ...state, live: isLive };
      return isLive ? pullAfresh(next) : stay(next);
    },
  },
  offline: {
    // The browser is right when it says that there is no network: what waits goes when it is back (R21).
    wanted: stay,
    asked: pull,
    timer: stay,
    ...nothingRuns,
    online: (state) => pullAfresh({ ...state, online: true }),
    offline: stay,
    shown: (state) => stay({ ...state, visible: true }),
    hidden: (state) => stay({ ...state, visible: false }),
    live: (state, { isLive }) => stay({ ...state, live: isLive }),
  },
};

/** Idle: polls after a while. */
function rest(state: EngineState, chance: number): Step {
  const inMs = jitter(state.live ? POLL_LIVE_MS : POLL_SILENT_MS, chance);
  return { state, effects: [{ type: 'wake', inMs }] };
}

function goOffline(state: EngineState): Step {
  return { state: { ...state, phase: 'offline', again: false }, effects: [{ type: 'sleep' }] };
}

/** The back-off after a failure. */
function patience(
  state: EngineState,
  { failure, retryAfterMs }: EventOf<'failed'>,
  chance: number,
) {
  // An overloaded server is given time, whatever is at stake.
  const isSteady = !state.complete && failure.kind === 'unreachable' && failure.code !== '429';
  const usual = isSteady ? jitter(EMPTY_DEVICE_RETRY_MS, chance) : backoff(state.tries, chance);
  return Math.max(usual, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MOST_MS));
}
