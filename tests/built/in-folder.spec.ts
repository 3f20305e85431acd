import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { filledPages } from '../e2e/filled-pages.ts';
import { expect, expectPictures, readingTest, sample, untilKept } from '../e2e/fixtures.ts';
import { type FaultProxy, startFaultProxy } from '../lab/fault-proxy.ts';
import { IN_FOLDER as ADDRESS, BASE, BUILD_MS, buildNamed } from '../support/builds.ts';
import { githubPages } from '../support/hosts.ts';
import { expectTakenOver } from './take-over.ts';

readingTest.use({ serviceWorkers: 'allow' });

/** The site in a folder of its host, as GitHub Pages has it: a build of its own, and no headers but what every file has. */

interface Hosts {
  host: FaultProxy;
  /** Starts one with the content in the pages. Each is an origin of its own, so that the device has nothing for it. */
  startFilled: (backendUrl: string) => Promise<FaultProxy>;
}

/** For all tests of a worker. */
const lasting = { scope: 'worker', timeout: BUILD_MS } as const;

const test = readingTest.extend<Hosts, { inFolder: string; filled: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
  inFolder: [async ({}, use) => use(await buildNamed('in-folder')), lasting],
  // biome-ignore lint/correctness/noEmptyPattern: see above
  filled: [async ({}, use) => use(await buildNamed('in-folder-filled')), lasting],
  host: async ({ inFolder, seeded }, use) => {
    const host = await startHost(inFolder, seeded.url);
    await use(host);
    await stop(host);
  },
  startFilled: async ({ filled }, use) => {
    const hosts: FaultProxy[] = [];
    await use(async (backendUrl) => {
      const host = await startHost(filled, backendUrl);
      hosts.push(host);
      return host;
    });
    await Promise.all(hosts.map(stop));
  },
});

/** As GitHub Pages has the site in a folder, beside a backend at the same origin. */
const startHost = (siteDir: string, backendUrl: string) =>
  startFaultProxy(backendUrl, { live: false, site: githubPages(siteDir, BASE) });

/** Whatever was asked for is in the folder, or the backend's. */
async function stop(host: FaultProxy): Promise<void> {
  await host.stop();
  const outside = host.asked.filter((path) => !path.startsWith(BASE));
  expect(outside.filter((path) => !/^\/(rest|auth)\//.test(path))).toEqual([]);
}

test('HOST-3: in a folder of its host the site opens at any address, leads on, and is read offline', async ({
  page,
  context,
  host,
}) => {
  const at = (path: string) => `${host.url}${BASE}${path}`;
  const main = page.locator('main');

  await page.goto(at('learnings/chunk-for-the-question-not-for-the-token-limit'));
  await expect(main.getByText('View all 5 resources')).toBeVisible();
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await expect(page).toHaveURL(at('projects'));
  await expect(main.getByText(sample.project).first()).toBeVisible();
  await page.reload();
  await expectPictures(page);

  await page.goto(at('capture?url=https%3A%2F%2Fexample.org'));
  await expect(page).toHaveURL(at('admin'));

  await page.goto(at(''));
  await untilKept(page);
  const scope = () => page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(await scope()).toBe(at(''));

  await context.setOffline(true);
  await page.goto(at('projects'));
  await expect(main.getByText(sample.project).first()).toBeVisible();
  await expectPictures(page);
  await page.goto(at('index.html'));
  await expect(page).toHaveURL(at(''));
  await page.goto(at('friends?tag=x'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('HOST-3: the files of the shell that were cleared are fetched again from the folder', async ({
  page,
  context,
  host,
}) => {
  await page.goto(`${host.url}${BASE}`);
  await untilKept(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys())
      if (!name.includes('pictures')) await caches.delete(name);
  });
  const kept = () =>
    page.evaluate(
      async (address) => (await caches.match(address, { ignoreSearch: true })) !== undefined,
      `${BASE}shell.html`,
    );
  expect(await kept()).toBe(false);
  await page.goto(`${host.url}${BASE}projects`);
  await expect.poll(kept).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('main').getByText(sample.project).first()).toBeVisible();
});

test('HOST-3: the manifest, installed from the folder, leads into it', async ({ host }) => {
  const { document } = await readFrom(`${host.url}${BASE}`);
  const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '';
  const manifest = await (await fetch(address)).json();
  const pictures: { src: string }[] = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap((it: { icons: object[] }) => it.icons),
  ];
  const pages = [manifest.start_url, manifest.scope, manifest.share_target.action];
  const shortcuts = manifest.shortcuts.map(({ url }: { url: string }) => url);
  for (const url of [...pictures.map(({ src }) => src), ...pages, ...shortcuts])
    expect(new URL(url, address).pathname.startsWith(BASE), url).toBe(true);
  for (const { src } of pictures)
    expect((await fetch(new URL(src, address))).status, src).toBe(200);
});

test('HOST-1 HOST-3: without any header the page itself refuses what is not the site’s', async ({
  page,
  host,
  complaints,
}) => {
  await page.goto(`${host.url}${BASE}`);
  await expect(page.locator('main').getByText(sample.project).first()).toBeVisible();
  expect(complaints).toEqual([]);
  const isRun = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    return 'injected' in window;
  });
  expect(isRun).toBe(false);
  expect(complaints.splice(0).join()).toContain('Content Security Policy');
});

test('HOST-3: 404.html is the app, and not for search engines', async ({ inFolder }) => {
  const { status, body } = await githubPages(
    inFolder,
    BASE,
  )(`${BASE}learnings/newer-than-the-build`);
  expect(status).toBe(404);
  expect(body.toString()).toContain('<meta name="robots" content="noindex"');
  expect(body.toString()).toContain(`src="${BASE}assets/`);
  expect(readFileSync(join(inFolder, '_headers'), 'utf8')).toContain(`${BASE}assets/*`);
});

test('PAGES-3 SNAPSHOT-3 HOST-3: in a folder, too, the app takes over from a page while the backend is dead, and nothing moves or changes', async ({
  page,
  seeded,
  startFront,
  startFilled,
}) => {
  await page.setViewportSize({ width: 360, height: 900 });
  const paths = ['/', '/projects/fieldnotes', '/resources'];
  for (const at of filledPages.filter(({ path }) => paths.includes(path))) {
    const front = await startFront(seeded.url, 'error 500');
    const { url } = await startFilled(front.url);
    await expectTakenOver(page, at, `${url}/notes`);
    await expectPictures(page);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('PAGES-2 HOST-3: in a folder every page is read, and leads on', async ({
    page,
    seeded,
    startFilled,
  }) => {
    const { url } = await startFilled(seeded.url);
    for (const { path, shows } of filledPages) {
      await page.goto(`${url}${BASE}${path.slice(1)}`);
      await expect(page.locator('main h1')).toBeVisible();
      // A button would do nothing, and is not there.
      if (path !== '/contact')
        await expect(page.locator('main').getByText(shows).first()).toBeVisible();
      if (path === '/') await expectPictures(page);
    }
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
    await expect(page).toHaveURL(`${url}${BASE}projects`);
    await expect(page).toHaveTitle('Projects · Fieldnotes');
  });
});

test('PAGES-2 PAGES-5 HOST-3: in a folder the links and pictures of every page, feeds, sitemap, llms.txt and what the head says name files that are there', async ({
  seeded,
  startFilled,
}) => {
  const { url } = await startFilled(seeded.url);
  const named = new Set<string>();
  const nameAll = (name: string, addresses: readonly string[]) => {
    expect(addresses.length, name).toBeGreaterThan(0);
    for (const address of addresses) named.add(address);
  };
  for (const { path } of filledPages) {
    const { document, text } = await readFrom(`${url}${BASE}${path.slice(1)}`);
    const links = document.querySelectorAll('a[href], img[src], link[href]');
    nameAll(path, [...links].map(addressOf));
    nameAll(path, absoluteIn(text));
    const feeds = [...document.querySelectorAll('head link[type$="+xml"][rel=alternate]')];
    const [atom, rss, ...ofTags] = feeds.map(addressOf);
    expect([atom, rss]).toEqual([`${ADDRESS}/feed.xml`, `${ADDRESS}/rss.xml`]);
    expect(ofTags.length > 0, path).toBe(/^\/(learnings$|tags\/)/.test(path));
    expect(text).toContain(`<link rel="canonical" href="${ADDRESS}${path}"`);
    expect(text).toContain(`<meta name="built-for" content="/notes${path.replace(/^\/$/, '')}"`);
  }
  for (const name of ['feed.xml', 'rss.xml', 'sitemap.xml', 'llms.txt', 'robots.txt'])
    nameAll(name, absoluteIn((await readFrom(`${url}${BASE}${name}`)).text));

  // The app puts addresses together from the bare one.
  const own = [...named]
    .filter((address) => address !== ADDRESS)
    .map((address) => address.replace(new URL(ADDRESS).origin, url))
    .filter((address) => new URL(address).origin === url);
  expect(own.filter((address) => address.includes('/pictures/')).length).toBeGreaterThan(10);
  for (const address of own) {
    const { pathname } = new URL(address);
    expect.soft(pathname.startsWith(BASE), address).toBe(true);
    expect.soft((await fetch(address)).status, address).toBe(200);
  }
});

test('PAGES-5: a feed that is opened in a browser shows titles, dates and beginnings, which lead on', async ({
  page,
  seeded,
  startFilled,
}) => {
  const { url } = await startFilled(seeded.url);
  for (const name of ['feed.xml', 'rss.xml', 'tags/evals/feed.xml']) {
    await page.goto(`${url}${BASE}${name}`);
    // The stylesheet's, not the browser's view of the source.
    const title = page.locator(':root > title, :root > channel > title');
    await expect(title, name).toHaveCSS('font-size', '32px');
    await expect(page.locator('entry, item').first()).toHaveCSS('border-top-style', 'solid');
    await expect(page.locator('published, pubDate').first()).toBeVisible();
    await expect(page.locator('entry > id, guid').first()).toBeHidden();
    await expect(page.locator('content, item > description').first()).toBeHidden();
  }
  const link = page.locator('entry').filter({ hasText: 'Evals before prompts' }).locator('a');
  await expect(link).toBeVisible();
  expect(await link.getAttribute('href')).toBe(`${ADDRESS}/learnings/evals-before-prompts`);
});

/** A file of the host as a reader without scripts has it, with its text. */
async function readFrom(url: string): Promise<{ document: Document; text: string }> {
  const text = await (await fetch(url)).text();
  return { document: new JSDOM(text, { url }).window.document, text };
}

/** The address that a link or a picture leads to, whole. */
function addressOf(element: Element): string {
  const address = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
  return new URL(address, element.baseURI).href;
}

/** The addresses in a text that name the site by where it says that it is. */
const absoluteIn = (text: string) =>
  [...text.matchAll(/https:\/\/me\.example[^<>"&\s]*/g)].map(String);
