import { JSDOM } from 'jsdom';
import { filledTest as test, untilReplaced } from '../e2e/filled-pages.ts';
import { expect } from '../e2e/fixtures.ts';

/** Dates are the owner's: a browser elsewhere shows those of the build, before and after the app takes over from it. */

const pages = ['/learnings', '/resources', '/chatter', '/'];

/** Each date with the words of what it is the date of. Runs in the page, too. */
function datesOf(root: ParentNode, css: string): string[] {
  return [...root.querySelectorAll(`${css} time`)].map((it) => {
    const item = it.closest('li, article')?.querySelector('h2, h3')?.textContent;
    return `${item}: ${it.getAttribute('datetime')}: ${it.textContent}`;
  });
}

const itemOf = (date: string) => date.replace(/: [\d-]+: .*$/, '');

for (const timezoneId of ['America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati'])
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('DATA-9: the app shows the same dates as the build', async ({ page, filled }) => {
      for (const path of pages) {
        const html = await (await fetch(`${filled.url}${path}`)).text();
        const before = datesOf(new JSDOM(html).window.document, 'main');
        expect(before.length, path).toBeGreaterThan(0);
        await page.goto(`${filled.url}${path}`);
        await untilReplaced(page);
        await expect(page.locator('#root main time').first()).toBeVisible();
        const now = await page.evaluate<string[]>(`(${datesOf})(document, '#root main')`);
        // Other tests of this backend add items to those of the build. A long list grows with its reader.
        const items = new Set(before.map(itemOf));
        const ofBuild = now.filter((date) => items.has(itemOf(date)));
        expect(ofBuild.length, path).toBeGreaterThan(0);
        expect(before, path).toEqual(expect.arrayContaining(ofBuild));
      }
      // Of late in the evening, and of one that was changed.
      await page.goto(`${filled.url}/learnings`);
      await untilReplaced(page);
      for (const words of ['13 Apr 2025', '2 Oct 2025, updated 19 Nov'])
        await expect(page.locator('main p', { hasText: words })).toBeVisible();
    });
  });
