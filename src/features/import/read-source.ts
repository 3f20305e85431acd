import { FOLDER_FILE } from '../../content/folder-export/folder-layout.ts';
import {
  type FindPicture,
  notePictureFinder,
  picturesShownBy,
} from '../../content/moving-in/find-picture.ts';
import {
  type GatheredFiles,
  type GivenFile,
  gatherFiles,
  goesThroughLeftOut,
  isMovedIn,
  mostOfFiles,
  pictureEnding,
} from '../../content/moving-in/gather-files.ts';
import type { PictureAt } from '../../content/moving-in/link-notes.ts';
import { readLists } from '../../content/moving-in/plan-source.ts';
import type { ReadListFile } from '../../content/moving-in/read-list.ts';
import { type ReadNote, readNote } from '../../content/moving-in/read-note.ts';
import { UnusableSource } from '../../content/moving-in/unusable-source.ts';
import { PICTURE_BYTES_READ, type PictureFile } from '../../content/pictures/make-picture.ts';
import { preparePicture } from '../../content/pictures/prepare-picture.ts';
import { CONTENT_FILE } from '../../content/write-content-zip.ts';
import type { NewFile } from '../../engine/index.ts';
import { nextTask } from '../../lib/next-task.ts';
import type { FoundFile, FoundFiles } from './found-file.ts';

/** What was dropped or chosen, read: notes and posts, lists, and the pictures that notes show. */
export interface ReadSource {
  readonly name: string;
  readonly notes: readonly ReadNote[];
  readonly lists: readonly ReadListFile[];
  readonly refused: GatheredFiles['refused'];
  readonly pictureAt: PictureAt;
  /** The files that the site needs for its pictures, by the names that texts have for them. */
  readonly files: ReadonlyMap<string, () => Promise<NewFile>>;
}

/** What tells an export of this site from other files. */
const ownExports: ReadonlySet<string> = new Set([CONTENT_FILE, FOLDER_FILE]);

/**
 * @param tell hears how far it is
 * @throws {UnusableSource} if there is nothing to read, or too much
 */
export async function readSource(
  { name, files }: FoundFiles,
  tell: (words: string) => void,
  isOver: () => boolean,
): Promise<ReadSource> {
  if (files.some(({ path }) => ownExports.has(path)))
    throw new UnusableSource(
      'This is an export of this site. “npm run import” brings it back with its ids; here it would come a second time.',
    );
  const ours = files
    .filter(({ path }) => isMovedIn(path) && !goesThroughLeftOut(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const given: GivenFile[] = [];
  for (const [n, file] of ours.entries()) {
    given.push(await givenOf(file));
    if (n % 20 !== 19) continue;
    tell(`${n + 1} of ${ours.length} files read…`);
    await nextTask();
    if (isOver()) break;
  }
  const what = name === '' ? 'What you chose' : name;
  const gathered = gatherFiles(what, given, { site: null, now: Date.now() });
  const notes: ReadNote[] = [...gathered.posts];
  for (const [n, file] of gathered.files.entries()) {
    notes.push(readNote(file));
    if (n % 20 === 19) await nextTask();
    if (isOver()) break;
  }
  const { lists, refused } = readLists(gathered, null);
  const find = notePictureFinder(gathered.pictures.keys());
  const byPath = new Map(ours.map((it) => [it.path.normalize('NFC'), it]));
  return {
    ...{ name, notes, lists, refused: [...gathered.refused, ...refused] },
    ...(await picturesOf(notes, find, byPath, tell, isOver)),
  };
}

/** A browser reads files later, so what is text and not too large is read here; pictures only once they are known to be shown. */
async function givenOf({ path, size, changedAt, problem, read }: FoundFile): Promise<GivenFile> {
  const nothing = () => new Uint8Array();
  if (problem !== undefined || pictureEnding.test(path) || size > mostOfFiles.postsBytes)
    return { path, size, changedAt, problem, read: nothing };
  try {
    const bytes = await read();
    return { path, size, changedAt, read: () => bytes };
  } catch {
    return { path, size, changedAt, read: nothing, problem: 'it cannot be read' };
  }
}

async function picturesOf(
  notes: readonly ReadNote[],
  find: FindPicture,
  found: ReadonlyMap<string, FoundFile>,
  tell: (words: string) => void,
  isOver: () => boolean,
): Promise<Pick<ReadSource, 'pictureAt' | 'files'>> {
  const wanted = [...picturesShownBy(notes, find)];
  const places = new Map<string, { path: string } | string>();
  const files = new Map<string, () => Promise<NewFile>>();
  for (const [n, path] of wanted.entries()) {
    if (isOver()) break;
    tell(`${n} of ${wanted.length} pictures made ready…`);
    const made = await pictureOf(found.get(path));
    if (typeof made === 'string') {
      places.set(path, made);
      continue;
    }
    places.set(path, { path: `/pictures/${made.full.name}` });
    for (const it of made.card === undefined ? [made.full] : [made.full, made.card])
      files.set(`pictures/${it.name}`, laidAside(it));
  }
  return {
    files,
    pictureAt(address, from) {
      const path = find(address, from);
      return path === null ? null : (places.get(path) ?? null);
    },
  };
}

/** @returns why there is none, as a part of a sentence */
async function pictureOf(file: FoundFile | undefined) {
  if (file === undefined) return 'it is not there';
  if (file.size > PICTURE_BYTES_READ) return 'it has more than 60 MB';
  const bytes = await file.read().catch(() => null);
  if (bytes === null) return 'it cannot be read';
  const made = await preparePicture(new Blob([bytes]));
  return made.ok ? made : made.reason.replace(/\.$/, '');
}

/** Hundreds of pictures are too much for a memory; browsers keep large blobs on the disk. */
function laidAside({ name, bytes, type }: PictureFile): () => Promise<NewFile> {
  const blob = new Blob([bytes], { type });
  return async () => ({ name: `pictures/${name}`, type, bytes: await blob.arrayBuffer() });
}
