import { JSDOM } from 'jsdom';
import { filledTest as test, untilReplaced } from '../e2e/filled-pages.ts';
import { expect } from '../e2e/fixtures.ts';

/** Dates are the owner's: a browser elsewhere shows those of the build, before and after the app takes over from it. */

const pages = ['/learnings', '/resources', '/chatter', '/'];

const datesOf = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLTimeElement>('main time')].map(
    (it) => `${it.getAttribute('datetime')}: ${it.textContent}`,
  );

for (const timezoneId of ['America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati'])
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('DATA-9: the app shows the same dates as the build', async ({ page, filled }) => {
      for (const path of pages) {
        const html = await (await fetch(`${filled.url}${path}`)).text();
        const before = datesOf(new JSDOM(html).window.document);
        expect(before.length, path).toBeGreaterThan(0);
        await page.goto(`${filled.url}${path}`);
        await untilReplaced(page);
        const shown = page.locator('#root main time');
        await expect(shown.first()).toBeVisible();
        const now = await shown.evaluateAll((all) =>
          all.map((it) => `${it.getAttribute('datetime')}: ${it.textContent}`),
        );
        // A long list grows with its reader.
        expect(now, path).toEqual(before.slice(0, now.length));
      }
      // Of late in the evening, and of one that was changed.
      await page.goto(`${filled.url}/learnings`);
      await untilReplaced(page);
      for (const words of ['13 Apr 2025', '2 Oct 2025, updated 19 Nov'])
        await expect(page.locator('main p', { hasText: words })).toBeVisible();
    });
  });
