import { expect, test } from '../e2e/fixtures.ts';
import { openPage, sitePages } from '../e2e/site-pages.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';

/** Content with words and letters that are wider than a screen. */

test('A9: nothing scrolls sideways at 320 px, with words of any length', async ({
  page,
  embedded,
}) => {
  await embedded.sql(`
    update projects set description = repeat('ohne', 60), title = case when slug = 'fieldnotes' then title else repeat('Donaudampfschifffahrt', 6) end;
    update learnings set description = repeat('ohne', 60), tags = array[repeat('tag', 30)] || tags where true;
    update resources set title = repeat('Rindfleischetikettierung', 5), "Source" = repeat('quelle', 20), tags = tags || ',' || repeat('tag', 30);
    update ai_tools set bio = repeat('ohne', 60), tag = repeat('tag', 30), name = name || repeat('Werkzeug', 12);
    update tasks set content = repeat('Aufgabe', 20);
    update commentaries set content = repeat('ohne', 200)`);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const { path } of sitePages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main li, main form, main svg').first()).toBeVisible();
    expect(await sidewaysScroll(page), path).toBeLessThanOrEqual(0);
  }
});

for (const width of [320, 1280]) {
  test(`A9: a letter with thousands of marks does not widen a page of ${width} px`, async ({
    page,
    embedded,
  }) => {
    // A mark that fonts draw beside the letter, not above it: in all they are wider than any screen.
    const marked = `'Z' || repeat('\u20dd', 1000)`;
    /** Of a few rows: thousands of marks take long to shape. */
    const few = (table: string) => `where id in (select id from ${table} order by id limit 3)`;
    await embedded.sql(`
    update projects set description = ${marked}, details = '<p>' || ${marked} || '</p>' ${few('projects')};
    update learnings set title = title || ' ' || ${marked}, description = ${marked}, content = ${marked}, tags = array[${marked}], rank = 0 ${few('learnings')};
    update resources set title = title || ' ' || ${marked}, description = ${marked}, "Source" = ${marked}, tags = tags || ',' || ${marked} ${few('resources')};
    update ai_tools set bio = ${marked}, tag = ${marked}, name = name || ' ' || ${marked} ${few('ai_tools')};
    update tasks set content = ${marked} ${few('tasks')};
    update current_listening set title = ${marked}, artist = ${marked}, url = null;
    update commentaries set title = ${marked}, content = ${marked} ${few('commentaries')}`);
    await page.setViewportSize({ width, height: 700 });
    for (const { path } of sitePages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main li, main form, main svg').first()).toBeVisible();
      expect(await sidewaysScroll(page), path).toBeLessThanOrEqual(0);
    }
  });
}

test('A9: at 320 px nothing scrolls sideways in the search, with words of any length', async ({
  page,
  embedded,
}) => {
  await embedded.sql(`update projects set title = repeat('Donaudampfschifffahrt', 6), description = repeat('ohne', 60);
    update resources set tags = repeat('donau', 30)`);
  await page.setViewportSize({ width: 320, height: 700 });
  await openPage(page, { path: '/projects', shows: 'ohne' });
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('combobox').fill('donau');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  const overflow = await dialog.evaluate((element) =>
    Math.max(
      ...[element, ...element.querySelectorAll('div')].map(
        (box) => box.scrollWidth - box.clientWidth,
      ),
    ),
  );
  expect(overflow).toBeLessThanOrEqual(0);
});
