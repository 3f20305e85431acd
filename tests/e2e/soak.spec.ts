import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Embedded } from '../support/embedded.ts';
import { expect, ownTest as test, untilControlled } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test.describe.configure({ retries: 0 });

/**
 * Hours of use in little: five edits a second at the server, tabs that open and close, a network that comes and goes.
 * `.ci/run` takes a minute for it, `npm run soak` ten.
 */

const MINUTES = Number(process.env.SOAK_MINUTES ?? '1');
/** The first one only warms up: caches fill, code is compiled. */
const ROUNDS = 5;
const EDITS_PER_SECOND = 5;

test('after minutes of edits, tabs and outages memory, requests and handles are what they were, and pages show what the server has', {
  tag: ['@long', '@apart'],
}, async ({ context, page, embedded }) => {
  test.setTimeout((MINUTES + 3) * 60_000);
  let asked = 0;
  context.on('request', () => {
    asked += 1;
  });
  await page.goto('/roadmap');
  await untilControlled(page);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const edit = editsAt(embedded);

  const rounds: Held[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = asked;
    await churn(context, page, edit, (MINUTES * 60_000) / ROUNDS);
    await expectServersState(page, embedded);
    rounds.push({ ...(await heldBy(page, session)), requests: asked - before });
  }
  const [, first, ...later] = rounds;
  const last = later.at(-1);
  if (first === undefined || last === undefined) throw new Error('There were no rounds');
  const told = JSON.stringify(rounds, null, 2);
  expect(last.heap, told).toBeLessThan(first.heap * 1.15 + 1_000_000);
  expect(last.nodes, told).toBeLessThan(first.nodes * 1.2 + 200);
  expect(last.listeners, told).toBeLessThan(first.listeners * 1.1 + 20);
  expect(last.rows, told).toBeLessThan(first.rows * 1.1 + 20);
  expect(last.sockets, told).toBeLessThanOrEqual(first.sockets + 4);
  expect(last.requests, told).toBeLessThan(first.requests * 1.5 + 50);
});

/** One edit after the other, of which the server's content does not grow. */
function editsAt(embedded: Embedded): () => Promise<unknown> {
  let count = 0;
  return () => {
    count += 1;
    const statements = [
      `update projects set title = 'Project ' || ${count} where id = (select id from projects order by id offset ${count % 7} limit 1)`,
      `insert into learnings (title, description) values ('Learning ${count}', 'One of very many.')`,
      `delete from learnings where id = (select id from learnings order by created_at desc offset 12 limit 1)`,
      `update resources set description = 'Changed ${count} times' where id = (select id from resources order by id offset ${count % 9} limit 1)`,
      `update tasks set position = position + 1 where id = (select id from tasks order by id offset ${count % 5} limit 1)`,
    ];
    return embedded.sql(statements[count % statements.length] ?? '');
  };
}

const addresses = ['/', '/projects', '/learnings', '/resources', '/projects/fieldnotes'];

/** Edits, opens and closes tabs, takes the network away and brings it back; in the end all is quiet. */
async function churn(
  context: BrowserContext,
  staying: Page,
  edit: () => Promise<unknown>,
  ms: number,
): Promise<void> {
  const start = performance.now();
  const tabs: Page[] = [];
  let edits = 0;
  for (let beat = 1; performance.now() - start < ms; beat += 1) {
    const due = ((performance.now() - start) / 1_000) * EDITS_PER_SECOND;
    for (; edits < due; edits += 1) await edit();
    if (beat % 3 === 0) await context.setOffline(beat % 2 === 0);
    if (beat % 2 === 0) {
      const tab = await context.newPage();
      tabs.push(tab);
      await tab.goto(addresses[beat % addresses.length] ?? '/', { waitUntil: 'commit' });
    }
    if (tabs.length > 3) await tabs.shift()?.close();
    await staying.waitForTimeout(1_000);
  }
  await context.setOffline(false);
  for (const tab of tabs) await tab.close();
}

async function expectServersState(page: Page, embedded: Embedded): Promise<void> {
  const titles = async (table: string) =>
    (await embedded.sql(`select title from ${table}`)).map(({ title }) => String(title)).sort();
  const shown = async (at: Page, heading: string) =>
    (await at.locator(`main ${heading}`).allTextContents()).sort();
  const patience = { timeout: 60_000 };
  await expect.poll(() => shown(page, 'h3'), patience).toEqual(await titles('projects'));
  const tab = await page.context().newPage();
  await tab.goto('/learnings');
  await expect.poll(() => shown(tab, 'h2'), patience).toEqual(await titles('learnings'));
  await tab.close();
}

/** What a page and its server hold when all is quiet. */
interface Held {
  /** Bytes of JavaScript objects that live. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  /** In all stores of IndexedDB. */
  readonly rows: number;
  /** Of this process, which is the server's. */
  readonly sockets: number;
  /** In the round before. */
  readonly requests: number;
}

async function heldBy(page: Page, session: CDPSession): Promise<Omit<Held, 'requests'>> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((it) => it.name === name)?.value ?? Number.NaN;
  return {
    heap: metric('JSHeapUsedSize'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    rows: await page.evaluate(rowsInIndexedDb),
    sockets: process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length,
  };
}

async function rowsInIndexedDb(): Promise<number> {
  const result = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let rows = 0;
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await result(indexedDB.open(name));
    const stores = [...database.objectStoreNames];
    for (const store of stores) {
      rows += await result(database.transaction(store).objectStore(store).count());
    }
    database.close();
  }
  return rows;
}
