import type { BrowserContext, Page, Route } from '@playwright/test';
import { expect, test } from '../e2e/fixtures.ts';

/** Spotify's player on Home. Spotify itself is played here: no test asks the real one. */

const player = 'https://open.spotify.com/embed/**';

const ready = `<p>Playing</p><script>parent.postMessage({ type: 'ready' }, '*')</script>`;

type Answer = (route: Route) => Promise<void>;

const page =
  (status: number, body: string): Answer =>
  (route) =>
    route.fulfill({ status, contentType: 'text/html', body });

const sadAnswers: readonly (readonly [string, Answer])[] = [
  ['refuses the connection', (route) => route.abort('connectionrefused')],
  ['is blocked', (route) => route.abort('blockedbyclient')],
  ['answers 500', page(500, '<h1>Upstream error</h1>')],
  ['knows no such track', page(404, '<h1>Page not found</h1>')],
  ['answers with something else', page(200, `<script>parent.postMessage('hello', '*')</script>`)],
];

/** Opens Home and scrolls to the track. @returns how often the player was asked for */
async function openHome(context: BrowserContext, at: Page, answer: Answer) {
  const asked: string[] = [];
  await context.route(player, (route) => {
    asked.push(route.request().url());
    return answer(route);
  });
  await at.goto('/');
  // What comes later above it would move it out of sight again, and the player is asked for only in sight.
  await expect(at.locator('main h1')).toBeVisible();
  await expect(at.locator('main [data-loading]')).toHaveCount(0);
  await at.getByRole('heading', { name: 'Currently Listening' }).scrollIntoViewIfNeeded();
  return asked;
}

const card = (at: Page) => at.getByRole('heading', { name: 'A song of the test' });
const frame = (at: Page) => at.locator('iframe[src*="spotify"]');

const play = (url: string) =>
  `update current_listening set is_current = false;
   insert into current_listening (title, artist, url, is_current)
     values ('A song of the test', 'Someone', '${url}', true)`;

const song = 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC';

test('HOME-6: the text card stays until the player says that it is ready', async ({
  context,
  page: at,
  embedded,
}) => {
  await embedded.sql(play(song));
  const asked = await openHome(context, at, page(200, ready));
  await expect(frame(at)).toBeVisible();
  await expect(card(at)).toBeHidden();
  expect(asked).toHaveLength(1);
});

for (const [what, answer] of sadAnswers) {
  test(`O4: where Spotify ${what}, the track is a text card`, async ({
    context,
    page: at,
    embedded,
  }) => {
    await embedded.sql(play(song));
    await at.clock.install();
    const asked = await openHome(context, at, answer);
    await expect.poll(() => asked.length).toBe(1);
    // The frame has loaded whatever it loads; it is given up soon.
    await expect(card(at)).toBeVisible();
    await expect(frame(at)).toBeHidden();
    await at.clock.fastForward(12_000);
    await expect(frame(at)).toHaveCount(0);
    await expect(card(at)).toBeVisible();
    await expect(at.getByRole('link', { name: 'Open in Spotify' })).toHaveAttribute('href', song);
  });
}
