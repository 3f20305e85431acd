import type { Locator, Page } from '@playwright/test';
import { historyOf } from '../../src/content/past/past-addresses.ts';
import { expect } from '../e2e/fixtures.ts';
import { inboxTest } from '../e2e/inbox-test.ts';
import { signIn } from '../support/admin-at-work.ts';
import { withEmbedded } from '../support/backend-fixtures.ts';
import type { Embedded } from '../support/embedded.ts';
import { expectStill } from '../support/layout-shift.ts';
import { nameOfPixel, redPixel } from '../support/small-pictures.ts';
import { supabaseClient } from '../support/supabase-client.ts';

/** What the server tells after the device has shown what it has: nothing that is in sight moves for it. */

const test = inboxTest.extend({
  embedded: async ({ inboxSite }, use) =>
    withEmbedded({ siteDir: inboxSite }, async (embedded) => {
      await embedded.sql('update sync.inbox set is_open = true');
      await use(embedded);
    }),
});

/** Something of everything that only the server knows. @returns a learning with an earlier version */
async function fillServer({ url, sql, backend }: Embedded): Promise<string> {
  const admin = supabaseClient(url);
  await admin.auth.signInWithPassword(backend.demoAdmin);
  const names: string[] = [];
  for (const more of [1, 2, 3]) {
    const bytes = new Uint8Array([...redPixel, more]);
    const name = nameOfPixel(bytes);
    names.push(name);
    const file = new Blob([bytes], { type: 'image/png' });
    expect((await admin.storage.from('pictures').upload(name, file)).error).toBeNull();
  }
  await sql(`update storage.objects set created_at = now() - interval '31 days'`);
  // What one of the samples names, so that the first line of the list is of a picture that the server tells more of.
  await sql(`update commentaries set image_url = '/pictures/${names[0]}'`);
  await sql(`insert into sync.message (id, name, email, subject, message)
    select gen_random_uuid(), 'Ada', 'ada@example.com', 'Hello', repeat('Some words. ', 20) from generate_series(1, 3)`);
  const [row] = await sql(
    `update learnings set content = 'Another text.' where slug = 'evals-before-prompts' returning id`,
  );
  await sql(`delete from projects where slug in ('ask-my-notes', 'fieldnotes')`);
  return String(row?.id);
}

type Seen = (main: Locator) => Locator;
const text =
  (words: string | RegExp): Seen =>
  (main) =>
    main.getByText(words).first();
const button =
  (name: string | RegExp): Seen =>
  (main) =>
    main.getByRole('button', { name }).first();

type Screen = readonly [path: string, ofDevice: Seen, ofServer: Seen | null];

const edit: Seen = (main) => main.getByRole('link', { name: 'Edit', exact: true }).first();

/** @param learning the id of one with an earlier version */
const screens: Readonly<Record<string, (learning: string) => readonly Screen[]>> = {
  'pages for admins that ask the server': (learning) => [
    ['/admin', button(/^Edit /), text('Inbox (3 unread)')],
    ['/admin/pictures', text('Asking the server'), text('Nothing needs it.')],
    ['/admin/inbox', text('Loading messages'), text('3 messages, 3 unread')],
    [historyOf('learnings', learning), text('Loading earlier'), button('Restore this version')],
    ['/admin/deleted', text('Loading what was deleted'), button(/^Project/)],
  ],
  'pages for admins that ask the device': (learning) => [
    ['/admin/tags', button(/^Rename/), null],
    ['/admin/import', button('Choose a folder'), null],
    ['/admin/profile', button(/^(Add|Update) Profile$/), null],
    ['/admin/outbox', text('Everything is on the server'), null],
    ['/admin/learnings/new', button('Save draft'), null],
    [`/admin/learnings/${learning}`, button('Update Learning'), null],
    ['/offline', text(/ used of /), null],
  ],
  'pages for everybody, where an admin has a way to edit each item': () => [
    ['/', edit, null],
    ['/learnings', edit, null],
    ['/learnings/evals-before-prompts', edit, null],
    ['/projects', edit, null],
    ['/resources', edit, null],
  ],
};

for (const width of [390, 1280]) {
  for (const [which, screensOf] of Object.entries(screens)) {
    test(`LOOK-13: on ${which} nothing moves when what is shown comes late: ${width} px`, async ({
      page,
      embedded,
      startFront,
    }) => {
      const learning = await fillServer(embedded);
      const front = await startFront(embedded.url, 'none');
      // Not the pictures themselves: what waits for those in sight would wait for ever.
      front.meant = /^\/(rest|auth|storage)\/v1\/(?!object\/public\/)/;
      await page.setViewportSize({ width, height: 1100 });
      await signIn(page, front.url, embedded);
      await expect(page.getByText('Admin Access Granted')).toBeHidden({ timeout: 30_000 });
      for (const [path, ofDevice, ofServer] of screensOf(learning)) {
        await test.step(path, async () => {
          const main = page.locator('main');
          let answer = () => {};
          front.gate = new Promise<void>((resolve) => {
            answer = resolve;
          });
          await page.goto(`${front.url}${path}`);
          await expect(ofDevice(main)).toBeVisible();
          await untilDrawn(page);
          await expectStill(page, `${path}: without the server`);
          answer();
          if (ofServer === null) return;
          await expect(ofServer(main)).toBeVisible();
          await untilDrawn(page);
          await expectStill(page, `${path}: with its answer`);
        });
      }
    });
  }
}

/** Fonts and the pictures in sight change the sizes of what is there. */
const untilDrawn = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const inSight = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.checkVisibility() && bottom > 0 && top < innerHeight;
    });
    await Promise.allSettled(inSight.map((image) => image.decode()));
  });
