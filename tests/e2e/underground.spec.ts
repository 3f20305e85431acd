import { startFaultProxy } from '../lab/fault-proxy.ts';
import { killableBrowser } from '../lab/killable-browser.ts';
import { dayUnderground } from '../lab/torture/underground.ts';
import { expect, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test.describe.configure({ retries: 0 });

/** A short version of `npm run torture:browser`. */

test('E4 E5: an hour underground, the browser killed again and again: every confirmed edit arrives once', {
  tag: '@long',
}, async ({ embedded }) => {
  // It plays for a minute and a half of a quiet machine.
  test.setTimeout(600_000);
  const network = await startFaultProxy(embedded.url, { seed: 5 });
  const phone = killableBrowser();
  try {
    const told = await dayUnderground({ embedded, network, phone, kills: 3, seed: 5 });
    expect(told.confirmed).toBeGreaterThan(2);
    expect(told.pictures).toBeGreaterThan(0);
  } finally {
    await phone.stop();
    await network.stop();
  }
});
