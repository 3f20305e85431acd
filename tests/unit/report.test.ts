import { beforeEach, expect, it, vi } from 'vitest';
import { report, reportUncaught } from '../../src/app/report.ts';
import { Failure, toFailure } from '../../src/lib/failure.ts';
import { site } from '../../src/site.config.ts';
import { takeConsole } from '../support/setup.ts';

let reported: unknown[];
beforeEach(() => {
  reported = [];
  vi.spyOn(site, 'reportDefect').mockImplementation((error) => void reported.push(error));
});

it('DATA-5: a failure is written to the console with its kind, code, message and cause', () => {
  report(new Failure('refused', 'PGRST202', 'no function', { cause: new Error('inside') }));
  expect(takeConsole()).toEqual(['refused PGRST202 no function Error: inside']);
  expect(reported).toEqual([]);
});

it('a defect is handed to the owner’s error service as it was thrown', () => {
  const mistake = new TypeError('x is not a function');
  report(toFailure(mistake));
  expect(takeConsole()).toHaveLength(1);
  expect(reported).toEqual([mistake]);
});

it('uncaught defects are reported, and failures that no code waited for are not', () => {
  const page = new EventTarget();
  reportUncaught(page as Window);
  const mistake = new TypeError('x is not a function');
  page.dispatchEvent(Object.assign(new Event('error'), { error: mistake }));
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: mistake }));
  const offline = new Failure('unreachable', 'no-answer', 'fetch failed');
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: offline }));
  expect(reported).toEqual([mistake, mistake]);
});
