import { filledTest as test, untilReplaced } from '../e2e/filled-pages.ts';
import { expect } from '../e2e/fixtures.ts';

test('LEARNING-2: the app takes along the colours of a built page, and loads nothing for them', async ({
  page,
  filled,
}) => {
  const address = `${filled.url}/learnings/tool-use-is-a-loop-with-a-guest-in-it`;
  // The app would find a keyword. So it shows whose colours these are.
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({
      response,
      body: html.replace('data-token="keyword"', 'data-token="meta"'),
    });
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(address);
  await expect(page.locator('#built [data-token="meta"]')).toHaveText('for');
  await untilReplaced(page);
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  await expect(page.locator('#root [data-token="meta"]')).toHaveText('for');
  expect(asked.filter((url) => url.includes('/highlight-'))).toEqual([]);
});
