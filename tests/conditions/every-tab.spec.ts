import { expect, test } from '../e2e/fixtures.ts';
import { forms, signIn } from '../support/admin-at-work.ts';
import { inEveryLook, violations } from '../support/axe.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';

/** Every tab of the dashboard: each form looks right in every look. */

const tabs = Object.values(forms).map(({ tab }) => tab);

for (const tab of tabs) {
  test(`axe finds nothing on the tab ${tab}, and nothing is cut off, light and dark, at 320, 360 and 1280 px`, async ({
    page,
    embedded,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(page, embedded.url, embedded);
    await expect(page.getByRole('tab')).toHaveText(tabs);
    await page.getByRole('tab', { name: tab }).click();
    const edit = page.getByRole('button', { name: /^Edit / }).first();
    await expect(edit).toBeVisible();
    await inEveryLook(page, [360, 1280], async (look) => {
      expect(await violations(page), look).toEqual([]);
      expect(await sidewaysScroll(page), look).toBeLessThanOrEqual(0);
    });
    await edit.click();
    const form = page.getByRole('form', { name: /^Edit / });
    const field = form.getByRole('textbox').first();
    await field.fill('');
    await form.getByRole('button', { name: /^Update / }).click();
    await expect(form.getByRole('alert')).toBeVisible();
    await expect(field).toBeFocused();
    await inEveryLook(page, [320, 360, 1280], async (look) => {
      expect(await violations(page), look).toEqual([]);
      expect(await sidewaysScroll(page), look).toBeLessThanOrEqual(0);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('main button, main input, main select, main textarea')]
          .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 44)
          .map((it) => it.outerHTML.slice(0, 120)),
      );
      expect(small, look).toEqual([]);
    });
    await form
      .getByRole('button', { name: 'Use saved version' })
      .or(form.getByRole('button', { name: 'Cancel' }))
      .last()
      .click();
  });
}
