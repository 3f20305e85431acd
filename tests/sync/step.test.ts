import { describe, expect, it } from 'vitest';
import {
  type EngineEvent,
  type EngineState,
  startState,
  step,
} from '../../src/engine/sync/step.ts';
import { Failure } from '../../src/lib/failure.ts';
import { refused, unreachable } from '../support/failures.ts';

const idle: EngineState = { ...startState, complete: true };
const pulling: EngineState = { ...idle, phase: 'pulling' };
const waiting: EngineState = { ...idle, phase: 'waiting', failures: 3, failure: unreachable };
const offline: EngineState = { ...idle, phase: 'offline', online: false };
const failed: EngineEvent = { type: 'failed', failure: unreachable, retryAfterMs: null };

/** `phase` or `phase+again`, then the effects: the cells of SPEC.md. */
function cell(state: EngineState, event: EngineEvent): string {
  const next = step(state, event, 0.5);
  const effects = next.effects.map((effect) => effect.type).join(' ');
  return `${next.state.phase}${next.state.again ? '+again' : ''} ${effects}`.trim();
}

const events: EngineEvent[] = [
  { type: 'wanted' },
  { type: 'asked' },
  { type: 'timer' },
  { type: 'pulled' },
  failed,
  { type: 'online' },
  { type: 'offline' },
  { type: 'shown' },
  { type: 'hidden' },
  { type: 'live', isLive: true },
  { type: 'live', isLive: false },
];

describe('states × events', () => {
  const table: [string, EngineState, string[]][] = [
    // biome-ignore format: one row of the table a line
    ['idle', idle, ['pulling exchange', 'pulling exchange', 'pulling exchange', 'idle', 'idle', 'pulling exchange', 'offline sleep', 'pulling exchange', 'idle sleep', 'idle', 'idle wake']],
    // biome-ignore format: one row of the table a line
    ['pulling', pulling, ['pulling+again', 'pulling+again', 'pulling', 'idle wake', 'waiting wake', 'pulling exchange', 'pulling', 'pulling', 'idle halt', 'pulling', 'pulling']],
    // biome-ignore format: one row of the table a line
    ['waiting', waiting, ['waiting', 'pulling exchange', 'pulling exchange', 'waiting', 'waiting', 'pulling exchange', 'offline sleep', 'pulling exchange', 'waiting sleep', 'pulling exchange', 'waiting']],
    // biome-ignore format: one row of the table a line
    ['offline', offline, ['offline', 'pulling exchange', 'offline', 'offline', 'offline', 'pulling exchange', 'offline', 'offline', 'offline', 'offline', 'offline']],
  ];
  it.each(table)('%s answers every event as SPEC.md says', (_, state, cells) => {
    expect(events.map((event) => cell(state, event))).toEqual(cells);
  });
});

describe('an exchange', () => {
  it('Y50: is followed by exactly one more when something asked for news meanwhile', () => {
    let state = pulling;
    for (let poke = 0; poke < 100; poke += 1) state = step(state, { type: 'wanted' }, 0).state;
    const after = step(state, { type: 'pulled' }, 0);
    expect(after.effects).toEqual([{ type: 'exchange' }]);
    expect(step(after.state, { type: 'pulled' }, 0).state.phase).toBe('idle');
  });

  it('resets the count of failures when it succeeds', () => {
    const { state } = step({ ...pulling, failures: 4, failure: refused }, { type: 'pulled' }, 0);
    expect(state).toMatchObject({ failures: 0, failure: null, phase: 'idle' });
  });

  it('begins anew when the network is back: an earlier request may take long to fail', () => {
    const { state } = step({ ...pulling, tries: 6 }, { type: 'offline' }, 0);
    const back = step(state, { type: 'online' }, 0);
    expect(back.effects).toEqual([{ type: 'exchange' }]);
    expect(step(back.state, failed, 1).effects).toEqual([{ type: 'wake', inMs: 1000 }]);
  });

  it('R21: is not followed by another if the network has gone meanwhile', () => {
    const { state } = step({ ...pulling, again: true }, { type: 'offline' }, 0);
    const after = step(state, { type: 'pulled' }, 0);
    expect([after.state.phase, after.effects]).toEqual(['offline', [{ type: 'sleep' }]]);
  });

  it('waits for the network when it fails while the browser is offline', () => {
    const { state, effects } = step({ ...pulling, online: false }, failed, 0);
    expect([state.phase, effects]).toEqual(['offline', [{ type: 'sleep' }]]);
  });

  it('ends when the page is hidden, and none begins before it is shown', () => {
    for (const phase of [idle, pulling, waiting, offline]) {
      const { state } = step(phase, { type: 'hidden' }, 0);
      for (const event of events.filter(({ type }) => type !== 'shown')) {
        expect(step(state, event, 0).effects).not.toContainEqual({ type: 'exchange' });
      }
    }
    const { state } = step(pulling, { type: 'hidden' }, 0);
    expect(step(state, { type: 'shown' }, 0).effects).toEqual([{ type: 'exchange' }]);
  });
});

describe('waiting', () => {
  const delay = (state: EngineState, event: EngineEvent, chance: number): number => {
    const [effect] = step(state, event, chance).effects;
    return effect?.type === 'wake' ? effect.inMs : Number.NaN;
  };

  it('Y53 LIMIT-2: backs off by min(1000·2^(n-1), 30000) ms, between a half and all of it', () => {
    for (const [tries, most] of [1000, 2000, 4000, 8000, 16000, 30000, 30000].entries()) {
      expect(delay({ ...pulling, tries }, failed, 0)).toBe(most / 2);
      expect(delay({ ...pulling, tries }, failed, 0.999999)).toBeCloseTo(most, -1);
    }
    expect(delay({ ...pulling, tries: 100_000 }, failed, 0.999999)).toBeLessThanOrEqual(30_000);
  });

  it('LIMIT-3: is about 2 s on a device that has nothing to show, however often it failed', () => {
    for (const tries of [0, 1, 50]) {
      expect(delay({ ...pulling, complete: false, tries }, failed, 0)).toBe(1500);
      expect(delay({ ...pulling, complete: false, tries }, failed, 1)).toBe(2500);
    }
  });

  it('backs off from an overloaded server, even on a device that has nothing to show', () => {
    const busy = new Failure('unreachable', '429', 'too many requests');
    const tooMany: EngineEvent = { type: 'failed', failure: busy, retryAfterMs: null };
    const empty = { ...pulling, complete: false };
    expect([0, 2, 4].map((tries) => delay({ ...empty, tries }, tooMany, 1))).toEqual([
      1000, 4000, 16_000,
    ]);
  });

  const hopes: EngineEvent[] = [
    { type: 'online' },
    { type: 'shown' },
    { type: 'asked' },
    { type: 'live', isLive: true },
  ];
  it.each(hopes)('is cut short by $type, and the back-off begins anew', (event) => {
    const { state, effects } = step({ ...waiting, tries: 9 }, event, 0);
    expect(effects).toEqual([{ type: 'exchange' }]);
    expect(delay(state, failed, 1)).toBe(1000);
    // The failure so far is kept until an exchange succeeds.
    expect(state.failures).toBe(waiting.failures);
  });

  it('Y21: is as long as the server asks for, within reason', () => {
    const asks = (retryAfterMs: number): EngineEvent => ({
      type: 'failed',
      failure: unreachable,
      retryAfterMs,
    });
    expect(delay(pulling, asks(45_000), 0)).toBe(45_000);
    expect(delay(pulling, asks(10 ** 9), 0)).toBe(600_000);
  });

  it('Y47: a visible page polls more often without a live channel', () => {
    expect(delay(pulling, { type: 'pulled' }, 0.5)).toBe(20_000);
    expect(delay({ ...pulling, live: true }, { type: 'pulled' }, 0.5)).toBe(60_000);
  });
});
