import { everyConstruct, title } from '../support/every-construct.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './owner.ts';
import type { Visitor } from './visitor.ts';

/** What only some engines draw otherwise. */

test('LEARNING-2: the bar of code and tables that scroll covers neither their frame nor their ground', {
  tag: '@apart',
}, async ({ visitor, embedded }) => {
  await embedded.sql(`insert into learnings (title, slug, content) values ($1, 'marked', $2)`, [
    title,
    everyConstruct,
  ]);
  await visitor.load(`${embedded.url}/learnings/marked`);
  await visitor.see('Last heading');
  await visitor.until('bars of which the thumb alone is painted', () => {
    const scrolling = [...document.querySelectorAll('main :is(pre, table)')];
    return (
      scrolling.length > 2 &&
      scrolling.every((it) => {
        const { scrollbarColor } = getComputedStyle(it);
        // WebKit knows it from version 18.2 on, and paints no ground before.
        return (
          scrollbarColor === undefined || / (transparent|rgba\(0, 0, 0, 0\))$/.test(scrollbarColor)
        );
      })
    );
  });
});

test('LOOK-3: a box to choose in has our colours and no ground of the system', {
  tag: '@apart',
}, async ({ visitor, embedded }) => {
  await visitor.load(`${embedded.url}/resources`);
  await visitor.see('Filter by learning');
  await visitor.until('boxes without the look of the system', () => {
    const boxes = [...document.querySelectorAll('select')];
    return boxes.length > 0 && boxes.every((it) => getComputedStyle(it).appearance === 'none');
  });
});

/** In the page: what scrolls with a bar that has a ground. */
function barsWithGround(): string[] {
  return [...document.querySelectorAll('body *')]
    .filter((it) => {
      const { overflowX, overflowY, scrollbarColor } = getComputedStyle(it);
      if (![overflowX, overflowY].some((how) => ['auto', 'scroll'].includes(how))) return false;
      // WebKit knows it from version 18.2 on, and paints no ground before.
      return !(
        scrollbarColor === undefined || / (transparent|rgba\(0, 0, 0, 0\))$/.test(scrollbarColor)
      );
    })
    .map((it) => it.outerHTML.slice(0, 120));
}

/**
 * In the page: makes it as wide as a window of that width, in its own measure. WebKit's windows are never that narrow, and the
 * room of a bar is none of a page's.
 */
function asWideAs(width: number): void {
  const { documentElement: root, body } = document;
  root.style.fontSize = `${(100 * body.clientWidth) / width}%`;
}

interface Beside {
  readonly beside: string[];
  /** What stands below the line of its heading, or next to one of two lines. */
  readonly not: string[];
}

/** In the page: the only links and buttons that have a place beside a heading. */
async function onLinesOfHeadings(): Promise<Beside> {
  await document.fonts.ready;
  const found: Beside = { beside: [], not: [] };
  for (const heading of document.querySelectorAll('main :is(h1, h2, h3)')) {
    const control = heading.nextElementSibling;
    if (control === null || !control.matches('a:last-child, button:last-child')) continue;
    const { display, flexDirection } = getComputedStyle(control.parentElement as Element);
    if (display !== 'flex' || flexDirection !== 'row' || !control.checkVisibility()) continue;
    const words = document.createRange();
    words.selectNodeContents(heading);
    const { top, bottom } = words.getBoundingClientRect();
    const box = control.getBoundingClientRect();
    const lineHeight = Number.parseFloat(getComputedStyle(heading).lineHeight);
    const isBeside = box.top < bottom && box.bottom > top && bottom - top < 1.9 * lineHeight;
    const which = `${heading.textContent}: ${control.textContent}`;
    (isBeside ? found.beside : found.not).push(which);
  }
  return found;
}

/** In the page: on how many lines a heading of a form or a list stands. */
function linesOf(heading: string): number {
  const words = document.createRange();
  for (const it of document.querySelectorAll('h3'))
    if (it.textContent === heading && it.checkVisibility()) words.selectNodeContents(it);
  return new Set([...words.getClientRects()].map(({ top }) => top)).size;
}

test.describe('in a dark window as narrow as a phone', () => {
  test.use({ device: { dark: true, width: 390 } });

  /** At each width that phones have. */
  async function expectBeside({ window }: Visitor, beside: string[]): Promise<void> {
    for (const width of [390, 360]) {
      await window.evaluate(asWideAs, width);
      await expect
        .poll(() => window.evaluate(onLinesOfHeadings), `${width} px`)
        .toEqual({ beside, not: [] });
    }
  }

  test('LOOK-13: the only link or button of a heading stands beside it', {
    tag: '@apart',
  }, async ({ visitor, embedded: { url } }) => {
    for (const [path, last, beside] of [
      ['/projects', 'Ask My Notes', ['Projects: See the roadmap']],
      ['/posts', 'by Robin', ['Posts: Read the chatter']],
      ['/chatter', 'Vibes are', ['Chatter: Read the posts']],
      [
        '/',
        'See the roadmap',
        [
          'Latest learnings: All learnings',
          'AI friends: View All',
          'Chatter: View All',
          'Project Roadmap: See the roadmap',
        ],
      ],
    ] as const) {
      await visitor.load(`${url}${path}`);
      await visitor.see(last);
      await expectBeside(visitor, [...beside]);
    }
  });

  test('LOOK-3 LOOK-13: on the screens of admins bars have no ground, and heads and filters have room', {
    tag: '@apart',
  }, async ({ visitor, embedded: { url, backend } }) => {
    await signIn(visitor, url, backend.demoAdmin);
    await visitor.see('Vibes are');
    await expectBeside(visitor, ['Commentaries: New commentary']);
    await visitor.click({ css: 'button', name: 'New commentary' });
    await visitor.fill({ css: 'input', name: 'Title', within: 'New commentary' }, 'Half of one');
    await visitor.click({ css: 'button', name: 'Close the form of the commentary' });
    await visitor.find({ css: 'button', name: 'New commentaryunsaved draft' });
    expect.soft(await visitor.window.evaluate(linesOf, 'Commentaries')).toBe(1);
    await visitor.click({ css: '[role=tab]', name: 'Resources' });
    await visitor.see('localfirst.fm');
    await expectBeside(visitor, ['Resources: New resource']);
    await visitor.click({ css: 'button', name: 'Filter' });
    await visitor.see('without a picture');
    const cutOff = () =>
      [...document.querySelectorAll('main button')]
        .filter((it) => it.scrollWidth > it.clientWidth)
        .map((it) => it.textContent);
    expect.soft(await visitor.window.evaluate(cutOff)).toEqual([]);
    expect.soft(await visitor.window.evaluate(barsWithGround)).toEqual([]);

    await visitor.click({ css: 'button', name: 'Edit localfirst.fm' });
    await visitor.find({ css: 'button', name: 'Close the form of the resource' });
    expect.soft(await visitor.window.evaluate(linesOf, 'Edit resource')).toBe(1);

    for (const [path, what] of [
      ['/admin/learnings/new', '[role=toolbar]'],
      ['/projects/fieldnotes', '.fading-edges'],
    ] as const) {
      await visitor.load(`${url}${path}`);
      await visitor.find({ css: `${what} button` });
      expect.soft(await visitor.window.evaluate(barsWithGround)).toEqual([]);
    }
  });
});
