import type { Page } from '@playwright/test';
import { expect, readingTest, test, untilControlled } from './fixtures.ts';

/** The contact form of a site without an inbox. */

test.use({ serviceWorkers: 'allow' });

const message = (page: Page) => page.locator('#root').getByLabel('Message');

readingTest(
  'CONTACT-2: what was typed is there after a reload without a network, and leads to a mail',
  async ({ page, context }) => {
    await page.goto('/contact');
    await untilControlled(page);
    await message(page).fill('Hello!');
    const send = page.locator('#root').getByRole('button', { name: 'Send Message' });
    await send.click();
    const said = 'Nothing was sent: there is no inbox yet. Your text is kept here.';
    await expect(page.getByText(said)).toBeInViewport();
    await context.setOffline(true);
    await page.reload();
    await expect(message(page)).toHaveValue('Hello!');
    await send.click();
    await expect(page.getByText(said)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Write to/ })).toHaveAttribute(
      'href',
      /\?body=Hello!$/,
    );
  },
);
