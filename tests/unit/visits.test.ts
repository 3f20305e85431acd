import { describe, expect, it } from 'vitest';
import { nextVisits, type Visits } from '../../src/lib/visits.ts';

const MINUTE = 60_000;
const held: Visits = { count: 3, at: 1_000 * MINUTE, seen: 500, before: 400 };

describe('NEWS-1: a visit', () => {
  it('is the first where nothing is remembered: nothing is new', () => {
    expect(nextVisits(null, 7)).toEqual({ count: 1, at: 7, seen: null, before: null });
  });

  it('goes on over reloads and in other tabs, and with it what is new', () => {
    const now = held.at + 29 * MINUTE;
    expect(nextVisits(held, now)).toEqual({ ...held, at: now });
  });

  it('begins after half an hour without one: new is what was not here at the end of the last', () => {
    const now = held.at + 31 * MINUTE;
    expect(nextVisits(held, now)).toEqual({ count: 4, at: now, seen: 500, before: 500 });
  });

  it('begins anew where the clock was set back by more', () => {
    expect(nextVisits(held, held.at - 31 * MINUTE)).toMatchObject({ count: 4, before: 500 });
    expect(nextVisits(held, held.at - 5 * MINUTE)).toMatchObject({ count: 3, before: 400 });
  });
});
