import { expect, sample, readingTest as test, untilControlled } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('A1: a navigation changes the title and moves the focus to the new heading; back returns', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/');
  await expect(page.getByText(sample.project).first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 700));
  await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click();
  await expect(page).toHaveTitle(/^Projects · /);
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Projects', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.goBack();
  await expect(page).toHaveTitle(/^Robin Fielding · /);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(600);
});

test('navigations that overtake each other end with the page of the address, and log no error', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/');
  await expect(page.getByText(sample.project).first()).toBeVisible();
  // Now their parts are loaded. Before that, one step back would leave the site.
  const names = ['Projects', 'Learnings', 'Resources', 'Contact', 'Home'];
  for (const name of names) {
    const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (const path of ['/projects', '/learnings', '/resources']) {
      document.querySelector<HTMLAnchorElement>(`nav a[href="${path}"]`)?.click();
      await frame();
    }
    history.back();
    await frame();
    document.querySelector<HTMLAnchorElement>('nav a[href="/contact"]')?.click();
    document.querySelector<HTMLAnchorElement>('nav a[href="/learnings"]')?.click();
  });
  await expect(page).toHaveURL('/learnings');
  await expect(page.getByRole('heading', { level: 1, name: 'Learnings' })).toBeFocused();
});

test('A2 LOOK-6: the menu holds the focus, and Esc, backdrop, a link and back close it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/projects');
  const button = page.getByRole('button', { name: /menu/i });
  const dialog = page.getByRole('dialog');
  await expect(page.getByRole('link', { name: 'Home', exact: true })).toHaveCount(0);

  await button.click();
  await expect(dialog).toBeVisible();
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('Tab');
    // Besides the dialog, the focus may only go to the browser's own controls.
    const inside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest('dialog') !== null,
    );
    expect(inside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(340, 400);
  await expect(dialog).toBeHidden();

  await button.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/projects$/);

  await button.click();
  await dialog.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveTitle(/^Robin Fielding · /);
});

test('HOME-13: the brand leads home, from the bar, from the menu in its entry’s place, and from the sidebar', async ({
  page,
}) => {
  const brand = page.getByRole('link', { name: 'Fieldnotes, home' });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/learnings');
  await expect(brand).not.toHaveAttribute('aria-current');
  expect((await brand.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await brand.click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(brand).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page).toHaveURL('/learnings');

  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const inMenu = menu.getByRole('link', { name: 'Fieldnotes, home' });
  await expect(inMenu).toBeVisible();
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await inMenu.click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL('/');
  expect(await entries()).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL('/learnings');
  await expect(menu).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  await brand.click();
  await expect(page).toHaveURL('/');
});

test('A2: a reload closes the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await expect(page.getByText(sample.project).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('FRAME-1: the wheel scrolls the page over the sidebar too, in a window of any height', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByText(sample.project).first()).toBeVisible();
  for (const height of [900, 300]) {
    await page.setViewportSize({ width: 1280, height });
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.mouse.move(100, height / 2);
    await expect(async () => {
      await page.mouse.wheel(0, 400);
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
    }).toPass();
  }
});

test('ROUTE-1: /index.html shows Home, from the host and from the device', async ({ page }) => {
  await page.goto('/index.html?debug');
  await expect(page).toHaveURL('/?debug');
  await untilControlled(page);
  await page.context().setOffline(true);
  await page.goto('/index.html');
  await expect(page).toHaveTitle(/^Robin Fielding · /);
  await expect(page).toHaveURL('/');
});

test('FRAME-1: the sidebar is 64 units wide from 768 px on, and hidden below', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/');
  expect((await page.locator('aside').boundingBox())?.width).toBe(256);
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(page.locator('aside')).toBeHidden();
  await expect(page.getByRole('button', { name: /menu/i })).toBeVisible();
});

test('FRAME-5: any other route says so and leads home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.locator('main').getByRole('link').first().click();
  await expect(page).toHaveTitle(/^Robin Fielding · /);
});

test('L1: a dark system never shows a light frame, and a choice outlives the reload', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      if (document.body) seen.push(getComputedStyle(document.documentElement).backgroundColor);
      if (seen.length < 30) requestAnimationFrame(look);
    };
    look();
  });
  await page.goto('/');
  await expect(page.getByText(sample.project).first()).toBeVisible();
  const colours = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect([...new Set(colours)]).toEqual(['rgb(20, 18, 16)']);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByText('Light', { exact: true }).click();
  expect(await background()).toBe('rgb(251, 250, 247)');
  await page.reload();
  expect(await background()).toBe('rgb(251, 250, 247)');
});
