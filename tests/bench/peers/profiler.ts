import type { Page } from '@playwright/test';
import type { Busy, Part } from './sample.ts';

/** Samples of where a page's main thread is. Taking them makes the page slower. */
export interface Profiler {
  /** Begins, or begins anew. */
  begin(): Promise<void>;
  /** @returns the time since it began, without what was idle */
  end(): Promise<Busy>;
}

/** Between two samples, in µs. */
const INTERVAL_US = 200;

export async function profilerOf(page: Page): Promise<Profiler> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  let isRunning = false;
  return {
    async begin() {
      if (isRunning) await session.send('Profiler.stop');
      await session.send('Profiler.start');
      isRunning = true;
    },
    async end() {
      isRunning = false;
      return busyIn((await session.send('Profiler.stop')).profile);
    },
  };
}

/** As the DevTools protocol has it; times in µs. */
export interface CpuProfile {
  readonly nodes: readonly { id: number; callFrame: { functionName: string; url: string } }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

export function busyIn({ nodes, samples = [], timeDeltas = [] }: CpuProfile): Busy {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const busy: Busy = { dexie: 0, react: 0, own: 0, browser: 0 };
  samples.forEach((id, i) => {
    const part = parts.get(id) ?? null;
    if (part !== null) busy[part] += (timeDeltas[i] ?? 0) / 1000;
  });
  return busy;
}

/** null: nothing runs */
function partOf({ functionName, url }: { functionName: string; url: string }): Part | null {
  if (functionName === '(idle)' || functionName === '(root)') return null;
  const [, chunk] = /\/assets\/(\w+)-[^/]*\.js$/.exec(url) ?? [];
  if (chunk === undefined) return 'browser';
  return chunk === 'dexie' || chunk === 'react' ? chunk : 'own';
}
