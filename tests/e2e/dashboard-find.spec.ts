import type { Page } from '@playwright/test';
import { listOf, signIn } from '../support/admin-at-work.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from './fixtures.ts';

/** Rows of the dashboard are found, by keyboard alone, and the dashboard opens as it was left. */

const rows = (page: Page) => listOf(page, 'Learnings').getByRole('listitem');
const count = (page: Page) => listOf(page, 'Learnings').getByText(/^[\d,]+ of [\d,]+ learnings$/);

for (const width of [390, 1280]) {
  test(`FIND-1 FIND-2 FIND-3: rows are found by keyboard, and are there again on the next visit: ${width} px`, async ({
    page,
    embedded,
  }) => {
    await embedded.sql(`insert into learnings (title, description, content, tags)
      select 'Timers ' || i, 'One of three', E'\`\`\`c\\nsignal(SIGALRM, wake);\\n\`\`\`', array['found here'] from generate_series(1, 3) i`);
    await embedded.sql(`insert into projects (title, description) values ('The found', 'x')`);
    await embedded.sql(
      `update learnings set project_id = (select id from projects where title = 'The found') where title = 'Timers 2'`,
    );
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, embedded.url, embedded);
    await page.getByRole('tab', { name: 'Commentaries' }).focus();
    await page.keyboard.press('End');
    const list = listOf(page, 'Learnings');
    const search = list.getByRole('searchbox', { name: 'Search learnings' });
    await expect(rows(page).filter({ hasText: 'Timers' })).toHaveCount(3);

    await search.focus();
    await page.keyboard.type('sigalrm');
    await expect(rows(page)).toHaveCount(3);
    await expect(count(page)).toHaveText(/^3 of /);
    await page.keyboard.press('Tab');
    await expect(list.getByRole('button', { name: 'Filter learnings' })).toBeFocused();
    await page.keyboard.press('Enter');
    const project = list.getByRole('combobox', { name: 'Project' });
    for (
      let i = 0;
      i < 9 && !(await project.evaluate((it) => it === document.activeElement));
      i += 1
    )
      await page.keyboard.press('Tab');
    await expect(project).toBeFocused();
    await page.keyboard.type('The found');
    await expect(rows(page)).toHaveText([/Timers 2/]);
    await expect(count(page)).toHaveText(/^1 of /);
    expect(await violations(page)).toEqual([]);
    const address = page.url();

    // Another page in between, and then the next visit.
    await page.goto(`${embedded.url}/contact`);
    await page.goto(`${embedded.url}/admin`);
    await expect(page).toHaveURL(address);
    await expect(rows(page)).toHaveText([/Timers 2/]);
    await expect(search).toHaveValue('sigalrm');
    await expect(list.getByRole('button', { name: 'Filter learnings (1)' })).toBeVisible();

    await search.focus();
    await page.keyboard.press('Tab');
    const clear = list.getByRole('button', { name: 'Clear filters' });
    for (let i = 0; i < 9 && !(await clear.evaluate((it) => it === document.activeElement)); i += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('');
    await expect(count(page)).toHaveCount(0);
    await page.goBack();
    await expect(rows(page)).toHaveText([/Timers 2/]);
  });
}
