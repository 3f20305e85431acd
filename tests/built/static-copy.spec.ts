import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { unzipSync, zipSync } from 'fflate';
import { staticCopy } from '../../tools/owner/static-copy.ts';
import { filledTest as base, filledPages } from '../e2e/filled-pages.ts';
import { expect } from '../e2e/fixtures.ts';
import { inEmptyFolder } from '../support/filled-site.ts';

/** The site as files to read, unpacked from its zip and opened from a disk: no host gives it less. */

const test = base.extend<object, { unpacked: string }>({
  unpacked: [
    async ({ filled }, use) => {
      await inEmptyFolder(async (folder) => {
        const zip = zipSync(Object.fromEntries(staticCopy(filled.folder)));
        for (const [name, bytes] of Object.entries(unzipSync(zip))) {
          mkdirSync(dirname(join(folder, name)), { recursive: true });
          writeFileSync(join(folder, name), bytes);
        }
        await use(folder);
      });
    },
    { scope: 'worker' },
  ],
});

test('TAKE-3: the copy is read anywhere: every page, its pictures and its links, in its own type, and nothing else is asked for', async ({
  page,
  unpacked,
}) => {
  const home = pathToFileURL(`${unpacked}/`).href;
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(request.url()));
  const named = new Set<string>();
  for (const { path, shows } of filledPages) {
    await page.goto(`${home}${path === '/' ? 'index' : path.slice(1)}.html`);
    await expect(page.locator('main h1')).toBeVisible();
    if (path !== '/contact')
      await expect(page.locator('main').getByText(shows).first()).toBeVisible();
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
    const links = page.locator('a[href], link[rel=stylesheet], img[src]');
    for (const address of await links.evaluateAll((all) =>
      all.map((it) => it.getAttribute('href') ?? it.getAttribute('src') ?? ''),
    ))
      named.add(new URL(address, page.url()).href);
  }
  const files = [...named].filter((address) => address.startsWith('file:'));
  expect(files.filter((address) => address.includes('/pictures/')).length).toBeGreaterThan(10);
  for (const address of files) {
    expect.soft(address.startsWith(home), address).toBe(true);
    // A folder is a list of its files on a disk, and no page.
    const file = statSync(fileURLToPath(address), { throwIfNoEntry: false });
    expect.soft(file?.isFile(), address).toBe(true);
  }
  expect(asked.size).toBeGreaterThan(filledPages.length);
  expect([...asked].filter((address) => !address.startsWith(home))).toEqual([]);
  expect([...asked].filter((address) => /\.js($|\?)|rest\/v1|manifest/.test(address))).toEqual([]);

  await page.goto(`${home}index.html`);
  const font = () => page.evaluate(() => document.fonts.check('16px "Figtree Variable"'));
  await expect.poll(font).toBe(true);
  await page.getByRole('link', { name: 'Learnings', exact: true }).first().click();
  await expect(page).toHaveTitle('Learnings · Fieldnotes');
  await page.getByRole('link', { name: 'Evals before prompts' }).click();
  await expect(page.getByText('passes sometimes is a different fact')).toBeVisible();
});
