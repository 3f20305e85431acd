import { hostileAddresses, hostileHtml } from '../support/hostile.ts';
import { expect, test } from './fixtures.ts';

/** Hostile content in every field that is shown: it runs nothing, sends nothing, and leaves no harmful link. */

test('X2: hostile content does nothing', async ({ page, embedded, complaints }) => {
  expect(hostileHtml.length).toBeGreaterThanOrEqual(150);
  const foreign: string[] = [];
  let ran = 0;
  await page.exposeFunction('pwned', () => {
    ran += 1;
  });
  page.on('dialog', (dialog) => {
    ran += 1;
    void dialog.dismiss();
  });
  const own = new URL(embedded.url).host;
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== own && !host.endsWith('spotify.com'))
      foreign.push(request.url());
  });

  // Postgres stores no null characters; a browser still gets them in the escaped parts.
  const text = hostileHtml.join('\n').replaceAll('\u0000', '');
  const link = (n: number) => hostileAddresses[n % hostileAddresses.length]!;
  await embedded.exclusively(async (database) => {
    await database.query(
      'update projects set title = $1, description = $1, details = $2, image_url = $3',
      [`${text.slice(0, 300)}`, text, link(0)],
    );
    await database.query(
      "update projects set slug = 'fieldnotes' where id = (select id from projects limit 1)",
    );
    await database.query('update tasks set content = $1', [text.slice(0, 2000)]);
    await database.query('update commentaries set title = $1, content = $2, image_url = $3', [
      text.slice(0, 300),
      text,
      link(1),
    ]);
    await database.query('update friends set name = $1, role = $1, bio = $1, avatar_url = $2', [
      text.slice(0, 300),
      link(2),
    ]);
    await database.query(
      'update current_listening set title = $1, artist = $1, album = $1, url = $2',
      [text.slice(0, 300), link(3)],
    );
    await database.query(
      "update learnings set title = 'Hostile', slug = 'hostile', description = $1, content = $2, link = $3, tags = array[$4]",
      [text.slice(0, 2000), text, link(4), text.slice(0, 200)],
    );
    await database.query(
      'update resources set title = $1, description = $2, link_url = $3, image_url = $3, tags = $1, "Source" = $1',
      [text.slice(0, 300), text, link(5)],
    );
    for (const [n, { id }] of (
      await database.query<{ id: string }>('select id from ai_tools')
    ).rows.entries()) {
      await database.query(
        'update ai_tools set name = $2, bio = $2, tag = $2, picture = $3, hyperlink = $4 where id = $1',
        [id, text.slice(n * 300, n * 300 + 300), link(n), link(n + 10)],
      );
    }
  });

  for (const path of [
    '/',
    '/projects',
    '/projects/fieldnotes',
    '/roadmap',
    '/learnings',
    '/learnings/hostile',
    '/resources',
    '/friends',
    '/chatter',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main li, main .prose').first()).toBeVisible();
    // Handlers of pointer and focus events get both.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('main *')) {
        for (const type of ['mouseover', 'focus', 'pointerenter', 'toggle', 'animationstart'])
          element.dispatchEvent(new Event(type, { bubbles: true }));
      }
    });
    const found = await page.evaluate(() => {
      const bad: string[] = [];
      for (const element of document.querySelectorAll('main *')) {
        const tag = element.tagName.toLowerCase();
        // The owner's HTML is shown as HTML on this page only; elsewhere it is text.
        const inProse =
          location.pathname === '/projects/fieldnotes' &&
          element.parentElement?.closest('.prose') != null;
        if (
          [
            'script',
            'iframe',
            'object',
            'embed',
            'meta',
            'base',
            'link',
            'style',
            'template',
          ].includes(tag) &&
          !element.matches('iframe[src*="spotify"]')
        )
          bad.push(tag);
        if (
          inProse &&
          [
            'form',
            'input',
            'button',
            'textarea',
            'select',
            'svg',
            'math',
            'dialog',
            'video',
            'audio',
          ].includes(tag)
        )
          bad.push(tag);
        for (const { name, value } of element.attributes) {
          if (
            /^on/i.test(name) ||
            (inProse &&
              /^(style|class|id|name|srcdoc|srcset|ping)$/.test(name) &&
              element.className !== 'prose')
          )
            bad.push(`${tag} ${name}`);
          if (
            /^(href|src|action|formaction|xlink:href)$/i.test(name) &&
            /^(javascript|vbscript|data|blob|filesystem|feed|jar|view-source|livescript)/i.test(
              value.replace(/[^!-~]/g, ''),
            )
          )
            bad.push(`${tag} ${name}=${value}`);
        }
      }
      return bad;
    });
    // A stored picture address may be anything. In an `img` it runs nothing, and it must not be followed as a link.
    expect([path, found.filter((it) => !it.startsWith('img src='))]).toEqual([path, []]);
    expect([path, ran, foreign]).toEqual([path, 0, []]);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  complaints.length = 0;
});
