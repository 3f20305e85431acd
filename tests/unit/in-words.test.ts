import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  bytesInWords,
  counted,
  dayAndTime,
  dayInWords,
  inThousands,
  shortDate,
} from '../../src/lib/in-words.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

it('dates and times are those of the calendar, on each day of four years and at each hour', () => {
  const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
  const start = Date.UTC(2024, 0, 1);
  for (let time = start; time < start + 4 * 366 * DAY; time += DAY + 61 * MINUTE) {
    expect(dayAndTime(time, time)).toBe(`today ${clock.format(time)}`);
    expect(dayAndTime(time, time + 40 * DAY)).toBe(
      `${calendar.format(time)}, ${clock.format(time)}`,
    );
  }
});

it('days are named, with the year where it is not the one before', () => {
  expect(shortDate('2026-11-08')).toBe('Nov 8, 2026');
  expect(dayInWords('2024-03-14')).toBe('14 Mar 2024');
  expect(dayInWords('2024-11-02', '2024-03-14')).toBe('2 Nov');
  expect(dayInWords('2025-01-01', '2024-12-31')).toBe('1 Jan 2025');
});

it('numbers have a comma at every thousand', () => {
  expect([0, 7, 999, 1_000, 12_345, 100_000, 1_234_567].map(inThousands)).toEqual([
    '0',
    '7',
    '999',
    '1,000',
    '12,345',
    '100,000',
    '1,234,567',
  ]);
  expect(counted(1, 'edit')).toBe('1 edit');
  expect(counted(5_000, 'edit')).toBe('5,000 edits');
  expect(bytesInWords(1_400)).toBe('1.4 kB');
});

it('no module loads the tables of Intl while it is evaluated: the start of a page would wait for them', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const atOnce = sources.filter((file) =>
    /^(export )?(const|let) .*\bnew Intl\./m.test(readFileSync(`src/${file}`, 'utf8')),
  );
  expect(atOnce).toEqual([]);
});
