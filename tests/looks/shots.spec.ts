import { test as base, expect, type Page } from '@playwright/test';
import { forms, openTab, signIn } from '../support/admin-at-work.ts';
import { siteDir } from '../support/backend-fixtures.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { contents } from './contents.ts';
import { shootForDesign } from './design-pictures.ts';
import { shootForInstall } from './install-pictures.ts';
import { shootForReadme } from './readme-picture.ts';

/** A picture of every page in every look: run.ts says what becomes of them. */

const pages: Readonly<Record<string, string>> = {
  home: '/',
  projects: '/projects',
  project: '/projects/fieldnotes',
  roadmap: '/roadmap',
  learnings: '/learnings',
  learning: '/learnings/chunk-for-the-question-not-for-the-token-limit',
  resources: '/resources',
  tools: '/friends',
  chatter: '/chatter',
  posts: '/posts',
  contact: '/contact',
  offline: '/offline',
  missing: '/nowhere',
};

/** The tabs of the dashboard, and the other pages of admins. */
const tabs = [...new Set(Object.values(forms).map(({ tab }) => tab))];
const adminPages: Readonly<Record<string, string>> = {
  board: '/projects/fieldnotes',
  outbox: '/admin/outbox',
};

const narrow = { width: 360, height: 900 };
/** The sidebar leaves little room, and a window that is wider than any page. Only with the sample content. */
const between = { width: 768, height: 900 };
const wide = { width: 1280, height: 900 };
const widest = { width: 1680, height: 900 };
const looks = [narrow, between, wide, widest].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

const test = base.extend<object, { backend: (content: string) => Promise<Embedded> }>({
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => {
      const started = new Map<string, Embedded>();
      await use(async (content) => {
        const embedded = started.get(content) ?? (await startEmbedded({ siteDir }));
        if (!started.has(content)) await embedded.sql(contents[content] || 'select');
        started.set(content, embedded);
        return embedded;
      });
      for (const embedded of started.values()) await embedded.stop();
    },
    { scope: 'worker' },
  ],
});

test.beforeEach(({ page }) => page.clock.setFixedTime(Number(process.env.SHOTS_AT)));

for (const content of Object.keys(contents)) {
  for (const { viewport, colorScheme } of looks) {
    const isUsual = colorScheme === 'light' && [narrow, wide].includes(viewport);
    if (content !== 'seed' && !isUsual) continue;
    const look = `${content} ${viewport.width} ${colorScheme}`;
    test.describe(() => {
      test.use({ viewport, colorScheme, isMobile: viewport === narrow });

      for (const [name, path] of Object.entries(pages)) {
        test(`${name} ${look}`, async ({ page, backend }) => {
          const { url } = await backend(content);
          await page.goto(`${url}${path}`);
          await shoot(page, `${name} ${look}`);
        });
      }

      test(`admin ${look}`, async ({ page, backend }) => {
        const embedded = await backend(content);
        await signIn(page, embedded.url, embedded);
        for (const tab of tabs) {
          await openTab(page, embedded.url, tab);
          await shoot(page, `admin ${tab} ${look}`);
        }
        for (const [name, path] of Object.entries(adminPages)) {
          await page.goto(`${embedded.url}${path}`);
          await shoot(page, `admin ${name} ${look}`);
        }
      });
    });
  }
}

test('install', async ({ browser, backend }) => {
  await shootForInstall(browser, (await backend('seed')).url);
});

test('design', async ({ browser, backend }) => {
  await shootForDesign(browser, (await backend('seed')).url);
});

test('README', async ({ browser, backend }) => {
  await shootForReadme(browser, (await backend('seed')).url);
});

async function shoot(page: Page, name: string): Promise<void> {
  await page
    .getByText(/^as of today/)
    .filter({ visible: true })
    .waitFor();
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) {
      image.loading = 'eager';
      // Otherwise a picture below the window may be decoded after the page is painted.
      image.decoding = 'sync';
      await image.decode().catch(() => {});
    }
  });
  const file = `${name.replaceAll(' ', '-').toLowerCase()}.png`;
  await expect.soft(page).toHaveScreenshot(file, { fullPage: true });
}
