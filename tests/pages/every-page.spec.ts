import type { Page } from '@playwright/test';
import { alertText, readingTest as base, expect } from '../e2e/fixtures.ts';
import { type SitePage, sitePages } from '../e2e/site-pages.ts';
import { expectNoViolations } from '../support/axe.ts';
import { expectStill } from '../support/layout-shift.ts';
import { noteRefusals } from '../support/refused.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';
import {
  emptyMiddles,
  running,
  seeAll,
  smallTargets,
  unansweredPresses,
  unseenFocus,
} from './looked-at.ts';

/**
 * Every page, once in each window: a first visit and the next, in which nothing moves, and then all that can be looked at in the
 * page as it stands. What is looked at changes the window and the colours, but never loads the page again.
 */

// What comes with the worker may move something, too, and the policy is also about it.
base.use({ serviceWorkers: 'allow' });

interface Visit {
  /** Opens the page twice on a new device, behind a slow network, and expects that nothing moves by itself. */
  visit: (at: SitePage, window: { width: number; height: number }) => Promise<void>;
  /** The requests that left the site, and what the policy refused. */
  strange: string[];
}

const test = base.extend<Visit>({
  visit: async ({ page, seeded, startFront }, use) => {
    await use(async ({ path, shows }, window) => {
      const { url } = await startFront(seeded.url, 'late');
      await page.setViewportSize(window);
      for (const visit of ['first', 'next']) {
        await page.goto(`${url}${path}`);
        await untilSettled(page, shows);
        await expectStill(page, `${visit} visit`);
      }
    });
  },
  strange: async ({ context }, use) => {
    // No test asks the real player.
    await context.route('https://open.spotify.com/**', (route) => route.abort());
    const strange = await noteRefusals(context);
    context.on('request', (request) => {
      const { hostname, href } = new URL(request.url());
      if (!['localhost', 'open.spotify.com'].includes(hostname)) strange.push(href);
    });
    await use(strange);
  },
});

/** Waits for content, fonts and pictures, and for the results of a sync. */
async function untilSettled(page: Page, shows: string) {
  await expect(page.locator('main').getByText(shows).first()).toBeVisible();
  await expect(page.getByText(/^as of today/).filter({ visible: true })).toHaveCount(1);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const near = [...document.images].filter(
      (image) => image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight,
    );
    await Promise.allSettled(near.map((image) => image.decode()));
  });
}

/** The page as it was opened: by day, with motion. */
const byDay = (page: Page) =>
  page.emulateMedia({ media: 'screen', colorScheme: 'light', reducedMotion: 'no-preference' });

const fits = async (page: Page, where: string) =>
  expect.soft(await sidewaysScroll(page), where).toBeLessThanOrEqual(0);

async function expectFrame(page: Page, { heading }: SitePage): Promise<void> {
  await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect.soft(page.getByRole('heading', { level: 1 })).toContainText(heading);
  await expect.soft(page).toHaveTitle(/^\S.* · Fieldnotes$/);
  await expect.soft(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect.soft(page.getByText(alertText)).toHaveCount(0);
  await expect
    .soft(page.getByRole('navigation', { name: 'More pages' }).getByRole('link'))
    .toHaveText(['Project Roadmap', 'Chatter', 'Posts', 'On this device']);
}

/** Of the lists of cards, which share their rows. */
const cards = ['/', '/projects', '/resources', '/chatter'];
const prose = ['/projects/fieldnotes', '/chatter', '/posts'];
const toRead = /^\/(chatter|posts|learnings\/)/;
/** A button of the page that has to keep its edge without colours of ours. */
const pressed: Readonly<Record<string, string>> = {
  '/': 'LFG',
  '/contact': 'Send Message',
  '/admin': 'Sign In',
};

for (const at of sitePages) {
  test(`L2 L6 ROUTE-1 ACCESS-1 LOOK-3 LOOK-13: ${at.path} on a phone`, async ({ page, visit }) => {
    await visit(at, { width: 360, height: 740 });

    await test.step('A8 LOOK-5: the focus is visible, with its ring, and under no bar', async () => {
      expect.soft(await unseenFocus(page)).toEqual([]);
    });

    await test.step('ROUTE-1 FRAME-7: one heading, a title, and the ways on', () =>
      expectFrame(page, at));

    await test.step('A8 A10 LOOK-5: targets have 24 px, fields 16 px type, and pinching is allowed', async () => {
      expect.soft(await smallTargets(page)).toEqual([]);
      const viewport = await page.locator('meta[name="viewport"]').getAttribute('content');
      expect.soft(viewport).not.toMatch(/user-scalable|maximum-scale/);
    });

    await test.step('LOOK-8: a card whose link lies over it is one that leads', async () => {
      const others = '#root .rounded-card:not(.leads, :has(.rounded-card)) .stretched';
      expect.soft(await page.locator(others).count()).toBe(0);
    });

    await test.step('LOOK-8: no card is mostly empty', async () => {
      if (cards.includes(at.path)) expect.soft(await emptyMiddles(page)).toEqual([]);
    });

    await test.step('LOOK-3 LOOK-13: axe finds nothing, light and dark', () =>
      expectNoViolations(page));

    await test.step('A12: axe finds nothing in the open menu', async () => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await expect(menu).toBeVisible();
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    });

    await test.step('A9: nothing scrolls sideways, at a zoom of 200 % and of 400 % neither', async () => {
      await fits(page, '100 %');
      const zoom = await page.context().newCDPSession(page);
      for (const [width, height, deviceScaleFactor] of [
        [640, 400, 2],
        [320, 200, 4],
      ] as const) {
        const window = { width, height, deviceScaleFactor, mobile: false };
        await zoom.send('Emulation.setDeviceMetricsOverride', window);
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
        await fits(page, `${deviceScaleFactor}00 %`);
      }
    });
  });

  test(`L2 L6: ${at.path} in a window between phone and desk`, async ({ page, visit }) => {
    await visit(at, { width: 768, height: 1000 });
    await fits(page, '768 px');
    await test.step('A9 LOOK-9: nothing moves for visitors who asked for less motion', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expect.soft.poll(() => running(page)).toBe(0);
    });
  });

  test(`L2 L6 ROUTE-1 LOOK-3 LOOK-13: ${at.path} on a wide screen`, async ({
    page,
    strange,
    visit,
  }) => {
    await visit(at, { width: 1280, height: 1400 });
    await page.setViewportSize({ width: 1280, height: 740 });

    await test.step('A8 LOOK-5: the focus is visible, with its ring, and under no bar', async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      expect.soft(await unseenFocus(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    });

    await test.step('X1 X4 LOOK-2 HOST-1: it asks no host but its own and the player’s, and its policy refuses nothing', async () => {
      await seeAll(page);
      expect.soft(strange).toEqual([]);
    });

    await test.step('LOOK-15: whatever is pressed shows it', async () => {
      expect.soft(await unansweredPresses(page)).toEqual([]);
    });

    await test.step('ROUTE-1 FRAME-7: one heading, a title, and the ways on', () =>
      expectFrame(page, at));

    await test.step('LOOK-3 LOOK-13: axe finds nothing, light and dark', async () => {
      await expectNoViolations(page);
      await byDay(page);
    });

    await test.step('A9: text of twice the size fits', async () => {
      const sized = (size: string) =>
        page.evaluate(
          (to) => document.documentElement.style.setProperty('font-size', to, 'important'),
          size,
        );
      await sized('200%');
      await fits(page, '200 %');
      await sized('');
    });

    await test.step('A9: with forced colours buttons keep an edge', async () => {
      const name = pressed[at.path];
      if (name === undefined) return;
      await page.emulateMedia({ forcedColors: 'active' });
      const button = page.locator('main').getByText(name, { exact: true });
      const hasEdge = await button.evaluate((it) => {
        const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(it);
        return Number.parseFloat(borderTopWidth) >= 1 && borderTopColor !== backgroundColor;
      });
      expect.soft(hasEdge, name).toBe(true);
      await page.emulateMedia({ forcedColors: 'none' });
    });

    await test.step('LOOK-7: long text lies on a sheet, not on the dots', async () => {
      const texts = page.locator('main .prose');
      if (prose.includes(at.path) || at.path.startsWith('/learnings/'))
        await expect.soft(texts.first()).toBeVisible();
      const isOnSheet = (all: Element[]) => all.every((it) => it.closest('.bg-surface') !== null);
      expect.soft(await texts.evaluateAll(isOnSheet)).toBe(true);
    });

    for (const width of [768, 1280, 1440]) {
      await test.step(`LOOK-8 LOOK-13: nothing is mostly empty: ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        if (cards.includes(at.path)) expect.soft(await emptyMiddles(page)).toEqual([]);
        if (width < 1440 || !toRead.test(at.path)) return;
        const beside = await page.evaluate(() => {
          const sheets = [...document.querySelectorAll('main .bg-surface.rounded-card')];
          const right = Math.max(...sheets.map((it) => it.getBoundingClientRect().right));
          return document.documentElement.clientWidth - right;
        });
        expect.soft(beside, 'what is to be read fills the column').toBeLessThan(120);
      });
    }

    await test.step('LOOK-7: it prints as black text on white paper, without what only a screen needs', async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expect.soft(page.locator('aside').first()).toBeHidden();
      await expect.soft(page.getByText('Skip to content')).toBeHidden();
      await expect.soft(page.getByRole('navigation')).toBeHidden();
      await expect.soft(page.getByRole('heading', { level: 1 })).toBeVisible();
      const colours = await page.evaluate(() => ({
        ink: getComputedStyle(document.querySelector('h1')!).color,
        paper: getComputedStyle(document.documentElement).backgroundColor,
        edge: document.querySelector('main')!.getBoundingClientRect().left,
      }));
      const ink = at.path === '/contact' ? 'rgb(42, 15, 10)' : 'rgb(31, 27, 22)';
      expect.soft(colours).toEqual({ ink, paper: 'rgb(255, 255, 255)', edge: 0 });
    });
  });
}

for (const at of sitePages.filter(({ path }) => ['/friends', '/resources'].includes(path))) {
  test(`L2: nothing moves on ${at.path} on a slow phone either`, async ({ page, visit }) => {
    const tools = await page.context().newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await visit(at, { width: 360, height: 740 });
  });
}
