import type { Browser } from '@playwright/test';

/** The README's picture: the site in a wide window, light, and on a phone, dark. Made by `npm run shots`, and committed. */

const windows = [
  { path: '/', viewport: { width: 1180, height: 860 }, colorScheme: 'light' },
  {
    path: '/learnings',
    viewport: { width: 400, height: 860 },
    colorScheme: 'dark',
    isMobile: true,
  },
] as const;

/** @param url of the site with its sample content */
export async function shootForReadme(browser: Browser, url: string): Promise<void> {
  const pictures: string[] = [];
  for (const { path, ...look } of windows) {
    const page = await browser.newPage({ ...look, reducedMotion: 'reduce' });
    await page.goto(`${url}${path}`);
    await page.locator('main li').first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(1_500);
    pictures.push((await page.screenshot()).toString('base64'));
    await page.close();
  }
  const sheet = await browser.newPage({ viewport: { width: 1680, height: 940 } });
  await sheet.setContent(`<style>
    body { margin: 40px 30px; display: flex; gap: 40px; background: #e7e3d8 }
    img { display: block; height: 860px; border-radius: 16px; box-shadow: 0 16px 40px #1f1b1633 }
  </style>${pictures.map((it) => `<img src="data:image/png;base64,${it}">`).join('')}`);
  await sheet.screenshot({ path: 'docs/home.png' });
  await sheet.close();
}
