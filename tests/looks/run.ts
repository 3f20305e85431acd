import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `npm run shots` takes pictures of every page into shots/, to be looked at, and those that are committed. Playwright's
 * flags choose some: `npm run shots -- -g 'home seed'`.
 *
 * `npm run shots:compare -- <before>` tells which pages look different in this tree, with pictures of the differences in
 * shots-compared/. `before` is a revision, or a folder with a build of the site. Flags choose pages here, too; by default
 * all of them are compared with the sample content.
 */

const here = resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'fieldnotes-shots-'));
/** The same time in both runs: pages say when they were last brought up to date. */
const SHOTS_AT = String(Date.now());
const [command, ...words] = process.argv.slice(2);
try {
  if (command === 'compare') process.exitCode = compare(words);
  else process.exitCode = play('shots', build(here, 'now'), ['--update-snapshots=all', ...words]);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function compare([before, ...flags]: string[]): number {
  if (before === undefined) {
    console.error(
      'What to compare with: npm run shots:compare -- <revision, or folder of a build>',
    );
    return 2;
  }
  const pictures = join(scratch, 'pictures');
  const which = flags.length > 0 ? flags : ['-g', ' seed '];
  const first = existsSync(join(before, 'index.html')) ? resolve(before) : buildOf(before);
  const taken = play(pictures, first, ['--update-snapshots=all', ...which]);
  if (taken !== 0) return taken;
  return play(pictures, build(here, 'now'), ['--update-snapshots=none', ...which]);
}

/** The build of another revision, made in a tree of its own. */
function buildOf(revision: string): string {
  const tree = join(scratch, 'tree');
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: here });
  git('worktree', 'add', '--detach', tree, revision);
  try {
    const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
    if (lock(tree) === lock(here))
      symlinkSync(join(here, 'node_modules'), join(tree, 'node_modules'));
    else
      execFileSync('npm', ['ci', '--prefer-offline', '--no-audit'], {
        cwd: tree,
        stdio: 'inherit',
      });
    return build(tree, 'before');
  } finally {
    git('worktree', 'remove', '--force', tree);
  }
}

function build(tree: string, name: string): string {
  const folder = join(scratch, name);
  const vite = join(tree, 'node_modules/vite/bin/vite.js');
  const words = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const hosted = { VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '', SITE_BASE: '' };
  const env = { ...process.env, ...hosted };
  execFileSync(process.execPath, [vite, ...words], { cwd: tree, stdio: 'inherit', env });
  return folder;
}

/** @returns the exit code: 1 if a picture differs */
function play(pictures: string, siteDir: string, flags: string[]): number {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--config=tests/looks', ...flags],
    {
      cwd: here,
      stdio: 'inherit',
      env: { ...process.env, SITE_DIR: siteDir, SHOTS_DIR: resolve(here, pictures), SHOTS_AT },
    },
  );
  return status ?? 1;
}
