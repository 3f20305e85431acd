import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BASE, type BuildName, FILLED_FOR, IN_FOLDER } from './builds.ts';
import { startEmbedded } from './embedded.ts';
import { fill } from './filled-site.ts';
import { copyRepository } from './repository-copy.ts';

/**
 * `npm run test:build` makes the build that all browser tests open. With the path of another one (`builds.ts`) it makes
 * that, unless it is there.
 */

/** It is not dist/, which may be somebody's real site. */
export const builtSite: string = resolve('test-results/site');

/** A variable that the site does not use: an owner's environment must not get into a build. */
export const PLANTED = 'planted-and-not-to-be-built-in';

const others: Readonly<Record<BuildName, (folder: string) => Promise<void>>> = {
  filled: (folder) =>
    fillCopy(process.env.SITE_DIR ?? builtSite, folder, { address: FILLED_FOR, home: '/' }),
  'in-folder': (folder) => buildAt(folder, { SITE_BASE: BASE }),
  async 'in-folder-filled'(folder) {
    const unfilled = resolve(folder, '../in-folder');
    await makeOnce(unfilled, others['in-folder']);
    await fillCopy(unfilled, folder, { address: IN_FOLDER, home: BASE });
  },
  async inbox(folder) {
    const copy = await mkdtemp(join(tmpdir(), 'fieldnotes-inbox-'));
    copyRepository(copy);
    const config = join(copy, 'src/site.config.ts');
    const words = readFileSync(config, 'utf8');
    await writeFile(config, words.replace("contact: 'nothing',", "contact: 'inbox',"));
    const embedded = await startEmbedded();
    try {
      await buildAt(folder, { CONTENT_URL: embedded.url, SITE_URL: FILLED_FOR }, copy);
    } finally {
      await embedded.stop();
      await rm(copy, { recursive: true, force: true });
    }
  },
};

/**
 * Builds the site for the embedded backend, and removes what earlier tests have left.
 *
 * @throws what the build printed, if it fails
 */
export async function buildSite(): Promise<void> {
  await rm('test-results', { recursive: true, force: true });
  await buildAt(builtSite);
}

/** Makes the build that the folder is named for, unless it is there. */
export function makeBuild(folder: string): Promise<void> {
  return makeOnce(folder, others[basename(folder) as BuildName]);
}

/** The folder appears whole or not at all. */
async function makeOnce(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = join(folder, '../unfinished', basename(folder));
  await rm(unfinished, { recursive: true, force: true });
  await make(unfinished);
  await rename(unfinished, folder);
}

/**
 * Builds the site for the embedded backend.
 *
 * @param root the folder of its repository
 * @throws what the build printed, if it fails
 */
export async function buildAt(
  folder: string,
  settings: Record<string, string> = {},
  root = '.',
): Promise<void> {
  const words = [
    'node_modules/vite/bin/vite.js',
    'build',
    root,
    '--outDir',
    folder,
    '--emptyOutDir',
  ];
  const env = {
    ...process.env,
    VITE_SUPABASE_URL: '',
    VITE_SUPABASE_PUBLISHABLE_KEY: '',
    VITE_PLANTED: PLANTED,
    SITE_BASE: '',
    ...settings,
  };
  await promisify(execFile)(process.execPath, words, { env, maxBuffer: 16 * 1024 * 1024 }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`The site cannot be built.\n${stdout}${stderr}`);
    },
  );
}

async function fillCopy(
  from: string,
  folder: string,
  place: { address: string; home: string },
): Promise<void> {
  await cp(from, folder, { recursive: true });
  const embedded = await startEmbedded();
  try {
    await fill(folder, embedded.url, place);
  } finally {
    // An open backend would keep this process from ending, and the tests waiting for it.
    await embedded.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  if (folder === undefined) await buildSite();
  else await makeBuild(folder);
}
