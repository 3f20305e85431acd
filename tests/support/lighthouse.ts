import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { browserArguments, findShell } from './browser.ts';

/** Lighthouse, as it judges a page on a phone. */

/** What does not depend on how fast the machine is. */
export const steady = ['accessibility', 'best-practices', 'seo'] as const;

export interface Judgement {
  /** Of 100, by category. */
  readonly scores: Readonly<Record<string, number>>;
  /** The audits that cost a page points, with what they found. */
  readonly faults: readonly string[];
  /** Largest contentful paint on a simulated phone and network, in ms; null if performance was not asked for. */
  readonly lcp: number | null;
  /** Total blocking time: for how long the page could not react while it loaded, in ms, on the same phone; or null. */
  readonly tbt: number | null;
  /** How fast Lighthouse found this machine: a phone of the middle class has 1,000. */
  readonly machine: number;
}

/**
 * Runs a job with a browser that judges pages by their address, and with its name and version. Each visit is that of a new
 * device. Chromium's shell is taken if it is installed: the browser's own start page would share the machine.
 */
export async function withLighthouse(
  job: (
    judge: (url: string, categories: readonly string[]) => Promise<Judgement>,
    browser: string,
  ) => Promise<void>,
): Promise<void> {
  const executablePath = findShell();
  const browser = await puppeteer.launch({
    executablePath,
    // The shell knows no other way to be headless.
    headless: executablePath.endsWith('headless-shell') ? 'shell' : true,
    args: [...browserArguments],
  });
  const version = `${executablePath} (${await browser.version()})`;
  const port = Number(new URL(browser.wsEndpoint()).port);
  try {
    await job((url, categories) => judged(url, categories, port), version);
  } finally {
    await browser.close();
  }
}

async function judged(
  url: string,
  categories: readonly string[],
  port: number,
): Promise<Judgement> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
  });
  if (result === undefined || result.lhr.runtimeError !== undefined)
    throw new Error(`Lighthouse cannot judge ${url}: ${result?.lhr.runtimeError?.message}`);
  const { categories: judgements, audits, environment } = result.lhr;
  const faults = Object.values(judgements).flatMap(({ id, auditRefs }) =>
    auditRefs.flatMap(({ id: audit, weight }) => {
      const { score = null, title = '', details } = audits[audit] ?? {};
      if (id === 'performance' || weight === 0 || score === null || score === 1) return [];
      return [`${id}: ${title} ${JSON.stringify(details ?? {}).slice(0, 600)}`];
    }),
  );
  return {
    scores: Object.fromEntries(
      Object.values(judgements).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
    ),
    faults,
    lcp: audits['largest-contentful-paint']?.numericValue ?? null,
    tbt: audits['total-blocking-time']?.numericValue ?? null,
    machine: environment.benchmarkIndex,
  };
}
