import { expect, readingTest as test, untilKept } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('a first visit asks for each picture once, and the next one for none', async ({
  page,
  seeded,
  startFront,
}) => {
  const front = await startFront(seeded.url, 'none');
  await page.goto(front.url);
  await untilKept(page);
  const pictures = () => front.asked.filter((path) => path.startsWith('/pictures/'));
  const first = pictures();
  expect(first.length).toBeGreaterThan(20);
  expect(first.length).toBe(new Set(first).size);
  await page.goto(`${front.url}/projects`);
  await untilKept(page);
  expect(pictures()).toEqual(first);
});
