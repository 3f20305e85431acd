import { sitePages } from '../e2e/site-pages.ts';
import { startFaultProxy } from '../lab/fault-proxy.ts';
import { randomFrom } from '../lab/torture/random.ts';
import { test } from './fixtures.ts';
import { visitorIn } from './visitor.ts';

test.describe.configure({ retries: 0 });

/**
 * Pages that are left early. A page that goes away in the middle of a transaction must not keep later pages from the
 * mirror: WebKit keeps it in its back/forward cache, with its transaction open.
 */

/** In each of the three engines. Each night 200 are played, which find a page that waits for ever more surely. */
const DEPARTURES = Number(process.env.DEPARTURES ?? '20');
/** The number of visits that a device makes before one that finds nothing on it. Devices run side by side. */
const VISITS_OF_A_DEVICE = 10;
/** ms; by then a page has done everything that it does at its start. */
const LONGEST_STAY_MS = 400;

for (let first = 1; first <= DEPARTURES; first += VISITS_OF_A_DEVICE) {
  const end = first + VISITS_OF_A_DEVICE - 1;
  test(`random departures ${first} to ${end}: no page ever waits for ever`, async ({
    browserOfEngine,
    visitor,
    embedded,
  }) => {
    test.slow();
    const random = randomFrom(first);
    const anyOf = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;

    // An address of its own: the browser has nothing for it, as on a first visit.
    const device = await startFaultProxy(embedded.url);
    let page = anyOf(sitePages);
    for (let visit = 0; visit < VISITS_OF_A_DEVICE; visit += 1) {
      await embedded.sql(`update commentaries set content = content || ' ${visit}'`);
      if (visit > 0 && random() < 0.25) {
        await visitor.reload();
      } else {
        page = anyOf(sitePages);
        await visitor.load(`${device.url}${page.path}`);
      }
      // Every other visit waits for its content. So no page that was left before it keeps it away.
      if (random() < 0.5) await visitor.see(page.shows);
      if (random() < 0.5) await stay(random() * LONGEST_STAY_MS);
    }
    const last = visitorIn(await browserOfEngine.open());
    await last.load(`${device.url}/projects`);
    await last.see('Ask My Notes');
    await device.stop();
  });
}

test('O1: a page that was on its way while the worker came can be opened without a server too', async ({
  visitor,
  openAnother,
  embedded,
}) => {
  const device = await startFaultProxy(embedded.url);
  let arrive = () => {};
  device.meant = /^\/projects$/;
  device.gate = new Promise((resolve) => {
    arrive = resolve;
  });
  const other = await openAnother();
  // The worker takes over the present pages. A page that is still loading is not among them.
  const loading = other.load(`${device.url}/projects`);
  await visitor.load(device.url);
  await visitor.until('a service worker in control', isControlled);
  arrive();
  await loading;
  await other.see('Ask My Notes');
  await other.until('a service worker in control', isControlled);
  await device.stop();
});

const isControlled = () => navigator.serviceWorker.controller?.state === 'activated';

const stay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
