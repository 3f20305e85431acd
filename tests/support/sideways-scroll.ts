import type { Page } from '@playwright/test';

/** By how much the page is wider than its window, in px; no more than 0 where nothing scrolls sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
