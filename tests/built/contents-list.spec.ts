import { filledTest as test } from '../e2e/filled-pages.ts';
import { expect } from '../e2e/fixtures.ts';
import { violations } from '../support/axe.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';

/** LEARNING-2: the list of a long text's headings, in a browser. */

const words = 'Words of a paragraph that goes on and on. '.repeat(40);
const content = ['One', 'Two', 'Three', 'Four', 'Five']
  .map((name) => `## ${name}\n\n${words}\n\n${words}\n\n`)
  .join('');

test.beforeEach(async ({ filled }) => {
  await filled.sql(`delete from public.learnings where title = 'Listed'`);
  await filled.sql(
    `insert into public.learnings (title, description, content) values ('Listed', 'All of it', $1)`,
    [content],
  );
});

test('LEARNING-2: beside a text its headings stay in view, lead there by keyboard, and the current one is marked', async ({
  page,
  filled,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${filled.url}/learnings/listed`);
  const list = page.getByRole('navigation', { name: 'Contents' });
  const link = (name: string) => list.getByRole('link', { name, exact: true });
  await expect(link('Four')).toBeVisible();
  await expect(list.locator('[aria-current]:visible')).toHaveCount(0);
  const text = await page.locator('.prose').boundingBox();
  const margin = await list.boundingBox();
  expect(margin?.x ?? 0).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
  await link('Four').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#h-four$/);
  await expect(page.getByRole('heading', { name: 'Four' })).toBeInViewport();
  await expect(link('Four')).toHaveAttribute('aria-current', 'location');
  await expect(link('Four')).toBeInViewport();
  await page.getByRole('heading', { name: 'Two' }).evaluate((it) => it.scrollIntoView());
  await expect(link('Two')).toHaveAttribute('aria-current', 'location');
  await expect(list.locator('[aria-current]:visible')).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(list).toBeHidden();
});

test('LEARNING-2: on a phone the headings are folded above the text', async ({ page, filled }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${filled.url}/learnings/listed`);
  const list = page.getByRole('navigation', { name: 'Contents' });
  const link = list.getByRole('link', { name: 'Three', exact: true });
  const heading = page.getByRole('heading', { name: 'One' });
  await expect(heading).toBeVisible();
  await expect(link).toBeHidden();
  const fold = list.getByText('Contents').first();
  expect((await fold.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
  await fold.click();
  await expect(link).toBeVisible();
  const [above, below] = [await link.boundingBox(), await heading.boundingBox()];
  expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
  await link.click();
  await expect(page).toHaveURL(/#h-three$/);
  await expect(page.getByRole('heading', { name: 'Three' })).toBeInViewport();
});
