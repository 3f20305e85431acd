import type { Page } from '@playwright/test';
import { expect, readingTest as test, untilKept } from '../e2e/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

async function manifestOf(page: Page, url: string) {
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  return (await fetch(new URL(address!, url))).json();
}

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
}

test('the site can be installed: manifest, icons, worker', async ({ page, context, embedded }) => {
  await page.goto('/');
  await untilKept(page);
  const manifest = await manifestOf(page, embedded.url);
  expect(manifest).toMatchObject({
    start_url: './',
    scope: './',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    name: 'Fieldnotes',
  });
  const purposes = manifest.icons.map((icon: { purpose: string }) => icon.purpose);
  expect(purposes).toEqual(expect.arrayContaining(['any', 'maskable', 'monochrome']));
  const title = page.locator('meta[name=apple-mobile-web-app-title]');
  expect(await title.getAttribute('content')).toBe(manifest.short_name);
  const session = await context.newCDPSession(page);
  // What Chromium's own parser says of it: members of a wrong type, addresses outside of the site.
  const parsed = await session.send('Page.getAppManifest');
  expect(parsed.errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const errors = installabilityErrors.map((error) => error.errorId);
  expect(errors.filter((error) => error !== 'in-incognito')).toEqual([]);
});

test('the pictures of the manifest are of the sizes and types that it says', async ({
  page,
  embedded,
}) => {
  await page.goto('/');
  const manifest = await manifestOf(page, embedded.url);
  const ofShortcuts: Picture[] = manifest.shortcuts.flatMap((it: { icons: Picture[] }) => it.icons);
  const pictures: Picture[] = [...manifest.icons, ...manifest.screenshots, ...ofShortcuts];
  expect(pictures.length).toBeGreaterThanOrEqual(10);
  for (const { src, sizes, type } of pictures) {
    const found = await page.evaluate(async (source) => {
      const response = await fetch(source);
      const image = new Image();
      image.src = source;
      await image.decode();
      const bytes = (await response.clone().blob()).size;
      const { naturalWidth: width, naturalHeight: height } = image;
      return { type: response.headers.get('content-type'), bytes, size: `${width}x${height}` };
    }, src);
    expect(found).toMatchObject({ type, ...(sizes === 'any' ? {} : { size: sizes }) });
    expect(found.bytes, src).toBeLessThan(150_000);
  }
  const forms = manifest.screenshots.map((it: { form_factor: string }) => it.form_factor);
  expect(forms.sort()).toEqual(['narrow', 'wide']);
});

test('P7: the shortcuts lead to learnings, projects and resources', async ({ page, embedded }) => {
  await page.goto('/');
  const { shortcuts } = await manifestOf(page, embedded.url);
  expect(shortcuts).toHaveLength(3);
  for (const { name, url } of shortcuts) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

/** What Chromium does where it would install a site; the test's browser never would. */
async function offerToInstall(page: Page, outcome: 'accepted' | 'dismissed'): Promise<boolean> {
  return page.evaluate((answer) => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(event, {
      prompt: async () => {
        document.documentElement.dataset.asked = 'yes';
        return { outcome: answer };
      },
    });
    return !window.dispatchEvent(event);
  }, outcome);
}

const offer = (page: Page) => page.getByRole('region', { name: 'Install' });

/** Half an hour later, as the device remembers it. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const held = JSON.parse(localStorage.getItem('fieldnotes.visits') ?? '{}');
    const visits = JSON.stringify({ ...held, at: held.at - 31 * 60_000 });
    window.addEventListener('pagehide', () => localStorage.setItem('fieldnotes.visits', visits));
    localStorage.setItem('fieldnotes.visits', visits);
  });
  await page.reload();
}

test('P1: the offer to install comes with the second visit, once; a no is remembered, and the menu keeps it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The browser's own question does not come by itself.
  expect(await offerToInstall(page, 'accepted')).toBe(true);
  const inMenu = page.getByRole('button', { name: 'Install this site' });
  await expect(inMenu).toBeVisible();
  await expect(offer(page)).toHaveCount(0);

  await comeBack(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await offerToInstall(page, 'dismissed');
  await expect(offer(page)).toBeVisible();
  await offer(page).getByRole('button', { name: 'Not now' }).click();
  await expect(offer(page)).toHaveCount(0);

  await comeBack(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await offerToInstall(page, 'accepted');
  await inMenu.click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await expect(inMenu).toHaveCount(0);
  await expect(offer(page)).toHaveCount(0);
});

test('P1: a visitor who has read for a minute is offered it in the first visit, and not twice at once', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await offerToInstall(page, 'accepted');
  await page.clock.runFor(50_000);
  await expect(offer(page)).toHaveCount(0);
  await page.clock.runFor(11_000);
  await offer(page).getByRole('button', { name: 'Install', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await expect(offer(page)).toHaveCount(0);
});

test.describe('on iOS', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 800 },
  });

  test('P2: words say how, in the menu and from the second visit on', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Install this site' }).click();
    const how = page.getByRole('dialog', { name: 'Install this site' });
    await expect(how).toContainText('“Add to Home Screen”');
    await how.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await comeBack(page);
    await expect(offer(page)).toContainText('“Add to Home Screen”');
    await offer(page).getByRole('button', { name: 'Got it' }).click();
    await comeBack(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });
});
