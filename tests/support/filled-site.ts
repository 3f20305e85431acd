import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPages } from '../../tools/build/pages/real-pages.ts';
import { compressAll } from '../../tools/build/plugins/compress-files.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { FILLED_FOR } from './builds.ts';
import { alter } from './deploy.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

/** Runs a job with a new folder, which is gone afterwards. */
export async function inEmptyFolder(job: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-site-'));
  try {
    await job(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An embedded backend that serves a site with content in its pages. */
export type FilledSite = Embedded & { readonly folder: string };

/**
 * Serves a copy of the filled site while a job runs. The copy says the address at which it is served.
 *
 * @param build the build called `filled` (builds.ts), which stays as it is
 */
export async function withFilledSite(
  build: string,
  job: (site: FilledSite) => Promise<void>,
): Promise<void> {
  await inEmptyFolder(async (folder) => {
    cpSync(build, folder, { recursive: true });
    const embedded = await startEmbedded({ siteDir: folder });
    try {
      moveSite(folder, FILLED_FOR, embedded.url);
      await job(Object.assign(embedded, { folder }));
    } finally {
      await embedded.stop();
    }
  });
}

/** Lets a built site say another address of itself. Both are without a slash at their end. */
function moveSite(folder: string, from: string, to: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.(html|xml|txt|md)$/.test(name))
      alter(join(folder, name), (text) => text.replaceAll(from, to));
}

/**
 * Puts an embedded backend's content into a built site, as the end of a build does.
 *
 * @param address where the site will be, without a slash at its end
 * @param home its base path
 * @throws if the content cannot be read
 */
export async function fill(
  folder: string,
  backendUrl: string,
  { address, home }: { address: string; home: string },
): Promise<void> {
  const source = { url: backendUrl, key: PUBLISHABLE_KEY };
  const options = { source, patience: 60_000, address, home };
  const count = await addPages(folder, options, {
    mode: 'production',
    root: process.cwd(),
    cacheDir: join(tmpdir(), 'fieldnotes-site-cache'),
  });
  if (typeof count === 'string') throw new Error(count);
  compressAll(folder);
}
