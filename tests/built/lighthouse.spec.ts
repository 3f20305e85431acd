import { filledPages, filledTest as test } from '../e2e/filled-pages.ts';
import { expect } from '../e2e/fixtures.ts';
import { steady, withLighthouse } from '../support/lighthouse.ts';

test('PAGES-10: Lighthouse gives every page 100 for accessibility, best practices and SEO', {
  tag: ['@long', '@apart'],
}, async ({ filled }) => {
  // On a busy machine a page takes more than half a minute.
  test.setTimeout(filledPages.length * 60_000);
  await withLighthouse(async (judge) => {
    const unknown = await judge(`${filled.url}/learnings/nowhere`, steady);
    expect(unknown.faults.join()).toContain('seo: Page is blocked from indexing');
    for (const { path } of filledPages) {
      const { scores, faults } = await judge(`${filled.url}${path}`, steady);
      expect.soft(faults, path).toEqual([]);
      expect.soft(scores, path).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 });
    }
  });
});
