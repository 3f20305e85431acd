import type { Key, Window } from './engine.ts';

/** A visitor's actions in a window, by the words on the screen. Every action waits until it is possible. */

/**
 * Long for a busy machine, and short for a person who waits: nothing on a page takes as long, unless it takes for ever.
 */
const PATIENCE_MS = 90_000;
/** A page that stands this long at another address than the one that was given last has lost that: it is given once more. */
const LOST_AFTER_MS = 20_000;

/** A visible element. */
export interface Target {
  css: string;
  /** Its accessible name, or the beginning of it. */
  name?: string;
  /** The name of its form or region. */
  within?: string;
}

export interface Visitor {
  readonly window: Window;
  load(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Waits for a text in the page's main part, or in `css`. */
  see(text: string, css?: string): Promise<void>;
  /** Waits until no text of the page contains this. */
  seeNo(text: string, css?: string): Promise<void>;
  find(target: Target): Promise<void>;
  click(target: Target): Promise<void>;
  focus(target: Target): Promise<void>;
  /** Replaces what is in a field. */
  fill(target: Target, text: string): Promise<void>;
  press(...keys: Key[]): Promise<void>;
  /** Waits until a function in the page returns true. It is called again if the page went away meanwhile. */
  until<Args extends unknown[]>(
    what: string,
    task: (...args: Args) => boolean,
    ...args: Args
  ): Promise<void>;
}

export function visitorIn(window: Window): Visitor {
  /** Remembers the document that is being left: what it shows no longer counts. */
  let left = 0;
  /** The address that was loaded last, while nothing has been used on its page that could lead away from it. */
  let address: string | null = null;

  const leave = async () => {
    left = await window.evaluate(bornAt).catch(() => left);
  };

  /** Asks until the answer is yes. A page that is being left answers with an error, and is asked again. */
  async function eventually(complaint: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    let lostAt = Date.now() + LOST_AFTER_MS;
    let last: unknown = null;
    while (Date.now() < end) {
      if (address !== null && Date.now() > lostAt) {
        lostAt = Number.POSITIVE_INFINITY;
        // WebKit forgets an address now and then that it is given while it is on the way to another.
        const at = await window.evaluate(() => location.href).catch(() => address);
        if (at !== address) await window.load(address);
      }
      try {
        if ((await window.evaluate(bornAt)) !== left && (await isSo())) return;
        last = null;
      } catch (error) {
        last = error;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const shown = await window
      .evaluate(() => `${location.href}: ${document.body.innerText.slice(0, 2_000)}`)
      .catch(String);
    throw new Error(`${complaint}. ${last ?? ''}\nThe page is ${shown}`);
  }

  const until: Visitor['until'] = (what, task, ...args) =>
    eventually(`${what} is waited for in vain`, () => window.evaluate(task, ...args));

  const reached = async (target: Target, how: 'press' | 'focus') => {
    let at: { x: number; y: number } | null = null;
    await eventually(`no ${nameOf(target)} is there to ${how}`, async () => {
      const before: typeof at = at;
      at = await window.evaluate(reach, target, how);
      // In a page that is still moving a press would meet something else.
      return at !== null && at.x === before?.x && at.y === before.y;
    });
    return at as unknown as { x: number; y: number };
  };

  return {
    window,
    until,
    async load(url) {
      await leave();
      address = new URL(url).href;
      await window.load(url);
    },
    async reload() {
      // Earlier, an old document would be the one that is loaded again, and what is on its way would be broken off.
      await until('a page', (url) => url === null || location.href === url, address);
      await leave();
      await window.reload();
    },
    see: (text, css = 'main') => until(`'${text}'`, shows, css, text),
    seeNo: (text, css = 'body') => until(`the end of '${text}'`, showsNot, css, text),
    find: async (target) => void (await reached(target, 'press')),
    focus: async (target) => void (await reached(target, 'focus')),
    async click(target) {
      const { x, y } = await reached(target, 'press');
      address = null;
      await window.clickAt(x, y);
    },
    async fill(target, text) {
      await reached(target, 'focus');
      await window.type(text);
      await until(`'${text}' in ${nameOf(target)}`, holds, text);
    },
    async press(...keys) {
      address = null;
      for (const key of keys) await window.press(key);
    },
  };
}

const nameOf = ({ css, name }: Target) => (name === undefined ? css : `${css} '${name}'`);

// The following functions run in the page, each by itself.

const bornAt = () => performance.timeOrigin;

function shows(css: string, text: string): boolean {
  return [...document.querySelectorAll<HTMLElement>(css)].some((it) => it.innerText.includes(text));
}

function showsNot(css: string, text: string): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(css)];
  return all.every((it) => !it.innerText.includes(text));
}

function holds(text: string): boolean {
  const field = document.activeElement;
  return 'value' in (field ?? {}) && (field as HTMLInputElement).value === text;
}

/**
 * Brings an element to where it can be pressed, or gives it the focus and selects what is in it, as Tab does.
 *
 * @returns its middle; null where there is none, or where a press would meet something else
 */
function reach(
  { css, name = '', within = '' }: Target,
  how: 'press' | 'focus',
): { x: number; y: number } | null {
  const labelOf = (it: Element) =>
    document.getElementById(it.getAttribute('aria-labelledby') ?? '')?.textContent ??
    it.getAttribute('aria-label') ??
    (it as HTMLInputElement).labels?.[0]?.textContent ??
    it.getAttribute('placeholder');
  const isMeant = (it: Element) => {
    const around = it.closest('form, section');
    const isThere = within === '' || (around !== null && labelOf(around)?.trim() === within);
    return isThere && (labelOf(it) ?? it.textContent).trim().startsWith(name);
  };
  for (const it of document.querySelectorAll<HTMLElement>(css)) {
    if (!isMeant(it) || it.matches(':disabled')) continue;
    it.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = it.getBoundingClientRect();
    const at = { x: left + width / 2, y: top + height / 2 };
    const met = document.elementFromPoint(at.x, at.y);
    if (width === 0 || met === null || !it.contains(met)) continue;
    if (how === 'press') return at;
    it.focus();
    if (it instanceof HTMLInputElement || it instanceof HTMLTextAreaElement) it.select();
    if (document.activeElement === it) return at;
  }
  return null;
}
