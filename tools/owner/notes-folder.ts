import { spawnSync } from 'node:child_process';
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import {
  type GatheredFiles,
  type GivenFile,
  gatherFiles,
  isLeftOut,
  isMovedIn,
  type MostOfFiles,
  mostOfFiles,
} from '../../src/content/moving-in/gather-files.ts';
import { NotTransferred } from './transfer.ts';

/**
 * The files of a folder that move in, or one file alone. Nothing that stands in it is run or followed out of it, and nothing is
 * written here.
 *
 * Left out without a word are hidden files and folders (`.git`, `.obsidian`) and `node_modules`.
 */

/**
 * @param site the address of the site that posts come from, if it is known
 * @throws {NotTransferred | UnusableSource} if it cannot be read, holds nothing that moves in, or holds too much
 */
export function readNotesFolder(
  folder: string,
  most: MostOfFiles = mostOfFiles,
  site: string | null = null,
): GatheredFiles {
  const root = realpathSync(folder);
  const dates = firstCommits(root);
  const given: GivenFile[] = [];
  for (const { path, entry } of entriesIn(root, most.entries)) {
    if (!isMovedIn(path)) continue;
    given.push(
      givenFile(path, join(root, path), dates.get(path), () =>
        leadsOut(root, join(root, path), entry),
      ),
    );
  }
  return gatherFiles(folder, given, { site, now: Date.now() }, most);
}

/** @throws {UnusableSource} if it is nothing that moves in */
export function readSingleFile(file: string, site: string | null): GatheredFiles {
  const given = givenFile(basename(file), file, undefined, () => false);
  return gatherFiles(file, [given], { site, now: Date.now() });
}

function givenFile(
  path: string,
  file: string,
  date: number | undefined,
  isOutside: () => boolean,
): GivenFile {
  const read = () => new Uint8Array(readFileSync(file));
  try {
    const problem = isOutside() ? 'it is a link that leads out of the folder' : undefined;
    const stat = statSync(file);
    if (problem === undefined && !stat.isFile())
      return { path, size: 0, changedAt: 0, read, problem: 'it is no file' };
    const changedAt = date ?? Math.floor(stat.mtimeMs);
    return { path, size: stat.size, changedAt, read, problem };
  } catch (error) {
    const problem = `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { path, size: 0, changedAt: 0, read, problem };
  }
}

/** All files below a folder but hidden ones, sorted by their paths. @throws {NotTransferred} if there are too many */
export function* entriesIn(root: string, most: number): Generator<{ path: string; entry: Dirent }> {
  const folders = [''];
  let looked = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    looked += entries.length;
    if (looked > most) {
      throw new NotTransferred(
        `${root} holds more than ${most} files: name the folder in it that holds the Markdown.`,
      );
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const below: string[] = [];
    for (const entry of entries) {
      if (isLeftOut(entry.name)) continue;
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) below.push(`${path}/`);
      else yield { path, entry };
    }
    folders.push(...below.reverse());
  }
}

/** A link may lead anywhere. @throws if it leads nowhere */
function leadsOut(root: string, file: string, entry: Dirent): boolean {
  return entry.isSymbolicLink() && !realpathSync(file).startsWith(root + sep);
}

/**
 * When each file was first committed, where the folder is in a git repository: a clone gives all files the date of today. The
 * settings keep git from running a program that a repository names.
 */
function firstCommits(root: string): ReadonlyMap<string, number> {
  const settings = ['core.fsmonitor=false', 'log.showSignature=false'].flatMap((it) => ['-c', it]);
  const log = ['log', '--no-renames', '--diff-filter=A', '--name-only', '--relative', '-z'];
  const { status, stdout } = spawnSync(
    'git',
    ['--no-pager', ...settings, ...log, '--format=format:%x01%at', '--', '.'],
    { cwd: root, encoding: 'utf8', timeout: 30_000, maxBuffer: 100_000_000 },
  );
  const dates = new Map<string, number>();
  if (status !== 0) return dates;
  // The newest commit comes first; a file that was deleted and added again has its first date.
  for (const commit of stdout.split('\u0001').slice(1)) {
    const [time = '', ...paths] = commit.split(/[\0\n]/);
    for (const path of paths) if (path !== '') dates.set(path, Number(time) * 1000);
  }
  return dates;
}
