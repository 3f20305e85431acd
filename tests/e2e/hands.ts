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

/** Somebody at a page, who has only one way to use it. */
export interface Hands {
  /** Presses a button or a link, or opens a menu. @param name its whole name, or a pattern */
  press: (name: string | RegExp) => Promise<void>;
  /** Chooses from the menu that is open. */
  choose: (item: string) => Promise<void>;
  /** Goes to the end of what a field has. */
  goTo: (field: string) => Promise<void>;
  /** Types where the caret is. */
  type: (text: string) => Promise<void>;
  erase: (letters: number) => Promise<void>;
  /** Sets a field for a moment, which is empty. @param at by the clock of the field */
  setTime: (field: string, at: { year: number; month: number; day: number }) => Promise<void>;
}

const two = (number: number) => String(number).padStart(2, '0');

export function keyboardOf(page: Page): Hands {
  const { keyboard } = page;
  return {
    async press(name) {
      await reach(page, name);
      await keyboard.press('Enter');
    },
    async choose(item) {
      await page.getByRole('menu').waitFor();
      await reach(page, item, 'ArrowDown');
      await keyboard.press('Enter');
    },
    async goTo(field) {
      await reach(page, field);
      await keyboard.press('Control+End');
    },
    type: (text) => keyboard.type(text),
    async erase(letters) {
      for (let i = 0; i < letters; i += 1) await keyboard.press('Backspace');
    },
    async setTime(field, { year, month, day }) {
      await reach(page, field);
      await keyboard.type(`${two(month)}${two(day)}${year}0900AM`);
    },
  };
}

export function fingerOf(page: Page): Hands {
  const session = page.context().newCDPSession(page);
  const button = (name: string | RegExp) => {
    const given = typeof name === 'string' ? { name, exact: true } : { name };
    return page.getByRole('button', given).or(page.getByRole('link', given));
  };
  return {
    press: (name) => button(name).first().tap(),
    choose: (item) => page.getByRole('menuitem', { name: item, exact: true }).tap(),
    async goTo(field) {
      const box = page.getByLabel(field, { exact: true });
      await box.scrollIntoViewIfNeeded();
      const { width, height } = (await box.boundingBox()) ?? { width: 0, height: 0 };
      // Behind the last letter of the last line.
      await box.tap({ position: { x: width - 20, y: height - 14 } });
    },
    async type(text) {
      await (await session).send('Input.insertText', { text });
    },
    async erase(letters) {
      // The phone's own keyboard has this key.
      for (let i = 0; i < letters; i += 1) await page.keyboard.press('Backspace');
    },
    async setTime(field, { year, month, day }) {
      const box = page.getByLabel(field, { exact: true });
      await box.tap();
      // The phone's own picker sets it.
      await box.fill(`${year}-${two(month)}-${two(day)}T09:00`);
    },
  };
}
