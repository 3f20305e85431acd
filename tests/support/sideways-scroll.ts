import type { Page } from '@playwright/test';

/** By how many px the page is wider than its window; 0 or less if nothing scrolls sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
