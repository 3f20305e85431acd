import {
  type FindPicture,
  notePictureFinder,
  picturesShownBy,
} from '../../content/moving-in/find-picture.ts';
import type { PictureAt } from '../../content/moving-in/link-notes.ts';
import {
  isLeftOut,
  isNoteFile,
  isPictureFile,
  mostOfNotes,
} from '../../content/moving-in/note-files.ts';
import type { RefusedFile } from '../../content/moving-in/plan-words.ts';
import { type ReadNote, readNote } from '../../content/moving-in/read-note.ts';
import { PICTURE_BYTES_READ, type PictureFile } from '../../content/pictures/make-picture.ts';
import { preparePicture } from '../../content/pictures/prepare-picture.ts';
import type { NewFile } from '../../engine/index.ts';
import { textOrNothing } from '../../lib/decoded-text.ts';
import { nextTask } from '../../lib/next-task.ts';
import { type FoundFile, type FoundFiles, NothingToRead } from './found-file.ts';

/** The notes of what was dropped or chosen, and the pictures that they show. */
export interface NotesHere {
  readonly name: string;
  readonly notes: readonly ReadNote[];
  readonly refused: readonly RefusedFile[];
  readonly pictureAt: PictureAt;
  /** The files that the site needs for its pictures, by the names that texts have for them. */
  readonly files: ReadonlyMap<string, () => Promise<NewFile>>;
}

/**
 * @param tell hears how far it is
 * @throws {NothingToRead} if there is nothing to read
 */
export async function notesIn(
  { name, files }: FoundFiles,
  tell: (words: string) => void,
  isOver: () => boolean,
): Promise<NotesHere> {
  const ours = files
    .filter(({ path }) => !path.split('/').some(isLeftOut))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const found = ours.filter(({ path }) => isNoteFile(path));
  if (found.length === 0)
    throw new NothingToRead('There are no Markdown files in it (.md, .mdx, .markdown).');
  if (found.length > mostOfNotes.notes)
    throw new NothingToRead(
      `There are more than ${mostOfNotes.notes.toLocaleString('en')} Markdown files: take one folder after the other.`,
    );
  const refused: RefusedFile[] = [];
  const notes: ReadNote[] = [];
  const taken = new Set<string>();
  for (const [n, file] of found.entries()) {
    const read = taken.has(file.path) ? 'another file has its name' : await textOf(file);
    taken.add(file.path);
    if (typeof read === 'string') refused.push({ path: file.path, why: read });
    else notes.push(readNote({ path: file.path, text: read.text, changedAt: file.changedAt }));
    if (n % 20 !== 19) continue;
    tell(`${n + 1} of ${found.length} files read…`);
    await nextTask();
    if (isOver()) break;
  }
  const pictures = new Map(
    ours.filter(({ path }) => isPictureFile(path)).map((it) => [it.path, it]),
  );
  const find = notePictureFinder(pictures.keys());
  return { name, notes, refused, ...(await picturesOf(notes, find, pictures, tell, isOver)) };
}

/** @returns why there is no text, as a string */
async function textOf({ size, read }: FoundFile): Promise<{ readonly text: string } | string> {
  if (size > mostOfNotes.bytes) return `it has more than ${mostOfNotes.bytes} bytes`;
  try {
    const text = textOrNothing(await read());
    return text === null ? 'it is neither UTF-8 nor UTF-16: save it as UTF-8' : { text };
  } catch {
    return 'it cannot be read';
  }
}

async function picturesOf(
  notes: readonly ReadNote[],
  find: FindPicture,
  pictures: ReadonlyMap<string, FoundFile>,
  tell: (words: string) => void,
  isOver: () => boolean,
): Promise<Pick<NotesHere, 'pictureAt' | 'files'>> {
  const wanted = [...picturesShownBy(notes, find)];
  const places = new Map<string, { path: string } | string>();
  const files = new Map<string, () => Promise<NewFile>>();
  for (const [n, path] of wanted.entries()) {
    if (isOver()) break;
    tell(`${n} of ${wanted.length} pictures made ready…`);
    const made = await pictureOf(pictures.get(path));
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
