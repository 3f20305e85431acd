import { describe, expect, it } from 'vitest';
import { wordsFor } from '../../../src/app/offline-strip.tsx';
import type { MirrorState } from '../../../src/store/content.ts';
import { startStatus } from '../../../src/store/meta.ts';
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

  it('O5: names the day where it is not today', () => {
    const at = (freshness: number) => wordsFor({ ...well, freshness, status: offline }, now);
    expect(at(new Date(2026, 2, 4, 18, 2).getTime())).toContain('yesterday 18:02');
    expect(at(new Date(2026, 1, 1, 8, 0).getTime())).toContain('Feb 1, 2026, 08:00');
  });
});
