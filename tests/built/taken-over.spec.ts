import { filledPages, filledTest as test, untilReplaced } from '../e2e/filled-pages.ts';
import { expect } from '../e2e/fixtures.ts';
import { expectTakenOver } from './take-over.ts';

/** Every page that the build has filled, when the app takes over on a new device whose backend is dead. */

test.use({ serviceWorkers: 'allow' });

for (const at of filledPages) {
  for (const theme of ['light', 'dark'] as const) {
    test(`L3 L6 PAGES-3 SNAPSHOT-3: the app takes over from ${at.path}, chosen ${theme}: nothing moves or changes, and pictures and date are there`, async ({
      page,
      filled,
      startFront,
    }) => {
      await page.addInitScript((chosen) => {
        // The player's frame has no storage.
        if (window === window.top) localStorage.setItem('fieldnotes.theme', chosen);
      }, theme);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await expectTakenOver(page, at, (await startFront(filled.url, 'error 500')).url);
      }
      await expect(page.getByText(/Everything here is from today \d/)).toBeVisible();
      for (const picture of await page.locator('#root main img').filter({ visible: true }).all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth))
          .toBeGreaterThan(0);
      }
    });
  }
}

test('PAGES-10: the service worker is registered when the app has taken over', async ({
  page,
  filled,
}) => {
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...given) {
      const has = document.getElementById('built') === null ? 'taken over' : 'not taken over';
      document.documentElement.dataset.whenRegistered ??= has;
      return register.apply(this, given);
    };
  });
  await page.goto(filled.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.locator('html')).toHaveAttribute('data-when-registered', 'taken over');
});

test('PAGES-10: the engine starts in another task than that in which the modules are evaluated', async ({
  page,
  filled,
}) => {
  await page.addInitScript(() => {
    let isEvaluated = true;
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (...given) {
      addEventListener.apply(this, given);
      // main.tsx listens to it, which is evaluated last.
      if (given[0] !== 'beforeinstallprompt') return;
      isEvaluated = false;
      const { scheduler } = window as unknown as {
        scheduler: { postTask(act: () => void, options: object): void };
      };
      const end = () => {
        isEvaluated = true;
        document.documentElement.dataset.evaluated = '';
      };
      // Before all that was put off.
      scheduler.postTask(end, { priority: 'user-blocking' });
    };
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...given) {
      document.documentElement.dataset.started ??= isEvaluated ? 'later' : 'at once';
      return open.apply(this, given);
    };
  });
  await page.goto(filled.url);
  await untilReplaced(page);
  await expect(page.locator('html[data-evaluated]')).toHaveAttribute('data-started', 'later');
});

test('a spinner turns on the compositor, and not at all while the built content is before it', async ({
  page,
  filled,
}) => {
  // The portrait never arrives, so its spinner stays.
  await page.route('**/pictures/profile.svg', () => {});
  await page.goto(filled.url, { waitUntil: 'commit' });
  await untilReplaced(page);
  const spinner = page.locator('#root .spinning').first();
  const animation = () =>
    spinner.evaluate((it) => {
      const turning = it.getAnimations()[0]!;
      const [frame = {}] = (turning.effect as KeyframeEffect).getKeyframes();
      const about = ['offset', 'computedOffset', 'easing', 'composite'];
      const properties = Object.keys(frame).filter((name) => !about.includes(name));
      return [turning.playState, ...properties];
    });
  expect(await animation()).toEqual(['running', 'transform']);
  await page
    .locator('#root')
    .evaluate((it) => it.insertAdjacentHTML('beforebegin', '<p id="built">'));
  expect(await animation()).toEqual(['paused', 'transform']);
});

test('L3 SNAPSHOT-3: all of the content is on the device then, not only what was opened', async ({
  page,
  filled,
  startFront,
}) => {
  await page.goto(`${(await startFront(filled.url, 'error 500')).url}/contact`);
  await untilReplaced(page);
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click();
  await page.getByRole('combobox').fill('evals before');
  await page.getByRole('option', { name: /Evals before prompts/ }).click();
  await expect(page.getByRole('heading', { name: 'Evals before prompts' })).toBeVisible();
});
