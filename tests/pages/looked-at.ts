import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { CDPSession, Page } from '@playwright/test';

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

/** The most stops of Tab on a page of the sample content. */
const MOST_STOPS = 120;

/** Elements that Tab reaches and that then lie out of sight or under the bar, or whose ring is not painted on each side. */
export async function unseenFocus(page: Page): Promise<string[]> {
  const found: string[] = [];
  // A ring whose colour is still changing is of no colour that could be counted.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const tools = await page.context().newCDPSession(page);
  for (let i = 0; i < MOST_STOPS; i += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(focusedBox);
    if (stop === null) break;
    // The player's frame shows the focus on its contents, which Spotify draws.
    if (stop.html.startsWith('<iframe') || stop.isInnerPart) continue;
    if (stop.isOutOfSight) found.push(`out of sight: ${stop.html}`);
    else {
      const unseen = await sidesWithoutRing(tools, stop);
      if (unseen.length > 0) found.push(`no ring ${unseen.join(', ')}: ${stop.html}`);
    }
  }
  await tools.detach();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  return found;
}

/** Where the focus is, in px of the window. */
interface FocusedBox {
  readonly html: string;
  readonly isOutOfSight: boolean;
  /** Whether the focus is on the calendar's button within a field for a date, whose ring the browser draws. */
  readonly isInnerPart: boolean;
  /** What the ring is around: the element, or its first line, its label, or the card that it is the link of. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Whether it is a link in a sentence that goes over the end of a line. */
  readonly isBroken: boolean;
  /** Null if no ring is declared. */
  readonly ring: { readonly isInside: boolean; readonly colour: readonly number[] } | null;
  /** What of the window can be seen, below the bar. */
  readonly seen: { readonly top: number; readonly bottom: number; readonly width: number };
  /** How far the page is scrolled, in px. */
  readonly scrolled: { readonly x: number; readonly y: number };
}

/** Runs in the page. @returns null if the focus has left the page */
async function focusedBox(): Promise<FocusedBox | null> {
  // Without motion a transition still takes a frame, which has the colour and the place from before.
  await new Promise(requestAnimationFrame);
  const changing = document.getAnimations().filter((it) => it instanceof CSSTransition);
  await Promise.allSettled(changing.map(({ finished }) => finished));
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const card = element.matches('.stretched') ? element.offsetParent : null;
  const around = card ?? element.closest('label') ?? element;
  const styles = [element, around].flatMap((it) => [
    getComputedStyle(it),
    getComputedStyle(it, '::after'),
  ]);
  const ring = styles.find(
    ({ outlineStyle, outlineWidth }) =>
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
  );
  const lines = around.getClientRects();
  const { left, top, right, bottom } = lines[0] ?? around.getBoundingClientRect();
  const bar = document.querySelector('header');
  /** Whether the bar lies over the element at this height. */
  const isUnderBar = (height: number) => {
    const hit = document.elementFromPoint((left + right) / 2, height);
    return hit !== null && !bar?.contains(element) && (bar?.contains(hit) ?? false);
  };
  const firstSeen = Math.max(top, 0);
  const lastSeen = Math.min(bottom, innerHeight) - 1;
  return {
    html: element.outerHTML.slice(0, 160),
    isInnerPart: element.matches('input[type^="date"]:not(:focus-visible)'),
    isOutOfSight: lastSeen < firstSeen || isUnderBar(lastSeen),
    left,
    top,
    right,
    bottom,
    isBroken: lines.length > 1,
    ring: ring
      ? {
          isInside: Number.parseFloat(ring.outlineOffset) < 0,
          colour: ring.outlineColor.match(/\d+/g)?.map(Number) ?? [],
        }
      : null,
    seen: {
      top: isUnderBar(firstSeen) ? (bar?.getBoundingClientRect().bottom ?? 0) : 0,
      bottom: innerHeight,
      width: document.documentElement.clientWidth,
    },
    scrolled: { x: scrollX, y: scrollY },
  };
}

/** How far from the edge of its box a ring may be. */
const RING_WITHIN_PX = 7;
/** Width and distance of a ring. A side with less room in the window is not judged: the box is larger than the window. */
const RING_PX = 4;

/**
 * Counts pixels, because an outline that is declared may be cut off by a box around it, or covered.
 *
 * @returns the sides along whose middle half the ring is not painted
 */
async function sidesWithoutRing(tools: CDPSession, box: FocusedBox): Promise<string[]> {
  const { ring, seen, scrolled } = box;
  if (ring === null) return ['at all'];
  const x = Math.max(0, Math.floor(box.left) - RING_WITHIN_PX);
  const y = Math.max(0, Math.floor(box.top) - RING_WITHIN_PX);
  const width = Math.min(seen.width, Math.ceil(box.right) + RING_WITHIN_PX) - x;
  const height = Math.min(seen.bottom, Math.ceil(box.bottom) + RING_WITHIN_PX) - y;
  // Not Playwright's own, which prepares the page for each picture.
  const { data: picture } = await tools.send('Page.captureScreenshot', {
    clip: { x: x + scrolled.x, y: y + scrolled.y, width, height, scale: 1 },
    optimizeForSpeed: true,
  });
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(await loadImage(Buffer.from(picture, 'base64')), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const isRing = (column: number, row: number) =>
    column >= 0 &&
    column < width &&
    ring.colour.every(
      (value, part) => Math.abs((data[(row * width + column) * 4 + part] ?? -999) - value) < 60,
    );

  /** @param outwards 1 if the ring around the box is at higher places than this edge, -1 if at lower ones */
  const crosses = (edge: number, outwards: 1 | -1, isAt: (at: number) => boolean) => {
    const step = ring.isInside ? -outwards : outwards;
    const places = Array.from({ length: RING_WITHIN_PX + 1 }, (_, far) => far - 1);
    return places.some((far) => isAt(Math.round(edge) + step * far));
  };
  /** The part of the middle half of a side along which the ring is. */
  const share = (from: number, to: number, isAt: (place: number) => boolean) => {
    const start = Math.ceil(from + (to - from) / 4);
    const places = Array.from(
      { length: Math.max(1, Math.floor((to - from) / 2)) },
      (_, i) => start + i,
    );
    return places.filter(isAt).length / places.length;
  };
  const [left, right] = [box.left - x, box.right - x];
  const [top, bottom] = [box.top - y, box.bottom - y];
  const [firstRow, lastRow] = [Math.max(seen.top - y, top), Math.min(height, bottom)];
  const along = (row: number, outwards: 1 | -1) =>
    share(left, right, (column) => crosses(row, outwards, (at) => isRing(column, at)));
  const down = (column: number, outwards: 1 | -1) =>
    share(firstRow, lastRow, (row) => crosses(column, outwards, (at) => isRing(at, row)));
  const sides = [
    ['above', box.top - RING_PX < seen.top ? 1 : along(top, -1)],
    ['below', box.bottom + RING_PX > seen.bottom ? 1 : along(bottom, 1)],
    ['left', box.left - RING_PX < 0 && !ring.isInside ? 0 : down(left, -1)],
    ['right', box.right + RING_PX > seen.width && !ring.isInside ? 0 : down(right, 1)],
  ] as const;
  const enough = box.isBroken ? 0.2 : 0.9;
  // The ring of a link of several lines is one shape around all of them: it does not run between the first and the second.
  const judged = box.isBroken ? sides.filter(([side]) => side !== 'below') : sides;
  return judged.flatMap(([side, part]) =>
    part >= enough ? [] : [`${side} (${Math.round(part * 100)} %)`],
  );
}

/** The elements that can be pressed, and look the same while they are. */
export async function unansweredPresses(page: Page): Promise<string[]> {
  const selector = 'a, button:not(:disabled), summary, [role=option]';
  const all = page.locator(selector);
  // A look that is still changing would be taken for the one before; in what the browser does not paint it would never change.
  const setTransition = (value: string) =>
    all.evaluateAll((elements, transition) => {
      for (const it of elements as HTMLElement[]) it.style.transition = transition;
    }, value);
  const looks = () =>
    all.evaluateAll((elements) =>
      elements.map((it) => {
        const { opacity, backgroundColor, borderColor } = getComputedStyle(it);
        return [it.outerHTML.slice(0, 160), opacity, backgroundColor, borderColor].join(' ');
      }),
    );
  await setTransition('none');
  const atRest = await looks();
  const tools = await page.context().newCDPSession(page);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  const { root } = await tools.send('DOM.getDocument');
  const { nodeIds } = await tools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  for (const nodeId of nodeIds) {
    await tools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['active'] });
  }
  const pressed = await looks();
  await tools.detach();
  await setTransition('');
  return atRest.filter((look, place) => look === pressed[place]);
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
          (it.matches('p, div') &&
            getComputedStyle(it).getPropertyValue('--lines') !== '' &&
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

/** The texts that are cut at the end of their line without an ellipsis: a box within the line has none. */
export function cutWithoutEllipsis(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((it) => getComputedStyle(it).textOverflow === 'ellipsis')
      .flatMap((line) => {
        const end = line.getBoundingClientRect().right;
        const isCut = (it: Element) =>
          getComputedStyle(it).display.startsWith('inline-') &&
          it.getBoundingClientRect().right > end + 1;
        return [...line.querySelectorAll('*')].some(isCut) ? [line.outerHTML.slice(0, 160)] : [];
      }),
  );
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
