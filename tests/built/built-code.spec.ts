import { join } from 'node:path';
import { untilReplaced } from '../e2e/filled-pages.ts';
import { expect, deployedTest as test } from '../e2e/fixtures.ts';
import { alter } from '../support/deploy.ts';
import { fill } from '../support/filled-site.ts';

test('LEARNING-2: the app takes along the colours of a built page, and loads nothing for them', async ({
  page,
  embedded,
  deployed,
}) => {
  await embedded.sql(
    `insert into public.learnings (title, description, content) values ('Marked', 'With code', $1)`,
    ['```ts\nconst a = 1;\n```\n'],
  );
  await fill(deployed, embedded.url, { address: embedded.url, home: '/' });
  // The app would find a keyword. So it shows whose colours these are.
  alter(join(deployed, 'learnings/marked.html'), (html) =>
    html.replace('data-token="keyword"', 'data-token="meta"'),
  );
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/learnings/marked');
  await expect(page.locator('#built [data-token="meta"]')).toHaveText('const');
  await untilReplaced(page);
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  await expect(page.locator('#root [data-token="meta"]')).toHaveText('const');
  expect(asked.filter((url) => url.includes('/highlight-'))).toEqual([]);
});
