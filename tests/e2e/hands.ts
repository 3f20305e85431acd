import type { CDPSession, Locator, Page } from '@playwright/test';

/** What a person does with a keyboard alone, or with a finger alone. */

/** What the focus is on: its label, its name or its words. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const labels = element instanceof HTMLElement && 'labels' in element ? element.labels : null;
    const label = (labels as NodeListOf<HTMLLabelElement> | null)?.[0]?.textContent;
    return label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });
}

/** Presses a key until the focus is on what has this name. @throws if it never is */
export async function reach(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  for (let i = 0; i < 150; i += 1) {
    const focused = await focusedName(page);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${name} cannot be reached by ${key}.`);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** A finger on the page's screen. */
export class Finger {
  private readonly session: Promise<CDPSession>;
  constructor(page: Page) {
    this.session = page.context().newCDPSession(page);
  }
  async touch(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point): Promise<void> {
    const touchPoints = at === undefined ? [] : [at];
    await (await this.session).send('Input.dispatchTouchEvent', { type, touchPoints });
  }
  async move(from: Point, to: Point, steps = 12): Promise<void> {
    for (let i = 1; i <= steps; i += 1) {
      const at = (a: number, b: number) => a + ((b - a) * i) / steps;
      await this.touch('touchMove', { x: at(from.x, to.x), y: at(from.y, to.y) });
      await wait(16);
    }
  }
  async swipe(from: Point, to: Point): Promise<void> {
    await this.touch('touchStart', from);
    await this.move(from, to);
    await this.touch('touchEnd');
    await wait(300);
  }
  /** Rests until what is below has been lifted. */
  async lift(at: Point): Promise<void> {
    await this.touch('touchStart', at);
    await wait(350);
  }
}

export async function middleOf(it: Locator): Promise<Point> {
  const box = await it.boundingBox();
  if (box === null) throw new Error('it is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
