import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** The rules about colours, which are all that differs between the light and the dark look. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * The faults that axe finds on the page as it is now, one line for each.
 *
 * @param look as `inEveryLook` names it. By night only colours are looked at: the elements are those of the day, and all rules
 *   take several times as long
 */
export async function violations(page: Page, look = 'light'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const only = look.startsWith('dark') ? { runOnly: ofColours } : {};
  return page.evaluate(
    async (options) => {
      const { axe: checker } = window as unknown as {
        axe: {
          run(
            options: object,
          ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      };
      const result = await checker.run(options);
      return result.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html}`),
      );
    },
    { resultTypes: ['violations'], ...only },
  );
}

const HEIGHT_PX = 800;

/**
 * Colours in the middle of a transition are neither the light nor the dark ones, so it waits for transitions; not for
 * endless ones. A finished one may start another in an element that inherits from it.
 */
async function untilStill(): Promise<void> {
  const isEnding = ({ effect, playState }: Animation) =>
    playState !== 'finished' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  for (;;) {
    for (let i = 0; i < 2; i += 1) await new Promise((done) => requestAnimationFrame(done));
    const ending = document.getAnimations().filter(isEnding);
    if (ending.length === 0) return;
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}

/**
 * Runs the check on the page as it stands, light and dark, at each width, without motion. The page is not reloaded:
 * open dialogs stay open.
 *
 * @param widths px; none leaves the window as it is
 */
export async function inEveryLook(
  page: Page,
  widths: readonly number[],
  check: (look: string) => Promise<void>,
): Promise<void> {
  const grounds = new Set<string>();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of widths.length > 0 ? widths : [null]) {
      if (width !== null) await page.setViewportSize({ width, height: HEIGHT_PX });
      await page.evaluate(untilStill);
      await check(width === null ? colorScheme : `${colorScheme}, ${width} px`);
    }
    grounds.add(
      await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    );
  }
  if (grounds.size < 2) throw new Error('The page looks the same in the light and in the dark.');
}

/** Expects that axe finds nothing on the page as it stands, in every look. A test sees all that it finds. */
export async function expectNoViolations(page: Page, widths: readonly number[] = []) {
  await inEveryLook(page, widths, async (look) => {
    expect.soft(await violations(page, look), look).toEqual([]);
  });
}
