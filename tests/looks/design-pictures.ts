import type { Browser, BrowserContextOptions } from '@playwright/test';

/** The pictures of docs/design.md: three pages side by side. Made by `npm run shots`, and committed. */

const paths = [
  '/',
  '/projects/fieldnotes',
  '/learnings/chunk-for-the-question-not-for-the-token-limit',
];

const looks = {
  wide: { viewport: { width: 1280, height: 960 }, colorScheme: 'light' },
  narrow: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

/** Of a picture in the document, in px. */
const HEIGHT = 480;

/** @param url of the site with its sample content */
export async function shootForDesign(browser: Browser, url: string): Promise<void> {
  for (const [name, look] of Object.entries(looks)) {
    const context = await browser.newContext({ ...look, reducedMotion: 'reduce' });
    const pictures: string[] = [];
    for (const path of paths) {
      const page = await context.newPage();
      await page.goto(`${url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page
        .getByText(/^as of today/)
        .filter({ visible: true })
        .waitFor();
      await page.evaluate(() => document.fonts.ready);
      pictures.push((await page.screenshot()).toString('base64'));
      await page.close();
    }
    await context.close();
    const { width, height } = look.viewport;
    const each = Math.round((HEIGHT * width) / height);
    const sheet = await browser.newPage({
      viewport: { width: paths.length * (each + 16) + 16, height: HEIGHT + 32 },
    });
    await sheet.setContent(`<style>
      body { margin: 16px; display: flex; gap: 16px; background: #e7e3d8 }
      img { display: block; width: ${each}px; height: ${HEIGHT}px; border-radius: 8px }
    </style>${pictures.map((it) => `<img src="data:image/png;base64,${it}">`).join('')}`);
    await sheet.screenshot({ path: `docs/design/${name}.png` });
    await sheet.close();
  }
}
