import { afterEach, describe, expect, it } from 'vitest';
import { ownersDay } from '../../src/lib/owner-days.ts';
import { mailTimeIn, momentAt, timeIn } from '../../src/lib/zoned-times.ts';
import { clockIn, dayIn } from '../../src/lib/zones.ts';
import { site } from '../../src/site.config.ts';

const HOUR = 3_600_000;
const here = process.env.TZ;
afterEach(() => {
  if (here === undefined) delete process.env.TZ;
  else process.env.TZ = here;
});

/** The machines of readers and of builds. */
const machines = ['UTC', 'America/Los_Angeles', 'Asia/Tokyo'];
const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Kiritimati'];

describe.each(machines)('on a machine in %s', (machine) => {
  const onMachine = () => {
    process.env.TZ = machine;
    // The machine's clock is really another one.
    const offsets = { UTC: 0, 'America/Los_Angeles': 480, 'Asia/Tokyo': -540 };
    const winter = new Date('2024-01-15T00:00:00Z').getTimezoneOffset();
    expect(winter).toBe(offsets[machine as keyof typeof offsets]);
  };

  it('a day is the owner’s: the 14th stays the 14th', () => {
    onMachine();
    const midnight = Date.parse('2024-03-14T00:00:00Z');
    expect(site.timeZone).toBe('UTC');
    expect([ownersDay(midnight), ownersDay(midnight - 1)]).toEqual(['2024-03-14', '2024-03-13']);
    expect(dayIn(midnight, 'America/New_York')).toBe('2024-03-13');
    expect(dayIn(midnight + 15 * HOUR, 'Asia/Tokyo')).toBe('2024-03-15');
  });

  it.each(zones)(
    'the clock of %s is the one of its calendar, and leads back to the moment',
    (zone) => {
      onMachine();
      const calendar = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      for (let time = Date.UTC(2023, 11, 30); time < Date.UTC(2025, 0, 3); time += 11 * HOUR) {
        const clock = clockIn(time, zone);
        expect(clock).toBe(`${calendar.format(time).replace(' ', 'T')}.000`);
        // Of an hour that comes twice it is another moment of the same clock.
        expect(clockIn(momentAt(clock.slice(0, 16), zone) ?? 0, zone)).toBe(clock);
        const written = timeIn(time, zone);
        expect(Date.parse(written)).toBe(time);
        expect(written.slice(0, 10)).toBe(dayIn(time, zone));
        const mailed = mailTimeIn(time, zone);
        expect(Date.parse(mailed)).toBe(time);
        expect(mailed).toContain(`, ${written.slice(8, 10)} `);
      }
    },
  );
});

it('a time is written as programs read it', () => {
  const time = Date.parse('2024-03-14T20:30:00Z');
  expect(timeIn(time, 'UTC')).toBe('2024-03-14T20:30:00.000Z');
  expect(timeIn(time, 'Asia/Tokyo')).toBe('2024-03-15T05:30:00.000+09:00');
  expect(timeIn(time, 'America/St_Johns')).toBe('2024-03-14T18:00:00.000-02:30');
  expect(mailTimeIn(time, 'UTC')).toBe('Thu, 14 Mar 2024 20:30:00 GMT');
  expect(mailTimeIn(time, 'Asia/Tokyo')).toBe('Fri, 15 Mar 2024 05:30:00 +0900');
});

it('an hour that the clock skips is the one after it, of an hour that comes twice it is the first', () => {
  const at = (clock: string) => new Date(momentAt(clock, 'Europe/Berlin') ?? 0).toISOString();
  expect(at('2024-03-31T02:30')).toBe('2024-03-31T01:30:00.000Z');
  expect(at('2024-10-27T02:30')).toBe('2024-10-27T00:30:00.000Z');
  expect(momentAt('', 'UTC')).toBeNull();
  expect(momentAt('yesterday', 'Asia/Tokyo')).toBeNull();
});

it('the owner’s time zone is one that every browser knows', () => {
  expect(() => new Intl.DateTimeFormat('en', { timeZone: site.timeZone })).not.toThrow();
});
