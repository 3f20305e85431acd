import { expect, type Page } from '@playwright/test';

/** One layout shift: its size (web.dev's score), and the elements that moved. */
interface Shift {
  score: number;
  moved: string[];
}

/** Every shift since the page was opened that no key or click explains. */
export function layoutShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        type Entry = PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const shifts: Shift[] = [];
        const place = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as Entry[]) {
            if (entry.hadRecentInput) continue;
            const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
              const element = node instanceof Element ? node : node?.parentElement;
              const words = node?.textContent?.trim().slice(0, 40) ?? '';
              return `<${element?.localName}> “${words}” ${place(previousRect)} → ${place(currentRect)}`;
            });
            shifts.push({ score: entry.value, moved });
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)));
      }),
  );
}

/** Expects that nothing has moved by itself since the page was opened. */
export async function expectStill(page: Page, when: string): Promise<void> {
  const shifts = await layoutShifts(page);
  const moved = shifts.map(({ score, moved: what }) => [score.toFixed(3), ...what].join('\n'));
  const sum = shifts.reduce((all, { score }) => all + score, 0);
  expect.soft(sum, `${when}:\n${moved.join('\n')}`).toBeLessThan(0.02);
}
