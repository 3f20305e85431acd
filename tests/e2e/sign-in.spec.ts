import type { Page } from '@playwright/test';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { typeCredentials } from '../support/admin-at-work.ts';
import { violations } from '../support/axe.ts';
import type { Embedded } from '../support/embedded.ts';
import { expect, sample, test, untilKept } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function signIn(page: Page, account: { email: string; password: string }) {
  await page.goto('/admin');
  await typeCredentials(page, account);
}

/** The address that a confirmation e-mail's link leads to: it brings a session. */
async function confirmed({ url }: Embedded, account: { email: string; password: string }) {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const session = (await response.json()) as Record<string, string>;
  const names = ['access_token', 'refresh_token', 'expires_in', 'expires_at'];
  const brought = new URLSearchParams(names.map((name) => [name, String(session[name])]));
  return `/admin#${brought}&token_type=bearer&type=signup`;
}

test('an admin signs in, and is one offline after a reload', async ({
  page,
  context,
  embedded,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await untilKept(page);
  const link = page.getByRole('navigation').getByRole('link', { name: 'Admin' });
  await expect(link).toHaveCount(0);

  await signIn(page, embedded.backend.demoAdmin);
  await expect(heading(page, 'Admin Dashboard')).toBeFocused();
  await expect(page.getByText('Admin Access Granted')).toBeVisible();
  await expect(link).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');

  await embedded.down();
  await context.setOffline(true);
  await page.reload();
  await expect(heading(page, 'Admin Dashboard')).toBeVisible();
  await page.goto('/projects');
  await expect(page.getByText(sample.project).first()).toBeVisible();
  await link.click();
  await expect(heading(page, 'Admin Dashboard')).toBeVisible();

  // Y45: and can sign out there.
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(heading(page, 'Admin Login')).toBeFocused();
  await expect(link).toHaveCount(0);
});

test('DIFF-1: what a visitor downloads contains nothing that only admins use, and no credentials', async ({
  page,
}) => {
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await untilKept(page);
  await page.goto('/projects/ask-my-notes');
  await expect(page.getByText('To Do')).toBeVisible();
  await page.goto('/admin');
  await expect(heading(page, 'Admin Login')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expect(page.getByText(/default admin credentials/i)).toHaveCount(0);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return all.flat();
  });
  expect(kept.some((url) => url.includes('/assets/'))).toBe(true);
  const ofAdmins =
    /auth-client|\/auth\/v1|dashboard|editing-board|outbox-page|more-admin-pages|kept-back|writing-page/;
  expect([...asked, ...kept].filter((url) => ofAdmins.test(url))).toEqual([]);
});

test('A1: all of it can be done by keyboard, pasting included', async ({
  page,
  context,
  embedded,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 390, height: 800 });
  const { email, password } = embedded.backend.demoAdmin;
  await page.goto('/admin');
  await expect(heading(page, 'Admin Login')).toBeVisible();
  await page.evaluate((text) => navigator.clipboard.writeText(text), password);
  const reach = async (name: string) => {
    for (let i = 0; i < 30; i += 1) {
      await page.keyboard.press('Tab');
      const reached = await page.evaluate(() => {
        const element = document.activeElement;
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : element;
        return label?.textContent;
      });
      if (reached === name) return;
    }
    throw new Error(`'${name}' cannot be reached by Tab.`);
  };
  await reach('Email');
  await page.keyboard.type(email);
  await reach('Password');
  await page.keyboard.press('Control+V');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Admin Dashboard')).toBeFocused();
  await reach('Sign Out');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Admin Login')).toBeFocused();
});

test('SIGNIN-2: on a site without an admin the first to sign up becomes the admin', async ({
  page,
  embedded,
}) => {
  await embedded.sql('delete from user_roles');
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Create First Admin Account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByLabel('Email').fill('first@example.com');
  await dialog.getByLabel('Password').fill('7 chars');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'Please enter a valid email and password (min 8 characters)',
  );
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Password').fill('8 chars!');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Admin Dashboard')).toBeVisible();
  const roles = await embedded.sql('select email from user_roles join auth.users on id = user_id');
  expect(roles).toEqual([{ email: 'first@example.com' }]);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(heading(page, 'Admin Login')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create First Admin Account' })).toHaveCount(0);
});

test('DIFF-4: an account without the role is told so, and can leave', async ({
  page,
  embedded,
}) => {
  const someone = { email: 'someone@example.com', password: 'long-enough' };
  const response = await fetch(`${embedded.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ ...someone, data: { role: 'admin' } }),
  });
  expect(response.status).toBe(200);
  await signIn(page, someone);
  await expect(heading(page, 'Not an administrator')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(heading(page, 'Admin Login')).toBeVisible();
});

test('SIGNIN-8: a link with a session signs nobody in unasked, and leaves no token in the address', async ({
  page,
  embedded,
}) => {
  const link = await confirmed(embedded, embedded.backend.demoAdmin);
  const offer = page.getByText(`belongs to ${embedded.backend.demoAdmin.email}`);
  await page.goto(link);
  await expect(offer).toBeVisible();
  await expect(page).toHaveURL(/\/admin#?$/);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ignore the Link' }).click();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(heading(page, 'Admin Login')).toBeVisible();
  await expect(offer).toHaveCount(0);

  await page.goto('/');
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept the Link' }).click();
  await expect(heading(page, 'Admin Dashboard')).toBeVisible();
});

test('SIGNIN-8: on the device that signed up, the confirmation leads in at once', async ({
  page,
  embedded,
}) => {
  await embedded.sql('delete from user_roles');
  // A project that confirms addresses answers with the user alone.
  await page.route('**/auth/v1/signup*', async (route) => {
    const user = await (await route.fetch()).json();
    await route.fulfill({ json: user.user });
  });
  const account = { email: 'first@example.com', password: '8 chars!' };
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Create First Admin Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('First@example.com');
  await dialog.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please check your email').first()).toBeVisible();
  const link = await confirmed(embedded, account);
  await page.goto('/');
  await page.goto(link);
  await expect(heading(page, 'Admin Dashboard')).toBeVisible();
});

test('an expired confirmation link says so', async ({ page }) => {
  await page.goto('/admin#error=access_denied&error_code=otp_expired&error_description=too+old');
  await expect(page.getByRole('alert')).toHaveText('Failed to sign in. Please try again.');
  await expect(page).toHaveURL(/\/admin$/);
});
