import type { Page } from '@playwright/test';
import { DOUBLE_TAP_MS } from '../../src/lib/limits.ts';
import { signIn } from '../support/admin-at-work.ts';
import type { Embedded } from '../support/embedded.ts';
import { expect, ownTest as test, untilControlled } from './fixtures.ts';
import { fingerOf, type Hands, keyboardOf } from './hands.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * The owner's whole walk, by keyboard alone and by touch alone: a learning is begun on a phone without a network, gone on with at
 * a desk, looked at, scheduled and published; a typo that is found on its page is mended, and what the text was before is restored.
 */

const title = 'A walk with a thought';
const begun = 'It began on a train.';
const goneOn = ' It went on at a desk, with a tpyo';
const mended = ' It went on at a desk, with a typo';

interface Walker {
  /** At the phone, and at the desk. */
  readonly hands: (page: Page) => Hands;
  readonly phone: object;
  readonly desk: object;
}

const small = { viewport: { width: 390, height: 844 } };
const walkers: Readonly<Record<string, Walker>> = {
  'by keyboard alone': {
    hands: keyboardOf,
    phone: small,
    desk: { viewport: { width: 1280, height: 900 } },
  },
  'by touch alone': {
    hands: fingerOf,
    phone: { ...small, hasTouch: true, isMobile: true },
    desk: { viewport: { width: 1280, height: 900 }, hasTouch: true },
  },
};

async function stored({ sql }: Embedded): Promise<unknown> {
  const [row] = await sql(
    `select content, published_at <= now() as is_out from learnings where title = '${title}'`,
  );
  return row;
}

for (const [how, { hands, phone: phoneLook, desk: deskLook }] of Object.entries(walkers)) {
  test(`WRITE-1 PUBLISH-1: from the phone without a network to the page that is mended, ${how}`, async ({
    browser,
    embedded,
  }) => {
    const devices = await Promise.all(
      [phoneLook, deskLook].map((look) => browser.newContext({ ...look, baseURL: embedded.url })),
    );
    const [phone, desk] = await Promise.all(devices.map((device) => device.newPage()));
    if (phone === undefined || desk === undefined) throw new Error('there are two devices');
    const text = (page: Page) => page.getByRole('textbox', { name: 'Content (Optional)' });

    await test.step('begun on the phone, offline', async () => {
      const by = hands(phone);
      await signIn(phone, embedded.url, embedded);
      await untilControlled(phone);
      await phone.goto('/admin/learnings/new');
      await expect(text(phone)).toBeVisible();
      await phone.context().setOffline(true);
      await phone.reload();
      await by.goTo('Title');
      await by.type(title);
      await by.goTo('Content (Optional)');
      await by.type(begun);
      await by.goTo('Description');
      await by.type('From train to desk');
      await by.press('Save draft');
      await expect(phone).toHaveURL(/\/admin\/learnings\/[\da-f-]{36}$/);
      await expect(phone.getByText('Draft saved')).toBeVisible();
      await expect(text(phone)).toHaveValue(begun);
      expect(await stored(embedded)).toBeUndefined();
      await phone.context().setOffline(false);
      await expect.poll(() => stored(embedded)).toEqual({ content: begun, is_out: null });
    });

    const by = hands(desk);
    const item = desk.locator('[data-row]').filter({ hasText: title });
    const toText = async (choice: string) => {
      await expect(item.getByRole('button', { name: `More for ${title}` })).toBeVisible();
      await by.press(`More for ${title}`);
      await by.choose(choice);
    };

    await test.step('gone on with at the desk, and looked at', async () => {
      await signIn(desk, embedded.url, embedded);
      await desk.goto('/admin?tab=learnings');
      await expect(item.getByText('draft', { exact: true })).toBeVisible();
      await toText('Write');
      await expect(text(desk)).toHaveValue(begun);
      await by.goTo('Content (Optional)');
      await by.type(goneOn);
      await by.press('Save draft');
      await expect(desk.getByText('Draft saved')).toBeVisible();
      await by.press('Preview');
      await expect(desk.getByRole('region', { name: 'Preview' })).toContainText(begun + goneOn);
      await by.press('Preview');
      await expect(text(desk)).toHaveValue(begun + goneOn);
    });

    await test.step('scheduled, then published', async () => {
      await by.setTime('Publish at (Optional)', { year: 2099, month: 1, day: 2 });
      await by.press('Schedule');
      await expect(desk.getByText(/^Learning scheduled/).first()).toBeVisible();
      await expect.poll(() => stored(embedded)).toMatchObject({ is_out: false });
      // Sooner it would count as a double tap.
      await desk.waitForTimeout(DOUBLE_TAP_MS);
      await by.press('Publish now');
      await expect(desk.getByText('Learning published successfully')).toBeVisible();
      await expect.poll(() => stored(embedded)).toEqual({ content: begun + goneOn, is_out: true });
    });

    await test.step('a typo is found on its page, and mended', async () => {
      await by.press('View');
      await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(desk.getByText(/tpyo$/)).toBeVisible();
      await by.press('Edit');
      await expect(text(desk)).toHaveValue(begun + goneOn);
      await by.goTo('Content (Optional)');
      await by.erase('tpyo'.length);
      await by.type('typo');
      await by.press('Update Learning');
      await expect(desk.getByText('Learning updated successfully').first()).toBeVisible();
      await by.press('Back');
      await expect(desk.getByText(/typo$/)).toBeVisible();
      await expect.poll(() => stored(embedded)).toMatchObject({ content: begun + mended });
    });

    await test.step('what it was before is looked at, and restored', async () => {
      await desk.goto('/admin?tab=learnings');
      await toText('History');
      await expect(
        desk.getByRole('heading', { level: 1, name: `History of “${title}”` }),
      ).toBeVisible();
      await expect(desk.locator('dl ins').first()).toContainText('tpyo');
      await by.press('Restore this version');
      await expect(desk.getByText('It is like this now.')).toBeVisible();
      await expect.poll(() => stored(embedded)).toEqual({ content: begun + goneOn, is_out: true });
    });

    // The phone hears of all of it.
    await expect(text(phone)).toBeVisible();
    await phone.goto(`/learnings/${title.toLowerCase().replaceAll(' ', '-')}`);
    await expect(phone.getByText(/tpyo$/)).toBeVisible();
    await Promise.all(devices.map((device) => device.close()));
  });
}
