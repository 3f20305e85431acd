import type { Locator } from '@playwright/test';
import { expect, readingTest as test } from '../e2e/fixtures.ts';
import { openPage, sitePages } from '../e2e/site-pages.ts';
import { inEveryLook, violations } from '../support/axe.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';

/** Accessibility beyond the pages themselves: dialogs, zoom, targets, focus, motion, colours. */

test('A12: axe finds nothing in an enlarged picture, which Esc closes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/chatter']) {
    await page.goto(path);
    const button = page.getByRole('button', { name: /^Enlarge picture/ }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Picture: / });
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await inEveryLook(page, [360, 1280], async (look) => {
      await expect(dialog.getByRole('img')).toBeInViewport({ ratio: 1 });
      expect(await violations(page), `${path}, ${look}`).toEqual([]);
    });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  }
});

for (const at of sitePages) {
  test(`A12: axe finds nothing in the open menu of ${at.path}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openPage(page, at);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await inEveryLook(page, [], async (look) => {
      expect(await violations(page), look).toEqual([]);
    });
  });
}

test('A12: axe finds nothing where loading has failed, with the toast', async ({
  page,
  seeded,
  startFront,
}) => {
  const { url } = await startFront(seeded.url, 'reset');
  for (const path of ['/', '/projects', '/roadmap', '/learnings', '/resources']) {
    await page.goto(`${url}${path}`);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page.getByText(/Can’t reach the server/)).toBeVisible();
    if (path === '/learnings') await expect(page.getByText(/^Failed to load/)).toBeVisible();
    await inEveryLook(page, [], async (look) => {
      expect(await violations(page), `${path}, ${look}`).toEqual([]);
    });
  }
});

test('A9: at a zoom of 200 % and of 400 % nothing scrolls sideways', async ({
  browser,
  embedded,
}) => {
  const zooms = [
    { deviceScaleFactor: 2, viewport: { width: 640, height: 400 } },
    { deviceScaleFactor: 4, viewport: { width: 320, height: 200 } },
  ];
  for (const zoom of zooms) {
    const page = await browser.newPage({ ...zoom, baseURL: embedded.url });
    for (const at of sitePages) {
      await openPage(page, at);
      const where = `${at.path} at ${zoom.viewport.width} px`;
      expect(await sidewaysScroll(page), where).toBeLessThanOrEqual(0);
    }
    await page.close();
  }
});

test('A9: text of twice the size fits', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const at of sitePages) {
    await openPage(page, at);
    await page.evaluate(() =>
      document.documentElement.style.setProperty('font-size', '200%', 'important'),
    );
    expect(await sidewaysScroll(page), at.path).toBeLessThanOrEqual(0);
  }
});

test('A8 A10 LOOK-5: targets are at least 24 px in size, text fields have at least 16 px type', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const at of sitePages) {
    await openPage(page, at);
    const small = await page.evaluate(() => {
      const pressed = document.querySelectorAll<HTMLElement>('a, button, input, select, textarea');
      return [...pressed].flatMap((element) => {
        const style = getComputedStyle(element);
        // A link within a sentence is as high as its line (SC 2.5.8); a stretched one is its card.
        const isInline = element.localName === 'a' && style.display === 'inline';
        const { width, height } = element.getBoundingClientRect();
        if (isInline || width === 0 || element.closest('[aria-hidden="true"]')) return [];
        const isTyped = element.matches('input, select, textarea');
        const isSmallType = isTyped && Number.parseFloat(style.fontSize) < 16;
        if (Math.min(width, height) >= 24 && !isSmallType) return [];
        return `${width} × ${height}, ${style.fontSize}: ${element.outerHTML.slice(0, 120)}`;
      });
    });
    expect(small, at.path).toEqual([]);
  }
  const viewport = await page.locator('meta[name="viewport"]').getAttribute('content');
  expect(viewport).not.toMatch(/user-scalable|maximum-scale/);
});

for (const at of sitePages) {
  test(`A8 LOOK-5: the focused element of ${at.path} is visible with its ring and under no bar`, async ({
    page,
  }) => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await openPage(page, at);
      for (let i = 0; i < 45; i += 1) {
        await page.keyboard.press('Tab');
        const problem = await page.evaluate(() => {
          const element = document.activeElement;
          if (!(element instanceof HTMLElement) || element === document.body) return 'end';
          // The player's frame shows the focus on its contents, which Spotify draws.
          if (element instanceof HTMLIFrameElement) return '';
          // The ring of a radio button is drawn around its label.
          const label = element.closest('label') ?? element;
          const ringed = [element, label].flatMap((it) => [
            getComputedStyle(it),
            getComputedStyle(it, '::after'),
          ]);
          const ring = ringed.some(
            (style) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
          );
          if (!ring) return `no ring: ${element.outerHTML.slice(0, 160)}`;
          const box = element.getBoundingClientRect();
          const bar = document.querySelector('header');
          const covered = bar?.contains(element) ? 0 : (bar?.getBoundingClientRect().bottom ?? 0);
          const seen = Math.min(box.bottom, innerHeight) - Math.max(box.top, covered);
          return seen > 0 ? '' : `out of sight: ${element.outerHTML.slice(0, 160)}`;
        });
        if (problem === 'end') break;
        expect(problem, `${width} px`).toBe('');
      }
    }
  });
}

test('A9 LOOK-9: nothing moves for visitors who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const at of sitePages) {
    await openPage(page, at);
    const running = () =>
      page.evaluate(
        () => document.getAnimations().filter((it) => it.playState === 'running').length,
      );
    await expect.poll(running, at.path).toBe(0);
  }
});

test('A9 LOOK-9: the falling shapes can be stopped, and go on', async ({ page }) => {
  await page.goto('/contact');
  const running = () =>
    page.evaluate(() => document.getAnimations().filter((it) => it.playState === 'running').length);
  await expect.poll(running).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Pause animation' }).click();
  await expect.poll(running).toBe(0);
  await page.getByRole('button', { name: 'Resume animation' }).click();
  await expect.poll(running).toBeGreaterThan(0);
});

test('A9: with forced colours, buttons keep an edge and selected items a mark', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [path, name] of [
    ['/', 'LFG'],
    ['/contact', 'Send Message'],
    ['/admin', 'Sign In'],
  ] as const) {
    await page.goto(path);
    const pressed = page.locator('main').getByText(name, { exact: true });
    const edge = await pressed.evaluate((it) => {
      const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(it);
      return Number.parseFloat(borderTopWidth) >= 1 && borderTopColor !== backgroundColor;
    });
    expect(edge, name).toBe(true);
  }
  await page.goto('/resources?type=video');
  const ground = (of: Locator) => of.evaluate((it) => getComputedStyle(it).backgroundColor);
  const video = page.getByRole('button', { name: 'video', exact: true });
  expect(await ground(video)).not.toBe(
    await ground(page.getByRole('button', { name: 'audio', exact: true })),
  );
  const navigation = page.getByRole('navigation');
  expect(await ground(navigation.getByRole('link', { name: 'Resources' }))).not.toBe(
    await ground(navigation.getByRole('link', { name: 'Home' })),
  );
});
