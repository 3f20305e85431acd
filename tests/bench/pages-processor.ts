import type { CDPSession } from '@playwright/test';

/**
 * The time that the processor has spent on all pages of a browser, in all their threads. What is measured by it is not longer when
 * the machine is busy.
 *
 * @param session the browser's
 * @returns ms, in steps of 10
 */
export async function pagesProcessorTime(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
}
