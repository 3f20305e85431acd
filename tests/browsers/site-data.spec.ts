import { sitePages } from '../e2e/site-pages.ts';
import { expect, test } from './fixtures.ts';

/**
 * Devices that store nothing: every public page still has its content, says what is wrong, and makes no more requests
 * than on any other device.
 */

test.skip(({ engine }) => engine === 'webkit', 'Its driver cannot take storage away.');

/**
 * The calls of a visit that finds nothing on the device: pages of the first filling, and those for the live channel.
 */
const CALLS_OF_A_VISIT = 6;
/** ms: long enough to see a storm of one filling every two seconds. */
const STAY_MS = 8_000;
const CALLS_OF_A_STAY = 3;

/** Runs in the page: the number of its calls to the API. */
const calls = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.includes('/rest/')).length;

for (const siteData of ['blocked', 'no IndexedDB'] as const) {
  test.describe(`site data: ${siteData}`, { tag: '@apart' }, () => {
    test.use({ device: { siteData } });

    test(`every public page has its content, or says what is wrong (${siteData})`, async ({
      visitor,
      embedded,
    }) => {
      for (const { path, shows } of sitePages) {
        await visitor.load(`${embedded.url}${path}`);
        await visitor.see(shows);
        expect(await visitor.window.evaluate(calls), path).toBeLessThanOrEqual(CALLS_OF_A_VISIT);
      }
      await visitor.see('lost when the tab closes', 'body');
      const before = await visitor.window.evaluate(calls);
      await new Promise((resolve) => setTimeout(resolve, STAY_MS));
      const after = await visitor.window.evaluate(calls);
      expect(after - before).toBeLessThanOrEqual(CALLS_OF_A_STAY);
    });
  });
}
