import { expect, test } from '../e2e/fixtures.ts';
import { openPage, sitePages } from '../e2e/site-pages.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';
import { cutWithoutEllipsis, emptyLastLines } from './looked-at.ts';

/** Every page with words of any length and shape. */

// A mark that fonts draw beside the letter, not above it: a thousand of them are wider than any screen.
const marked = `'Z' || repeat('\u20dd', 1000)`;
/** A few rows: so many marks take long to shape. */
const few = (table: string) => `id in (select id from ${table} order by id limit 3)`;

/** Words and letters that are wider than a screen. */
const endlessWords = `
  update projects set description = repeat('ohne', 60), title = case when slug = 'fieldnotes' then title else repeat('Donaudampfschifffahrt', 6) end;
  update learnings set description = repeat('ohne', 60), tags = array[repeat('tag', 30)] || tags where true;
  update resources set title = repeat('Rindfleischetikettierung', 5), "Source" = repeat('quelle', 20), tags = tags || ',' || repeat('tag', 30);
  update ai_tools set bio = repeat('ohne', 60), tag = repeat('tag', 30), name = name || repeat('Werkzeug', 12);
  update tasks set content = repeat('Aufgabe', 20);
  update commentaries set content = repeat('ohne', 200);
  update projects set description = ${marked}, details = '<p>' || ${marked} || '</p>' where ${few('projects')};
  update learnings set title = title || ' ' || ${marked}, description = ${marked}, content = ${marked}, tags = array[${marked}], rank = 0 where ${few('learnings')};
  update resources set title = title || ' ' || ${marked}, description = ${marked}, "Source" = ${marked}, tags = tags || ',' || ${marked} where ${few('resources')};
  update ai_tools set bio = ${marked}, tag = ${marked}, name = name || ' ' || ${marked} where ${few('ai_tools')};
  update tasks set content = ${marked} where ${few('tasks')};
  update current_listening set title = ${marked}, artist = ${marked}, url = null;
  update commentaries set title = ${marked}, content = ${marked} where ${few('commentaries')}`;

/** Wherever the cut falls in one of these, a blank line lies there. They come after the endless words, which fill all rows. */
const blankLines = [1, 2, 3]
  .map((lines) => {
    const named = `'Of ${lines} lines'`;
    const text = `'${Array(lines).fill('a').join('\n')}\n\n${'more\n\n'.repeat(20)}'`;
    return `
      insert into commentaries (title, content) values (${named}, ${text});
      insert into learnings (title, description, content) values (${named}, 'Lines', ${text});
      insert into projects (title, description) values (${named}, ${text});
      insert into resources (title, description) values (${named}, ${text});`;
  })
  .join('');

for (const { path } of sitePages) {
  test(`A9 LOOK-8: on ${path} words of any length fit, and no cut text ends in a line with nothing but the ellipsis`, async ({
    page,
    embedded,
  }) => {
    await embedded.sql(`${endlessWords};${blankLines}`);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main li, main form, main svg').first()).toBeVisible();
    for (const width of [320, 360, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
      expect.soft(await emptyLastLines(page), `${width} px`).toEqual([]);
      expect.soft(await cutWithoutEllipsis(page), `${width} px`).toEqual([]);
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
