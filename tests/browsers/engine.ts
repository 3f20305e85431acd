/**
 * The questions that the walk asks of a browser of any engine: only what every engine offers. visitor.ts has a
 * visitor's actions; the engines are in puppeteer.ts and webkit.ts.
 */
export interface Engine {
  /** Starts a browser with a profile of its own. */
  start(options?: BrowserOptions): Promise<Browser>;
}

export interface BrowserOptions {
  /** Whether the device prefers dark colours. Chromium's does not: the walk is not made in it. */
  dark?: boolean;
  /** Of its windows, in px; 1280 by default. WebKit makes none that is narrower than 447. */
  width?: number;
  /** Which data the device stores for sites; all by default. Only Firefox is told. */
  siteData?: 'blocked' | 'no IndexedDB';
  /** A folder where the browser keeps what sites store, for one that is started with it later. By default it keeps nothing. */
  profile?: string;
}

export interface Browser {
  /** Opens a window beside the open ones: all of them are visible. WebKit with a profile has one window. */
  open(): Promise<Window>;
  close(): Promise<void>;
  /** Ends all of its processes without warning, as when a phone's battery dies. Only for a browser with a profile. */
  kill(): Promise<void>;
}

export interface Window {
  /** Begins to load an address, without waiting for its page. */
  load(url: string): Promise<void>;
  /** Begins to load the page again, without waiting for it. */
  reload(): Promise<void>;
  /**
   * Runs a function in the page.
   *
   * @param task gets `args` and nothing else; what it returns, or resolves to, is JSON
   * @throws where the page goes away meanwhile
   */
  evaluate<Args extends unknown[], Result>(
    task: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Presses and releases the mouse. In CSS pixels, from the top left of what is seen. */
  clickAt(x: number, y: number): Promise<void>;
  /** Presses a key. `key` as in KeyboardEvent.key. */
  press(key: Key): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

export type Key = keyof typeof keys;

/** The keys that the walk presses, with their names in WebDriver. */
export const keys = {
  Enter: '\uE007',
  Escape: '\uE00C',
  ' ': ' ',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
} as const;
