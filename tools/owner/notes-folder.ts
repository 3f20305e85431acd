import { spawnSync } from 'node:child_process';
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import {
  isLeftOut,
  isNoteFile,
  isPictureFile,
  mostOfNotes,
} from '../../src/content/moving-in/note-files.ts';
import type { NoteFile } from '../../src/content/moving-in/read-note.ts';
import { textOrNothing } from '../../src/lib/decoded-text.ts';
import { NotTransferred } from './transfer.ts';

/**
 * The Markdown files and pictures of a folder. Nothing that stands in it is run or followed out of it, and nothing is written here.
 *
 * Left out without a word are hidden files and folders (`.git`, `.obsidian`) and `node_modules`.
 */

export interface NotesFolder {
  /** Sorted by their paths. */
  readonly files: readonly NoteFile[];
  /** Where its pictures are on this machine, by their paths in the folder. */
  readonly pictures: ReadonlyMap<string, string>;
  /** Files that were not read, and why. */
  readonly refused: readonly { readonly path: string; readonly why: string }[];
}

type Most = Readonly<Record<keyof typeof mostOfNotes, number>>;

/** @throws {NotTransferred} if it cannot be read, holds no Markdown, or holds too much */
export function readNotesFolder(folder: string, most: Most = mostOfNotes): NotesFolder {
  const root = realpathSync(folder);
  const dates = firstCommits(root);
  const files: NoteFile[] = [];
  const pictures = new Map<string, string>();
  const refused: { path: string; why: string }[] = [];
  /** macOS writes one name in another way than others. */
  const taken = new Set<string>();
  for (const { path, entry } of entriesIn(root, most.entries)) {
    const key = path.normalize('NFC');
    const file = join(root, path);
    if (isPictureFile(path) && leadsNowhereElse(root, file, entry)) pictures.set(key, file);
    if (!isNoteFile(path)) continue;
    const problem = taken.has(key)
      ? 'another file has its name'
      : problemOf(root, file, entry, most);
    if (problem !== null) {
      refused.push({ path: key, why: problem });
      continue;
    }
    taken.add(key);
    if (files.length === most.notes) {
      throw new NotTransferred(
        `${folder} holds more than ${most.notes} Markdown files: import its folders one by one.`,
      );
    }
    const text = textOrNothing(readFileSync(file));
    if (text === null) {
      refused.push({ path: key, why: 'it is neither UTF-8 nor UTF-16: save it as UTF-8' });
      continue;
    }
    files.push({
      path: key,
      text,
      changedAt: dates.get(path) ?? Math.floor(statSync(file).mtimeMs),
    });
  }
  if (files.length === 0 && refused.length === 0) {
    throw new NotTransferred(`${folder} holds no Markdown files (.md, .mdx, .markdown).`);
  }
  return { files, pictures, refused };
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
function isOfFolder(root: string, file: string, entry: Dirent): boolean {
  return !entry.isSymbolicLink() || realpathSync(file).startsWith(root + sep);
}

function leadsNowhereElse(root: string, file: string, entry: Dirent): boolean {
  try {
    return isOfFolder(root, file, entry) && statSync(file).isFile();
  } catch {
    return false;
  }
}

/** @returns why the file is not read, or null */
function problemOf(root: string, file: string, entry: Dirent, most: Most): string | null {
  try {
    if (!isOfFolder(root, file, entry)) return 'it is a link that leads out of the folder';
    const stat = statSync(file);
    if (!stat.isFile()) return 'it is no file';
    return stat.size > most.bytes ? `it has more than ${most.bytes} bytes` : null;
  } catch (error) {
    return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
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
