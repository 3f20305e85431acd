import { expect, readingTest as test, untilKept } from './fixtures.ts';

test('the site can be installed: manifest, icons, worker', async ({ page, context, embedded }) => {
  await page.goto('/');
  await untilKept(page);
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await fetch(new URL(address!, embedded.url))).json();
  expect(manifest).toMatchObject({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    name: 'Fieldnotes',
  });
  const purposes = manifest.icons.map((icon: { purpose: string }) => icon.purpose);
  expect(purposes).toContain('maskable');
  for (const icon of manifest.icons) {
    const size = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, icon.src);
    if (icon.sizes !== 'any') expect(size).toBe(icon.sizes);
  }
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const errors = installabilityErrors.map((error) => error.errorId);
  expect(errors.filter((error) => error !== 'in-incognito')).toEqual([]);
});
