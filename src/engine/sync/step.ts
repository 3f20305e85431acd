import { backoff, jitter } from '../../lib/backoff.ts';
import type { FailureReport } from '../../lib/failure.ts';
import {
  CHANNEL_LOST_MS,
  EMPTY_DEVICE_RETRY_MS,
  POLL_LIVE_MS,
  POLL_SILENT_MS,
  RETRY_AFTER_MOST_MS,
} from '../../lib/limits.ts';
import type { SyncPhase, SyncStatus } from '../mirror/meta.ts';

/**
 * The heart of the engine: what it does next is a function of what it is doing and what happened.
 * Clock, randomness, network and storage are outside, so that one list of events replays a history.
 * The rules, with their ids, are in SPEC.md beside this file.
 */

export interface EngineState extends SyncStatus {
  /** Something asked for news while an exchange was under way: it may have missed it. */
  readonly again: boolean;
  /** Exchanges that failed since there was reason to hope: the next wait goes by them. */
  readonly tries: number;
  /** The device has had everything once. */
  readonly complete: boolean;
  /** The browser says there is a network. It may be wrong about that, and is right when it says there is none. */
  readonly online: boolean;
  /** Somebody can see the page. */
  readonly visible: boolean;
  /** Pokes are coming through. */
  readonly live: boolean;
}

export type EngineEvent =
  /** There may be something to fetch or to send: start, poke, edit. */
  | { type: 'wanted' }
  /** A person asks: Refresh, Send now. They may know better than the browser. */
  | { type: 'asked' }
  | { type: 'timer' }
  /** The exchange has edits to send, and has sent them. */
  | { type: 'pushing' }
  | { type: 'pushed' }
  | { type: 'pulled' }
  | { type: 'failed'; failure: FailureReport; retryAfterMs: number | null }
  | { type: 'online' }
  | { type: 'offline' }
  | { type: 'shown' }
  | { type: 'hidden' }
  | { type: 'live'; isLive: boolean };

export type Effect =
  /** Starts an exchange: push what waits, then pull. One that is under way is given up. */
  | { type: 'exchange' }
  /** Replaces any earlier wake-up. */
  | { type: 'wake'; inMs: number }
  | { type: 'sleep' }
  /** Gives the exchange up that is under way; nothing is heard of it any more. */
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

/** Every phase answers every event: leaving one out does not compile. */
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

/** A hidden page waits until it is shown: see `leave`. */
const pull = (state: EngineState): Step =>
  state.visible
    ? { state: { ...state, phase: 'pulling', again: false }, effects: [{ type: 'exchange' }] }
    : leave(state, 'sleep');

/**
 * A page that nobody sees begins no write: the system may suspend it in the middle of one, which some browsers
 * let every other page wait for (WebKit/WebKit #67039). What it has sent is answered again when it is shown.
 */
const leave = (state: EngineState, effect: 'sleep' | 'halt'): Step => ({
  state: { ...state, phase: state.online ? 'idle' : 'offline', again: false },
  effects: [{ type: effect }],
});

/** With reason to hope: what failed before does not lengthen the next wait. */
const pullAfresh = (state: EngineState): Step => pull({ ...state, tries: 0 });

const stay = (state: EngineState): Step => ({ state, effects: [] });

const pullAgainLater = (state: EngineState): Step => stay({ ...state, again: true });

/** An exchange answers alike in both of its halves, but for how it gets from one to the other. */
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
  // What was sent into no network may take long to fail, and fails for a reason that is over.
  online: (state) => pullAfresh({ ...state, online: true }),
  offline: (state) => stay({ ...state, online: false }),
  // It is: a page that was hidden has nothing under way.
  shown: stay,
  hidden: (state) => leave({ ...state, visible: false }, 'halt'),
  live: (state, { isLive }) => stay({ ...state, live: isLive }),
};

const table: StepTable = {
  idle: {
    wanted: pull,
    asked: pull,
    timer: pull,
    // Answers to an exchange that is no longer under way say nothing new.
    pushing: stay,
    pushed: stay,
    pulled: stay,
    failed: stay,
    online: (state) => pull({ ...state, online: true }),
    offline: (state) => goOffline({ ...state, online: false }),
    shown: (state) => pull({ ...state, visible: true }),
    hidden: (state) => ({ state: { ...state, visible: false }, effects: [{ type: 'sleep' }] }),
    live: (state, { isLive }, chance) => {
      const next = { ...state, live: isLive };
      // What a channel that has just come up has missed is asked for when it surely brings changes: engine.ts.
      if (isLive) return stay(next);
      // The channel of a server that has gone: look soon, but not every device in the same moment.
      return {
        state: next,
        effects: [{ type: 'wake', inMs: jitter(CHANNEL_LOST_MS, chance, 0.8) }],
      };
    },
  },
  pushing: { ...underWay, pushing: stay, pushed: (state) => stay({ ...state, phase: 'pulling' }) },
  pulling: { ...underWay, pushing: (state) => stay({ ...state, phase: 'pushing' }), pushed: stay },
  waiting: {
    // An edit or a poke is no reason to hope: a hundred of them would be a hundred requests that fail.
    wanted: stay,
    asked: pullAfresh,
    timer: pull,
    pushing: stay,
    pushed: stay,
    pulled: stay,
    failed: stay,
    online: (state) => pullAfresh({ ...state, online: true }),
    offline: (state) => goOffline({ ...state, online: false }),
    shown: (state) => pullAfresh({ ...state, visible: true }),
    hidden: (state) => ({ state: { ...state, visible: false }, effects: [{ type: 'sleep' }] }),
    live: (state, { isLive }) => {
      const next = { ...state, live: isLive };
      return isLive ? pullAfresh(next) : stay(next);
    },
  },
  offline: {
    // The browser is right when it says that there is no network: what waits goes when it is back.
    wanted: stay,
    asked: pull,
    timer: stay,
    pushing: stay,
    pushed: stay,
    pulled: stay,
    failed: stay,
    online: (state) => pullAfresh({ ...state, online: true }),
    offline: stay,
    shown: (state) => stay({ ...state, visible: true }),
    hidden: (state) => stay({ ...state, visible: false }),
    live: (state, { isLive }) => stay({ ...state, live: isLive }),
  },
};

/** Nothing to do: look again in a while. */
function rest(state: EngineState, chance: number): Step {
  const inMs = jitter(state.live ? POLL_LIVE_MS : POLL_SILENT_MS, chance);
  return { state, effects: [{ type: 'wake', inMs }] };
}

function goOffline(state: EngineState): Step {
  return { state: { ...state, phase: 'offline', again: false }, effects: [{ type: 'sleep' }] };
}

/** How long to wait after a failure, in ms. */
function patience(
  state: EngineState,
  { failure, retryAfterMs }: EventOf<'failed'>,
  chance: number,
) {
  // A server that has too much to do is given time, whatever is at stake.
  const isSteady = !state.complete && failure.kind === 'unreachable' && failure.code !== '429';
  const usual = isSteady ? jitter(EMPTY_DEVICE_RETRY_MS, chance) : backoff(state.tries, chance);
  return Math.max(usual, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MOST_MS));
}
