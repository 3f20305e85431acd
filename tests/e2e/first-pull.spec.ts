import { expect, sample, test } from './fixtures.ts';

/** What a visitor's first content waits for. */

const ofTheBuild = '**/assets/*.js';
const pull = /\/rpc\/sync_pull$/;

test('the first visit asks for the content before a script of the build is there, and once', async ({
  page,
}) => {
  const epochs: unknown[] = [];
  page.on('request', (request) => {
    if (pull.test(request.url())) epochs.push(request.postDataJSON().epoch);
  });
  let letGo = () => {};
  const scripts = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(ofTheBuild, (route) => scripts.then(() => route.continue()));
  const asked = page.waitForRequest(pull);
  const opened = page.goto('/projects');
  await asked;
  letGo();
  await opened;
  await expect(page.getByText(sample.project).first()).toBeVisible();
  expect(epochs).toEqual([null]);

  // From now on the device says what it has.
  const filled = () => page.evaluate(() => localStorage.getItem('fieldnotes.filled'));
  await expect.poll(filled).toBe('yes');
  await Promise.all([page.waitForRequest(pull), page.reload()]);
  await expect(page.getByText(sample.project).first()).toBeVisible();
  expect(epochs.filter((epoch) => epoch === null)).toHaveLength(1);
});
