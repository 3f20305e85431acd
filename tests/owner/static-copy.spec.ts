import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync, zipSync } from 'fflate';
import { staticCopy } from '../../tools/owner/static-copy.ts';
import { filledTest as base, filledPages } from '../e2e/filled-pages.ts';
import { expect } from '../e2e/fixtures.ts';
import { inEmptyFolder } from '../support/filled-site.ts';

/** The site as files to read, unpacked from its zip. */

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

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A server that knows files and nothing else, with the site in a folder of it. */
async function withPlainServer(
  folder: string,
  job: (home: string, asked: readonly string[]) => Promise<void>,
): Promise<void> {
  const asked: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    const file = join(folder, path.replace(/^\/copy\//, '').replace(/\/$|^$/, '/index.html'));
    const isThere = path.startsWith('/copy/') && existsSync(file) && statSync(file).isFile();
    response.writeHead(isThere ? 200 : 404, { 'content-type': types[extname(file)] ?? '' });
    response.end(isThere ? readFileSync(file) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await job(`http://localhost:${(server.address() as AddressInfo).port}/copy/`, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('TAKE-3: the copy is read on any host: every page, its pictures and its links, and nothing else is asked for', async ({
  page,
  unpacked,
}) => {
  await withPlainServer(unpacked, async (home, asked) => {
    const own = new Set<string>();
    for (const { path, shows } of filledPages) {
      await page.goto(`${home}${path === '/' ? '' : `${path.slice(1)}.html`}`);
      await expect(page.locator('main h1')).toBeVisible();
      if (path !== '/contact')
        await expect(page.locator('main').getByText(shows).first()).toBeVisible();
      await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
      for (const link of await page.locator('a[href], link[rel=stylesheet], img[src]').all()) {
        const address = (await link.getAttribute('href')) ?? (await link.getAttribute('src')) ?? '';
        const { href, origin } = new URL(address, page.url());
        if (origin === new URL(home).origin) own.add(href);
      }
    }
    expect([...own].filter((address) => address.includes('/pictures/')).length).toBeGreaterThan(10);
    for (const address of own) expect.soft((await fetch(address)).status, address).toBe(200);
    expect(asked.filter((path) => !path.startsWith('/copy/'))).toEqual([]);
    expect(asked.filter((path) => /\.js($|\?)|rest\/v1|manifest/.test(path))).toEqual([]);
  });
});

test('TAKE-3: the copy is read from a disk, in its own type and colours', async ({
  page,
  unpacked,
}) => {
  await page.goto(pathToFileURL(join(unpacked, 'index.html')).href);
  await expect(page.locator('main h1')).toBeVisible();
  const font = () => page.evaluate(() => document.fonts.check('16px "Figtree Variable"'));
  await expect.poll(font).toBe(true);
  await page.getByRole('link', { name: 'Learnings', exact: true }).first().click();
  await expect(page).toHaveTitle('Learnings · Fieldnotes');
  await page.getByRole('link', { name: 'Evals before prompts' }).click();
  await expect(page.getByText('passes sometimes is a different fact')).toBeVisible();
});
