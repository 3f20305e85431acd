import type { BrowserContext, Page } from '@playwright/test';
import { HOLD_MOST_MS, UNDO_MS } from '../../src/lib/limits.ts';
import { alterSession, secondAdmin, signIn, typeCredentials } from '../support/admin-at-work.ts';
import type { Embedded } from '../support/embedded.ts';
import { expect, sample, test, untilControlled, untilKept } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test.describe.configure({ retries: 0 });

/** An admin's edits from the form to the server, by the built site and the real backend. */

async function openTab(page: Page, name: string): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('tab', { name }).click();
}

async function add(page: Page, form: string, values: Record<string, string>): Promise<void> {
  const noun = form.replace('Add ', '');
  const fields = page.getByRole('form', { name: `New ${noun}`, exact: true });
  for (const [label, value] of Object.entries(values)) {
    await fields.getByLabel(new RegExp(`^${label}`)).fill(value);
  }
  await fields
    .getByRole('button', { name: /^Add (?!$)/ })
    .last()
    .click();
  await expect(
    page.getByText(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} added successfully`).first(),
  ).toBeVisible();
}

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

/**
 * Records every push that reaches the server: its status, and how many mutations were in it. A push without a network
 * does not count, nor one from before the device had seen the admin's history.
 */
function pushesOf(context: BrowserContext): string[] {
  const pushes: string[] = [];
  context.on('requestfinished', async (request) => {
    if (!request.url().endsWith('/rest/v1/rpc/sync_push')) return;
    const { mutations } = request.postDataJSON() as { mutations: unknown[] };
    const response = await request.response();
    const answer = (await response?.json()) as { answers: unknown[] } | undefined;
    if (answer?.answers.length !== 0) pushes.push(`${response?.status()} to ${mutations.length}`);
  });
  return pushes;
}

async function count(embedded: Embedded, sql: string): Promise<number> {
  const rows = (await embedded.sql(sql)) as unknown as { n: number | string }[];
  return Number(rows[0]?.n);
}

test('E4 E5: edits of every kind made without a network show at once everywhere, survive the tab, and reach the server once, in one request', async ({
  page,
  context,
  embedded,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await untilKept(page);
  await signIn(page, embedded.url, embedded);
  // Everything that an admin needs is on the device before the tunnel.
  await page.goto(`/projects/ask-my-notes`);
  await expect(page.getByPlaceholder('Enter a new task...')).toBeVisible();

  await context.setOffline(true);
  await openTab(page, 'Commentaries');
  await add(page, 'Add commentary', { Title: 'From the tunnel', Content: 'No network here.' });
  await openTab(page, 'Projects');
  await add(page, 'Add project', { Title: 'Tunnel Lamp', Description: 'Light at both ends.' });
  await openTab(page, 'Music');
  await add(page, 'Add track', { Title: 'Tunnel Song', Artist: 'Miners' });
  await page.getByRole('button', { name: 'Set Current Tunnel Song' }).click();
  await expect(page.getByRole('button', { name: 'Now Playing Tunnel Song' })).toBeVisible();
  // Shown at once; on the disk once it is told.
  await expect(page.getByText('Current track updated successfully').first()).toBeVisible();
  await openTab(page, 'Resources');
  await add(page, 'Add resource', { Title: 'Tunnel paper', Description: 'On digging.' });
  await openTab(page, 'AI Tools');
  await add(page, 'Add AI tool', {
    Name: 'Digger',
    Tag: 'tunnel',
    Hyperlink: 'https://digger.example',
  });
  await add(page, 'Add friend', { Name: 'Mole' });
  await openTab(page, 'Learnings');
  await add(page, 'Add learning', { Title: 'Dig where it is soft', Description: 'Learned below.' });
  await page.getByRole('button', { name: 'Edit Dig where it is soft' }).click();
  const form = page.getByRole('form', { name: 'Edit learning' });
  await form.getByLabel(/^Description/).fill('Learned far below.');
  await form.getByRole('button', { name: 'Update Learning' }).click();
  await expect(page.getByText('Learning updated successfully').first()).toBeVisible();
  await page.goto('/projects/tunnel-lamp');
  await page.getByPlaceholder('Enter a new task...').fill('Find the switch');
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect(page.getByText('Task added')).toBeVisible();

  // The tab is closed, and another opened without any network.
  await page.close();
  const next = await context.newPage();
  await next.setViewportSize({ width: 1280, height: 900 });
  for (const [path, words] of [
    ['/', 'From the tunnel'],
    ['/', 'Tunnel Song'],
    ['/chatter', 'From the tunnel'],
    ['/projects', 'Tunnel Lamp'],
    ['/resources', 'Tunnel paper'],
    ['/friends', 'Digger'],
    ['/learnings', 'Learned far below.'],
    ['/projects/tunnel-lamp', 'Find the switch'],
  ] as const) {
    await next.goto(path);
    await expect(next.getByText(words).first()).toBeVisible();
  }
  expect(
    await count(embedded, "select count(*) as n from projects where title = 'Tunnel Lamp'"),
  ).toBe(0);

  const pushes = pushesOf(context);
  await context.setOffline(false);
  await expect(next.getByRole('link', { name: /waiting/ })).toHaveCount(0);
  // An item that was added and then changed is one edit: nothing of it had left the device.
  await expect.poll(() => pushes).toEqual(['200 to 9']);
  for (const [sql, n] of [
    ["from commentaries where title = 'From the tunnel'", 1],
    ["from projects where slug = 'tunnel-lamp'", 1],
    ['from current_listening where is_current', 1],
    ["from current_listening where is_current and title = 'Tunnel Song'", 1],
    ["from resources where title = 'Tunnel paper' and type = 'text'", 1],
    ["from ai_tools where name = 'Digger'", 1],
    ["from friends where name = 'Mole'", 1],
    ["from learnings where description = 'Learned far below.'", 1],
    ["from tasks where content = 'Find the switch' and status = 'todo'", 1],
  ] as const) {
    expect([sql, await count(embedded, `select count(*) as n ${sql}`)]).toEqual([sql, n]);
  }
});

test('E15: a delete reaches the server unless it was taken back; Undo brings all back after any time at it', async ({
  page,
  embedded,
}) => {
  await page.clock.install();
  await page.goto('/');
  await signIn(page, embedded.url, embedded);
  await openTab(page, 'Projects');
  page.on('dialog', (dialog) => void dialog.accept());
  const [busiest] = await embedded.sql(`select projects.id, title, count(tasks.id) as n
    from projects join tasks on project_id = projects.id group by projects.id order by n desc limit 1`);
  const title = String(busiest?.title);
  const belongs = () =>
    embedded.sql(`select 'task' as what, id from tasks where project_id = '${busiest?.id}'
    union all select 'learning', id from learnings where project_id = '${busiest?.id}' order by 2`);
  const before = await belongs();
  const remove = () => page.getByRole('button', { name: `Delete ${title}` }).click();
  const place = page.getByRole('group', { name: `“${title}” deleted, with ${busiest?.n} tasks` });
  const undo = place.getByRole('button', { name: 'Undo' });
  await remove();
  await undo.hover();
  await expect.poll(() => heldFor(page)).toBe(HOLD_MOST_MS);
  // In small steps: the page must hear what the disk holds before the offer would have ended without it.
  for (let passed = 0; passed < 2 * UNDO_MS; passed += UNDO_MS / 40) {
    await page.clock.runFor(UNDO_MS / 40);
  }
  await undo.click();
  await expect(page.getByRole('button', { name: `Edit ${title}` })).toBeFocused();

  // The edit that was taken back would have been sent before the following one.
  const [gone] = await embedded.sql(`select name from ai_tools limit 1`);
  await openTab(page, 'AI Tools');
  await page.getByRole('button', { name: `Delete ${gone?.name}` }).click();
  await expect(page.getByRole('group', { name: `“${gone?.name}” deleted` })).toBeVisible();
  await page.mouse.move(0, 0);
  await expect.poll(() => heldFor(page)).toBeLessThan(HOLD_MOST_MS);
  await page.clock.runFor(HOLD_MOST_MS);
  const left = () =>
    count(embedded, `select count(*) as n from ai_tools where name = '${gone?.name}'`);
  await expect.poll(left).toBe(0);
  await expect(row(page, String(gone?.name))).toHaveCount(0);
  expect(await belongs()).toEqual(before);
});

/** For how many ms after it was made the last edit of the outbox is held. */
function heldFor(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('fieldnotes');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('outbox').objectStore('outbox').getAll();
          reading.onsuccess = () => {
            const { heldUntil, at } = reading.result.at(-1) ?? {};
            opening.result.close();
            resolve(heldUntil - at);
          };
        };
      }),
  );
}

test('Y22: two devices edit one item: changes of different fields are both kept; for the same field the later admin is told', async ({
  page,
  browser,
  embedded,
}) => {
  const other = await browser.newContext({ baseURL: embedded.url });
  const second = await other.newPage();
  for (const one of [page, second]) {
    await one.goto('/');
    await signIn(one, embedded.url, embedded);
    await openTab(one, 'AI Tools');
    await one.getByRole('button', { name: `Edit ${sample.tool}` }).click();
  }
  const save = async (one: Page, values: Record<string, string>) => {
    const form = one.getByRole('form', { name: 'Edit AI tool' });
    for (const [label, value] of Object.entries(values)) {
      await form.getByLabel(new RegExp(`^${label}`)).fill(value);
    }
    await form.getByRole('button', { name: 'Update AI Tool' }).click();
    await expect(one.getByText('AI tool updated successfully').first()).toBeVisible();
  };
  await page.context().setOffline(true);
  await other.setOffline(true);
  await save(page, { Tag: 'first' });
  await save(second, { Tag: 'second', Bio: 'Runs below ground.' });
  await page.context().setOffline(false);
  const value = "select tag || '|' || bio as n from ai_tools where name = 'Ollama'";
  const held = async () => ((await embedded.sql(value)) as unknown as { n: string }[])[0]?.n;
  await expect.poll(held).toMatch(/^first\|/);
  await other.setOffline(false);
  await expect.poll(held).toBe('second|Runs below ground.');
  await second.goto('/admin/outbox');
  await expect(second.getByText(/changed elsewhere/i).first()).toBeVisible();
  await other.close();
});

test('Y19: a role that was taken away loses no edit: it is refused, kept with the reason, and sent again with the role', async ({
  page,
  context,
  embedded,
}) => {
  await page.goto('/');
  await untilControlled(page);
  await signIn(page, embedded.url, embedded);
  await context.setOffline(true);
  await openTab(page, 'Commentaries');
  await add(page, 'Add commentary', { Title: 'Kept', Content: 'Whatever comes.' });
  const id = '(select id from auth.users limit 1)';
  await embedded.sql('delete from user_roles');
  await context.setOffline(false);
  await page.goto('/admin/outbox');
  await expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible();
  await expect(page.getByText('This account isn’t allowed to do this.')).toBeVisible();
  expect(await count(embedded, "select count(*) as n from commentaries where title = 'Kept'")).toBe(
    0,
  );
  await embedded.sql(`insert into user_roles (user_id, role) values (${id}, 'admin')`);
  await page.getByRole('button', { name: /^Try again/ }).click();
  await expect
    .poll(() => count(embedded, "select count(*) as n from commentaries where title = 'Kept'"))
    .toBe(1);
});

test('E12 Y20: after its session has ended an account is asked to sign in; another account does not send its edits, the same account does', async ({
  page,
  context,
  embedded,
}) => {
  const { backend } = embedded;
  const other = await secondAdmin(embedded);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await untilKept(page);
  await signIn(page, embedded.url, embedded);
  await context.setOffline(true);
  await openTab(page, 'Commentaries');
  await add(page, 'Add commentary', { Title: 'Mine', Content: 'Of the first account.' });
  await alterSession(page, { expires_at: 1_000_000_000, refresh_token: 'taken-back' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await context.setOffline(false);

  const ended = page.getByText('Your session has ended. Sign in to send 1 edit.');
  await expect(ended).toBeVisible();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  const arrived = () =>
    embedded.sql("select title from commentaries where title in ('Mine', 'Theirs') order by title");
  const enter = async (account: { email: string; password: string }) => {
    await typeCredentials(page, account);
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
    await expect(ended).toHaveCount(0);
  };
  await enter(other);
  await openTab(page, 'Commentaries');
  await add(page, 'Add commentary', { Title: 'Theirs', Content: 'Of the second account.' });
  await expect.poll(arrived).toEqual([{ title: 'Theirs' }]);
  await page.goto('/admin/outbox');
  await expect(page.getByText('1 edit by someone else waits here.')).toBeVisible();
  await expect(page.getByText('Mine')).toHaveCount(0);
  // The server may have an edit before the device has its answer, and signing out asks about what waits.
  await expect(page.getByText('All your edits are on the server.')).toBeVisible();

  await page.goto('/admin');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await enter(backend.demoAdmin);
  await expect.poll(arrived).toEqual([{ title: 'Mine' }, { title: 'Theirs' }]);
});
