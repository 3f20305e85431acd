import { describe, expect, it } from 'vitest';
import { wordsFor } from '../../../src/app/offline-strip.tsx';
import { startStatus } from '../../../src/engine/mirror/meta.ts';
import type { MirrorState } from '../../../src/engine/mirror/query.ts';
import { adviceOn } from '../../../src/features/sync-details/advice.ts';
import { unreachable } from '../../support/failures.ts';

describe('the strip', () => {
  const now = new Date(2026, 2, 5, 12, 0).getTime();
  const morning = new Date(2026, 2, 5, 9, 14).getTime();
  const well: MirrorState = { freshness: morning, status: startStatus, malformed: 0 };
  const failing = {
    ...startStatus,
    phase: 'waiting',
    failures: 2,
    failure: unreachable,
  } as const;
  const offline = { ...startStatus, phase: 'offline' } as const;

  it.each([
    ['says nothing when all is well', well, null],
    [
      'O2: says when the device is offline, and how fresh all is',
      { ...well, status: offline },
      'You’re offline. Everything here is from today 09:14.',
    ],
    [
      'O3: says when only the server is out of reach',
      { ...well, status: failing },
      'Can’t reach the server. Everything here is from today 09:14.',
    ],
    [
      'says when there is nothing yet',
      { ...well, freshness: null, status: offline },
      'You’re offline, and nothing is saved on this device yet.',
    ],
    [
      'Y14: counts what it cannot read',
      { ...well, malformed: 1 },
      '1 item needs a newer version of this site.',
    ],
    [
      'Y14: counts more than one',
      { ...well, malformed: 3 },
      '3 items need a newer version of this site.',
    ],
  ])('%s', (_, state, words) => {
    expect(wordsFor(state, now)).toBe(words);
  });

  it.each([
    ['unreachable', 'no-answer', 'Can’t reach the server.'],
    [
      'unreachable',
      'not-json',
      'This network is intercepting the connection. Is there a Wi-Fi sign-in page?',
    ],
    ['unreachable', '540', 'The server is asleep.'],
    ['unreachable', '429', 'The server is busy.'],
    ['unreachable', '503', 'The server has a problem.'],
    ['refused', '402', 'The server is over its quota.'],
    ['refused', 'PGRST202', 'The server isn’t set up for this site yet.'],
    ['refused', '42501', 'The server is refusing this site.'],
    ['signed-out', '401', 'The server is refusing this site.'],
    ['device', 'full', 'This device has no room left for what is new.'],
    ['defect', 'TypeError', 'Something in this site went wrong.'],
  ] as const)('says what is true of %s %s, and an engineer what to do', (kind, code, words) => {
    const failure = { kind, code, message: '' };
    const status = { ...failing, failure };
    expect(wordsFor({ ...well, status }, now)).toBe(
      `${words} Everything here is from today 09:14.`,
    );
    expect(adviceOn(failure).length).toBeGreaterThan(20);
  });

  it('every failure of the list has its own advice', () => {
    const codes = [
      ['unreachable', 'no-answer'],
      ['unreachable', 'not-json'],
      ['signed-out', '401'],
      ['refused', 'PGRST202'],
      ['refused', '42501'],
      ['unreachable', '540'],
      ['refused', '402'],
      ['unreachable', '429'],
      ['device', 'full'],
    ] as const;
    const advice = codes.map(([kind, code]) => adviceOn({ kind, code, message: '' }));
    expect(new Set(advice).size).toBe(codes.length);
    expect(advice[3]).toContain('supabase db push');
  });

  it('O5: names the day if it is not today', () => {
    const at = (freshness: number) => wordsFor({ ...well, freshness, status: offline }, now);
    expect(at(new Date(2026, 2, 4, 18, 2).getTime())).toContain('yesterday 18:02');
    expect(at(new Date(2026, 1, 1, 8, 0).getTime())).toContain('Feb 1, 2026, 08:00');
  });
});
