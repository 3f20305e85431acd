import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BroughtPictures } from '../../src/content/moving-in/brought.ts';
import { notePictureFinder, picturesShownBy } from '../../src/content/moving-in/find-picture.ts';
import type { GivenFile } from '../../src/content/moving-in/gather-files.ts';
import type { PictureAt } from '../../src/content/moving-in/link-notes.ts';
import type { ReadNote } from '../../src/content/moving-in/read-note.ts';
import { makePicture, PICTURE_BYTES_READ } from '../../src/content/pictures/make-picture.ts';
import { giveCanvases } from './node-canvas.ts';
import type { PictureInTakeout } from './read-takeout.ts';

/** The pictures that the notes of a folder show, made fit for the site as pasted ones are. */
export interface NotePictures {
  readonly pictureAt: PictureAt;
  /** What is to be remembered: for a picture that has not changed, the path that it has on the site. */
  readonly brought: BroughtPictures;
  /** Their files by the names that the site has for them; those that are remembered are made when they are asked for. */
  readonly made: ReadonlyMap<string, PictureInTakeout>;
  /** Removes what was laid aside. */
  readonly end: () => void;
}

/**
 * @param files the pictures that came with the notes, by their paths
 * @param brought what is remembered of an earlier import
 * @param isOnSite whether the site has a picture, by its path
 */
export async function gatherNotePictures(
  notes: readonly Pick<ReadNote, 'parts' | 'path'>[],
  files: ReadonlyMap<string, GivenFile>,
  brought: BroughtPictures,
  isOnSite: (path: string) => Promise<boolean>,
): Promise<NotePictures> {
  const find = notePictureFinder(files.keys());
  const wanted = picturesShownBy(notes, find);
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-pictures-'));
  const made = new Map<string, PictureInTakeout>();
  const paths = new Map<string, { path: string } | string>();
  const next = new Map<string, string>();
  if (wanted.size > 0) giveCanvases();
  for (const path of wanted) {
    const file = files.get(path);
    const bytes = file === undefined ? 'it is not there' : bytesOf(file);
    if (typeof bytes === 'string') {
      paths.set(path, bytes);
      continue;
    }
    const print = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const known = brought.get(print);
    if (known !== undefined && (await isOnSite(known))) {
      next.set(print, known);
      paths.set(path, { path: known });
      continue;
    }
    const picture = await makePicture(new Blob([bytes]));
    if (!picture.ok) {
      paths.set(path, withoutFullStop(picture.reason));
      continue;
    }
    for (const it of [picture.full, ...(picture.card === undefined ? [] : [picture.card])]) {
      // Hundreds of them are too much for a memory.
      const aside = join(folder, it.name);
      writeFileSync(aside, it.bytes);
      made.set(`pictures/${it.name}`, () => new Uint8Array(readFileSync(aside)));
    }
    next.set(print, `/pictures/${picture.full.name}`);
    paths.set(path, { path: `/pictures/${picture.full.name}` });
  }
  return {
    pictureAt(address, from) {
      const path = find(address, from);
      return path === null ? null : (paths.get(path) ?? null);
    },
    brought: next,
    made,
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @returns them, or why they are not read */
function bytesOf({ size, read }: GivenFile): Uint8Array<ArrayBuffer> | string {
  if (size > PICTURE_BYTES_READ) return 'it has more than 60 MB';
  try {
    return read();
  } catch (error) {
    return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** As part of a longer sentence. */
function withoutFullStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
