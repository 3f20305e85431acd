import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { onINP } from 'web-vitals';
import { signIn } from '../../support/admin-at-work.ts';
import { browserArguments, findBrowser } from '../../support/browser.ts';
import { type Embedded, startEmbedded } from '../../support/embedded.ts';
import { readFlags } from '../../support/flags.ts';
import { median } from '../peers/statistics.ts';

/**
 * `npm run bench:feel` measures how soon a slow phone answers a press: the INP that `web-vitals` reports for each press of a walk
 * through the site, with 2,000 learnings and a board of 100 tasks. It prints a table. It reads the site that `npm run test:build` has
 * made.
 */

const { values } = readFlags({
  runs: { type: 'string', default: '3' },
  slowdown: { type: 'string', default: '4' },
  site: { type: 'string', default: 'test-results/site' },
  only: { type: 'string', default: '' },
});
const runs = Number(values.runs);
const [learnings, tasks] = [2_000, 100];

declare global {
  interface Window {
    webVitals: { onINP: typeof onINP };
    /** The worst press since the page was opened, in ms. */
    worstPress: number;
  }
}

/** A press of the walk: where it is made, and what has to be there before. */
interface Press {
  readonly what: string;
  readonly path: string;
  readonly ready: string;
  readonly press: (page: Page) => Promise<void>;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
/** At the speed of a quick typist. */
const type = (label: string, words: string) => (page: Page) =>
  page.getByRole('searchbox', { name: label }).pressSequentially(words, { delay: 120 });

const walk: readonly Press[] = [
  { what: 'open the search', path: '/', ready: 'main h1', press: button('Search the site') },
  {
    what: '… and type a query',
    path: '/',
    ready: 'main h1',
    press: async (page) => {
      await button('Search the site')(page);
      const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
      await field.pressSequentially('topic 17', { delay: 120 });
    },
  },
  { what: 'open the menu', path: '/', ready: 'main h1', press: button('Open menu') },
  {
    what: '… and choose the dark theme',
    path: '/',
    ready: 'main h1',
    press: async (page) => {
      await button('Open menu')(page);
      await page.getByRole('dialog').getByText('Dark', { exact: true }).click();
    },
  },
  {
    what: 'follow a card',
    path: '/projects',
    ready: 'main li h3',
    press: (page) => page.locator('main li .stretched').first().click(),
  },
  {
    what: 'filter the resources',
    path: '/resources',
    ready: 'main li h2',
    press: async (page) => {
      await button('Filters')(page);
      await button(/^video$/)(page);
    },
  },
  {
    what: 'type a tag in the resources',
    path: '/resources',
    ready: 'main li h2',
    press: type('Search by tag', 'evals'),
  },
  {
    what: `show more of ${learnings} learnings`,
    path: '/learnings',
    ready: 'main li h2',
    press: button(/^Show \d+ more$/),
  },
  {
    what: `follow a card among ${learnings} learnings`,
    path: '/learnings',
    ready: 'main li h2',
    press: (page) => page.locator('main li .stretched').nth(1).click(),
  },
  {
    what: `… back to the ${learnings} learnings`,
    path: '/learnings',
    ready: 'main li h2',
    press: async (page) => {
      await page.locator('main li .stretched').nth(1).click();
      await page.waitForURL(/learnings\/./);
      const back = page.getByRole('button', { name: 'Back', exact: true });
      await back.waitFor();
      await page.waitForTimeout(1_000);
      await back.click();
    },
  },
  {
    what: `open ${learnings} learnings from the menu`,
    path: '/',
    ready: 'main h1',
    press: async (page) => {
      await button('Open menu')(page);
      await page.getByRole('dialog').getByRole('link', { name: 'Learnings', exact: true }).click();
    },
  },
  {
    what: `add a task to ${tasks}`,
    path: '/projects/fieldnotes',
    ready: 'main form',
    press: async (page) => {
      await page.getByRole('textbox', { name: 'New task' }).fill('One more');
      await button('Add Task')(page);
    },
  },
];

const embedded = await startEmbedded({ siteDir: values.site });
await embedded.sql(
  `insert into learnings (title, description, content)
   select 'Learning ' || n, 'About topic ' || n % 40, repeat('Words of a learning. ', 40) from generate_series(1, ${learnings}) n`,
);
await embedded.sql(
  `insert into tasks (project_id, content, status, position)
   select (select id from projects where title = 'Fieldnotes'), 'Task ' || n, (array['todo', 'in-progress', 'done'])[1 + n % 3], 1000 + n
   from generate_series(1, ${tasks}) n`,
);
const browser = await chromium.launch({
  // The shell does not say when it has painted.
  executablePath: findBrowser(),
  args: [...browserArguments],
});
const rows = [
  ['', 'INP in ms: median (least–most)'],
  ['---', '---:'],
];
const page = await slowPhone(browser, embedded);
for (const { what, path, ready, press } of walk.filter(({ what }) => what.includes(values.only))) {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await page.goto(`${embedded.url}${path}`);
    await page.locator(`#root ${ready}`).filter({ visible: true }).first().waitFor();
    // What the start has left to do is not the press.
    await page.waitForTimeout(2_500);
    await press(page);
    await page.waitForTimeout(1_000);
    times.push(await page.evaluate(() => window.worstPress));
  }
  const [least, most] = [Math.min(...times), Math.max(...times)];
  rows.push([what, `${median(times) ?? 0} (${least}–${most})`]);
}
await browser.close();
await embedded.stop();
console.log(rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));

/** A signed-in admin's phone, which has the content. */
async function slowPhone(on: Browser, at: Embedded): Promise<Page> {
  const context = await on.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  const phone = await context.newPage();
  await signIn(phone, at.url, at);
  await phone.goto(`${at.url}/learnings`);
  const count = phone.locator('main [role=status]').filter({ hasText: /^2,0\d\d learnings$/ });
  await count.waitFor({ timeout: 120_000 });
  const webVitals = new URL('web-vitals.iife.js', import.meta.resolve('web-vitals'));
  await phone.addInitScript(`${readFileSync(webVitals, 'utf8')}; window.webVitals = webVitals;`);
  await phone.addInitScript(() => {
    window.worstPress = 0;
    window.webVitals.onINP(
      ({ value }) => {
        window.worstPress = value;
      },
      { reportAllChanges: true, durationThreshold: 16 },
    );
  });
  const session = await context.newCDPSession(phone);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) });
  return phone;
}
