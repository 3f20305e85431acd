import type { Page } from '@playwright/test';

/** Faults of a page as it stands, found by measuring: a line for each, and none on a page that is as it should be. */

/** Targets under 24 px (SC 2.5.8), and fields with type so small that iOS zooms in. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pressed = document.querySelectorAll<HTMLElement>('a, button, input, select, textarea');
    return [...pressed].flatMap((element) => {
      const style = getComputedStyle(element);
      // A link within a sentence is as high as its line (SC 2.5.8); a stretched one is its card.
      const isInline = element.localName === 'a' && style.display === 'inline';
      const { width, height } = element.getBoundingClientRect();
      if (isInline || width === 0 || element.closest('[aria-hidden="true"]')) return [];
      const isTyped = element.matches('input, select, textarea');
      const isSmallType = isTyped && Number.parseFloat(style.fontSize) < 16;
      if (Math.min(width, height) >= 24 && !isSmallType) return [];
      return `${width} × ${height}, ${style.fontSize}: ${element.outerHTML.slice(0, 120)}`;
    });
  });
}

/** Elements that Tab reaches and that then have no ring, or lie out of sight or under the bar. */
export async function unseenFocus(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (let i = 0; i < 45; i += 1) {
    await page.keyboard.press('Tab');
    const problem = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      // The player's frame shows the focus on its contents, which Spotify draws.
      if (element instanceof HTMLIFrameElement) return '';
      // The ring of a radio button is drawn around its label.
      const label = element.closest('label') ?? element;
      const ringed = [element, label].flatMap((it) => [
        getComputedStyle(it),
        getComputedStyle(it, '::after'),
      ]);
      const ring = ringed.some(
        (style) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
      );
      if (!ring) return `no ring: ${element.outerHTML.slice(0, 160)}`;
      const box = element.getBoundingClientRect();
      const bar = document.querySelector('header');
      const covered = bar?.contains(element) ? 0 : (bar?.getBoundingClientRect().bottom ?? 0);
      const seen = Math.min(box.bottom, innerHeight) - Math.max(box.top, covered);
      return seen > 0 ? '' : `out of sight: ${element.outerHTML.slice(0, 160)}`;
    });
    if (problem === null) break;
    if (problem !== '') found.push(problem);
  }
  return found;
}

/** The cards that have more than 130 px between two of the things on them. */
export function emptyMiddles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('main .bg-surface.rounded-card')];
    return cards.flatMap((card) => {
      const things = [...card.querySelectorAll('*')]
        .filter((it) => it.childElementCount === 0)
        .map((it) => it.getBoundingClientRect())
        .filter((box) => box.height > 0 && box.width > 0)
        .sort((a, b) => a.top - b.top);
      let reached = things[0]?.bottom ?? 0;
      let gap = 0;
      for (const { top, bottom } of things) {
        gap = Math.max(gap, top - reached);
        reached = Math.max(reached, bottom);
      }
      return gap <= 130 ? [] : [`${Math.round(gap)} px: ${card.innerText.slice(0, 40)}`];
    });
  });
}

/** The cut texts whose last visible line has no letters. */
export function emptyLastLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clamped = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (it) =>
        // By its ellipsis, or by the height of its lines (styles.css).
        (getComputedStyle(it).webkitLineClamp !== 'none' ||
          (getComputedStyle(it).getPropertyValue('--lines') !== '' &&
            getComputedStyle(it).overflowY === 'hidden')) &&
        it.scrollHeight > it.clientHeight + 1,
    );
    return clamped.flatMap((it) => {
      const { bottom } = it.getBoundingClientRect();
      const lineHeight = Number.parseFloat(getComputedStyle(it).lineHeight);
      const range = document.createRange();
      range.selectNodeContents(it);
      const onLastLine = [...range.getClientRects()].filter(
        (box) => box.width > 4 && box.bottom <= bottom + 1 && box.bottom > bottom - lineHeight,
      );
      return onLastLine.length > 0 ? [] : [it.textContent.slice(0, 40)];
    });
  });
}

/** The number of animations that run now. */
export const running = (page: Page): Promise<number> =>
  page.evaluate(() => document.getAnimations().filter((it) => it.playState === 'running').length);

/** Scrolls to the end, so that what is loaded when it is seen is loaded, and back. */
export async function seeAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    window.scrollTo(0, 0);
  });
}
