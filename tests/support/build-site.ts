import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The build under test. It is not dist/, which may be somebody's real site. */
export const builtSite: string = resolve('test-results/site');

/** A variable that the site does not use: an owner's environment must not get into a build. */
export const PLANTED = 'planted-and-not-to-be-built-in';

/** Builds the site that the browser tests open, and removes what earlier tests have left. */
export function buildSite(): void {
  rmSync('test-results', { recursive: true, force: true });
  buildInto(builtSite);
}

/**
 * Builds the site for the embedded backend into an empty folder. The output of the build is shown only if it fails.
 *
 * @param settings variables for this build
 * @throws if the build fails
 */
export function buildInto(folder: string, settings: Readonly<Record<string, string>> = {}): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir'],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        VITE_SUPABASE_URL: '',
        VITE_SUPABASE_PUBLISHABLE_KEY: '',
        VITE_PLANTED: PLANTED,
        SITE_BASE: '',
        ...settings,
      },
    },
  );
  if (status !== 0) throw new Error(`The site cannot be built.\n${stdout}${stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildSite();
