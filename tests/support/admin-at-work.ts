import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import type { Embedded } from './embedded.ts';

/** An admin's actions on the screens, by hand: the same few edits for every test that needs an admin at work. */

export async function signIn(page: Page, url: string, { backend }: Embedded): Promise<void> {
  await page.goto(`${url}/admin`);
  await typeCredentials(page, backend.demoAdmin);
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
}

/** Makes another account, also an admin. */
export async function secondAdmin({ url, sql }: Embedded) {
  const other = { email: 'second@admin.example', password: 'another-password' };
  await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: PUBLISHABLE_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify(other),
  });
  await sql(
    `insert into user_roles (user_id, role) select id, 'admin' from auth.users where email = '${other.email}'`,
  );
  return other;
}

/** Fills in the form of the open sign-in page, and submits it. */
export async function typeCredentials(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The forms of the dashboard: their tab, the fields after the first one, the words of their button. */
export const forms = {
  commentaries: { tab: 'Commentaries', noun: 'commentary', first: 'Title', more: { Content: 'x' } },
  projects: { tab: 'Projects', noun: 'project', first: 'Title', more: { Description: 'x' } },
  current_listening: { tab: 'Music', noun: 'track', first: 'Title', more: { Artist: 'x' } },
  resources: { tab: 'Resources', noun: 'resource', first: 'Title', more: { Description: 'x' } },
  ai_tools: {
    tab: 'AI Tools',
    noun: 'AI tool',
    first: 'Name',
    more: { Tag: 'x', Hyperlink: 'https://x.example' },
  },
  learnings: { tab: 'Learnings', noun: 'learning', first: 'Title', more: { Description: 'x' } },
} as const;
export type FormOf = keyof typeof forms;

export async function openTab(page: Page, url: string, tab: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  const isStart = pathname === '/admin' && ['', '?tab=commentary'].includes(search);
  if (!isStart) await page.goto(`${url}/admin`);
  await page.getByRole('tab', { name: tab }).click();
}

/** Takes both away: the network of the device, and the server. */
export async function goOffline(page: Page, embedded: Embedded): Promise<void> {
  await embedded.down();
  await page.context().setOffline(true);
}

/** How wide a picture of the page is drawn from: 0 px until it is there. For `expect.poll`. */
export const widthOf = (page: Page, alt: string) => () =>
  page
    .locator('main')
    .getByAltText(alt)
    .first()
    .evaluate((it: HTMLImageElement) => {
      it.scrollIntoView();
      return it.naturalWidth;
    });

export const formOf = (page: Page, name: string): Locator => page.getByRole('form', { name });
export const listOf = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });

/** @param typed the text of each field, by its label */
export async function fill(form: Locator, typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
}

/** Resolves when the screen has said that the item is stored. */
export async function addItem(page: Page, url: string, kind: FormOf, title: string): Promise<void> {
  const { tab, noun, first, more } = forms[kind];
  await openTab(page, url, tab);
  const form = page.getByRole('form', { name: `New ${noun}`, exact: true });
  await form.getByLabel(new RegExp(`^${first}`)).fill(title);
  for (const [label, value] of Object.entries(more)) {
    await form.getByLabel(new RegExp(`^${label}`)).fill(value);
  }
  await form.getByRole('button', { name: /^Add / }).last().click();
  await expect(itemOf(page, title)).toBeVisible();
  // It is in the list at once; the form is emptied when, and only if, it is stored.
  await expect(form.getByLabel(new RegExp(`^${first}`))).toHaveValue('');
}

export const itemOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ hasText: title }).first();

export async function changeItem(
  page: Page,
  url: string,
  kind: FormOf,
  title: string,
  next: string,
): Promise<void> {
  const { tab, noun, first } = forms[kind];
  await openTab(page, url, tab);
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
  const form = page.getByRole('form', { name: `Edit ${noun}`, exact: true });
  await form.getByLabel(new RegExp(`^${first}`)).fill(next);
  await form.getByRole('button', { name: /^Update / }).click();
  await expect(itemOf(page, next)).toBeVisible();
  // The form is closed when, and only if, the change is stored.
  await expect(form).toHaveCount(0);
}

/** The offer in the place of a deleted item, for as long as the deletion can be taken back. */
export const placeOf = (page: Page, title: string) =>
  page.getByRole('group', { name: `“${title}” deleted` });

/** @returns when the deletion is stored; the edit leaves the device when the offer is over */
export async function deleteItem(
  page: Page,
  url: string,
  kind: FormOf,
  title: string,
): Promise<void> {
  await openTab(page, url, forms[kind].tab);
  await page.getByRole('button', { name: `Delete ${title}`, exact: true }).click();
  await expect(placeOf(page, title)).toBeVisible();
  // The offer is there at once; this is said when, and only if, the deletion is stored.
  await expect(page.getByText(/ deleted successfully$/).first()).toBeVisible();
}

export async function addTask(page: Page, url: string, text: string): Promise<void> {
  if (!page.url().endsWith('/projects/ask-my-notes'))
    await page.goto(`${url}/projects/ask-my-notes`);
  const field = page.getByPlaceholder('Enter a new task...');
  await field.fill(text);
  await page.getByRole('button', { name: 'Add Task' }).click();
  // The field is emptied when, and only if, the task is stored; its card may be below the fold of its column.
  await expect(field).toHaveValue('');
}

/** Pastes pictures into what has the focus, each of one colour, so that each is another. */
export async function pastePictures(
  page: Page,
  colours: readonly string[],
  size = { width: 800, height: 600 },
): Promise<void> {
  await page.evaluate(
    async ({ colours, width, height }) => {
      const given = new DataTransfer();
      for (const [at, colour] of colours.entries()) {
        const canvas = new OffscreenCanvas(width, height);
        const drawing = canvas.getContext('2d');
        if (drawing === null) throw new Error('nothing can be drawn');
        drawing.fillStyle = colour;
        drawing.fillRect(0, 0, width, height);
        const file = await canvas.convertToBlob({ type: 'image/png' });
        given.items.add(new File([file], `screenshot-${at + 1}.png`, { type: 'image/png' }));
      }
      const event = { clipboardData: given, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', event));
    },
    { colours, ...size },
  );
}

/**
 * Adds a learning with pictures in its text.
 *
 * @returns its text, once the screen has said that the learning is stored
 */
export async function addPictured(
  page: Page,
  url: string,
  title: string,
  colours: readonly string[],
): Promise<string> {
  await page.goto(`${url}/admin/learnings/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Description' }).fill('x');
  const text = page.getByRole('textbox', { name: 'Content (Optional)' });
  await text.focus();
  await pastePictures(page, colours);
  const dialog = page.getByRole('dialog', { name: /^Insert picture/ });
  for (const [at, colour] of colours.entries()) {
    const name = `What picture ${at + 1} of ${colours.length} shows`;
    await dialog.getByRole('textbox', { name }).fill(colour);
  }
  await dialog.getByRole('button', { name: 'Insert' }).click();
  const pictures = colours.map((colour) => String.raw`!\[${colour}\]\(/pictures/\S+\)`);
  await expect(text).toHaveValue(new RegExp(pictures.join(String.raw`\s+`)));
  const written = await text.inputValue();
  await page.getByRole('button', { name: 'Add Learning' }).click();
  // Its page has an address of its own when, and only if, it is stored.
  await expect(page).toHaveURL(/\/admin\/learnings\/[\da-f-]{36}$/);
  return written;
}

/** Closes every tab but a new one. */
export async function newTab(context: BrowserContext): Promise<Page> {
  const old = context.pages();
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
  await Promise.all(old.map((one) => one.close().catch(() => {})));
  return page;
}

/** Changes the session that is stored on the device. */
export function alterSession(page: Page, values: Record<string, unknown>): Promise<void> {
  return page.evaluate(
    (values) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('fieldnotes');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('meta', 'readwrite');
          const store = transaction.objectStore('meta');
          const reading = store.get('session');
          reading.onsuccess = () => {
            const { key, value } = reading.result;
            store.put({ key, value: JSON.stringify({ ...JSON.parse(value), ...values }) });
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    values,
  );
}
