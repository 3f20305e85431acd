import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser } from '@playwright/test';

/**
 * The pictures of the manifest that show what is installed: screenshots for the browser's question, icons of the
 * shortcuts, and the icon in one colour. Made by `npm run shots`, and committed.
 */

const folder = resolve('public/install');

const screenshots = {
  narrow: { width: 390, height: 844 },
  wide: { width: 1280, height: 800 },
} as const;

/** On a grid of 24, as in src/ui/icon.tsx. */
const shortcuts: Readonly<Record<string, string>> = {
  learnings:
    'M5 5.5c2.5-1 5-1 7 .5 2-1.5 4.5-1.5 7-.5v13c-2.5-1-5-1-7 .5-2-1.5-4.5-1.5-7-.5zM12 6v13',
  projects: 'M4 7.500h5l2 2.500h9v9H4zM4 7.500V6',
  resources:
    'M9.5 14.500l5-5M11 7l1.5-1.500a4 4 0 0 1 6 6L17 13M13 17l-1.5 1.500a4 4 0 0 1-6-6L7 11',
};

/** The sheet and its line, on nothing. */
const oneColour = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 64 64"><path fill-rule="evenodd" d="M16 12h27l9 9v31a3 3 0 0 1-3 3H16a3 3 0 0 1-3-3V15a3 3 0 0 1 3-3zm4.5 27.500c4-6 6.5-6.5 8.5-2s5 4.5 8-1c1.8-3.3 4.5-5 8-5a2.2 2.2 0 0 0 0-4.500c-5 0-9 2.5-11.5 7-2 3.5-3 3-4 .8-3-6.8-8.5-6.3-12.8.2a2.2 2.2 0 1 0 3.8 4.500z"/></svg>`;

const shortcutIcon = (drawing: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 24 24"><rect width="24" height="24" rx="5.5" fill="#1F1B16"/><g transform="translate(4.2 4.2) scale(.65)" fill="none" stroke="#FBFAF7" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><path d="${drawing}"/></g></svg>`;

/** @param url of the site with its sample content */
export async function shootForInstall(browser: Browser, url: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, viewport] of Object.entries(screenshots)) {
    const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(name === 'narrow' ? `${url}/learnings` : url);
    await page.locator('main li').first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(1_500);
    await page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 80 });
    await page.close();
  }
  const drawings = Object.entries(shortcuts).map(
    ([name, it]) => [name, shortcutIcon(it), 96] as const,
  );
  for (const [name, svg, size] of [...drawings, ['monochrome', oneColour, 512] as const]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
    await page.screenshot({ path: `${folder}/${name}.png`, omitBackground: true });
    await page.close();
  }
}
