import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import {
  FOLDER_FILE,
  type NamedKinds,
  type TextFile,
} from '../../src/content/folder-export/folder-layout.ts';
import type { FolderRemark } from '../../src/content/folder-export/folder-rows.ts';
import { isOfFolder } from '../../src/content/folder-export/read-folder.ts';
import {
  type GivenFile,
  mostOfFiles,
  pictureEnding,
} from '../../src/content/moving-in/gather-files.ts';
import { PICTURE_BYTES } from '../../src/content/pictures/make-picture.ts';
import { addressAtBackend } from '../../src/lib/site-picture.ts';
import { textOrNothing } from '../../src/lib/text-files.ts';
import { entriesIn } from './notes-folder.ts';
import type { PictureInTakeout } from './read-takeout.ts';
import { NotTransferred } from './transfer.ts';

/** The files of a folder that an export has written (src/content/folder-export). Links in it are not followed. */

export interface FolderOnDisk {
  /** What belongs to it. */
  readonly files: readonly TextFile[];
  /** By their names on the site, `pictures/<…>`. */
  readonly pictures: ReadonlyMap<string, PictureInTakeout>;
  /** Where the others are that somebody has put into it, by their paths in it. */
  readonly newPictures: ReadonlyMap<string, GivenFile>;
  /** Of files that must be mended. */
  readonly problems: readonly FolderRemark[];
  /** Paths of what does not belong to it. */
  readonly others: readonly string[];
}

/** In bytes, of one file. */
const LARGEST = 50_000_000;

export function isExportedFolder(folder: string): boolean {
  return existsSync(join(folder, FOLDER_FILE));
}

/** @throws {NotTransferred} if there are too many files */
export function readFolderOnDisk(folder: string, kinds: NamedKinds): FolderOnDisk {
  const files: TextFile[] = [];
  const pictures = new Map<string, PictureInTakeout>();
  const newPictures = new Map<string, GivenFile>();
  const problems: FolderRemark[] = [];
  const others: string[] = [];
  for (const { path, entry } of entriesIn(folder, mostOfFiles.entries)) {
    const file = join(folder, path);
    if (entry.isFile() && isOwnPicture(path)) pictures.set(path, pictureAt(file));
    else if (entry.isFile() && pictureEnding.test(path))
      newPictures.set(path, givenFile(path, file));
    else if (!entry.isFile() || !isOfFolder(path, kinds)) others.push(path);
    else {
      const text = textAt(file);
      if (text === null) {
        const why = 'it is no text in UTF-8 of a size that can be read: save it as UTF-8';
        problems.push({ path, line: null, why });
      } else files.push({ path, text });
    }
  }
  return { files, pictures, newPictures, problems, others };
}

function givenFile(path: string, file: string): GivenFile {
  const { size, mtimeMs } = statSync(file);
  const read = () => new Uint8Array(readFileSync(file));
  return { path, size, changedAt: Math.floor(mtimeMs), read };
}

function isOwnPicture(path: string): boolean {
  return addressAtBackend(`/${path}`, '') !== null;
}

function textAt(file: string): string | null {
  return statSync(file).size > LARGEST ? null : textOrNothing(readFileSync(file));
}

function pictureAt(file: string): PictureInTakeout {
  return () =>
    statSync(file).size > PICTURE_BYTES
      ? 'it has more than 10 MB'
      : new Uint8Array(readFileSync(file));
}

/** Whether nothing is in a folder, or it is not there. Hidden files, such as git's, are nothing. */
export function isEmptyFolder(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).every((it) => it.startsWith('.'));
}

/**
 * Nobody ever reads half a file. One that is so already stays untouched.
 *
 * @throws {NotTransferred} if a link leads out of the folder
 */
export function writeInFolder(folder: string, path: string, data: string | Uint8Array): void {
  const file = join(folder, path);
  const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data);
  if (existsSync(file) && readFileSync(file).equals(bytes)) return;
  mkdirSync(dirname(file), { recursive: true });
  if (!`${realpathSync(dirname(file))}${sep}`.startsWith(`${realpathSync(folder)}${sep}`)) {
    throw new NotTransferred(
      `${dirname(file)} is a link that leads out of the folder: nothing is written there.`,
    );
  }
  // Nor through a link of this name.
  rmSync(`${file}.part`, { force: true });
  writeFileSync(`${file}.part`, bytes);
  renameSync(`${file}.part`, file);
}

/** Takes files of an earlier export away that a new one does not have. */
export function removeStale(
  folder: string,
  { files, pictures }: FolderOnDisk,
  wanted: ReadonlySet<string>,
): void {
  const held = [...files.map(({ path }) => path), ...pictures.keys()];
  for (const path of held) if (!wanted.has(path)) rmSync(join(folder, path));
}
