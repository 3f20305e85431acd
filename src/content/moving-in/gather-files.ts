import type { Instant } from '../../lib/millis.ts';
import { textOrNothing } from '../../lib/text-files.ts';
import type { AroundPosts } from './read-ghost.ts';
import { ghostDataIn, readGhost } from './read-ghost.ts';
import type { NoteFile, ReadNote } from './read-note.ts';
import { isWordPress, readWordPress } from './read-wordpress.ts';
import { UnusableSource } from './unusable-source.ts';

/**
 * Sorts the files of a folder, of a zip or of a choice in a browser into what moves in. Whoever reads files hands them in; a file
 * is read only once it is known to be wanted and not too large.
 *
 * | a file | becomes |
 * |---|---|
 * | `.md`, `.mdx`, `.markdown` | a note |
 * | `.json` called after Ghost, `.xml` called after WordPress; or whatever it is called, where it is the only one | posts |
 * | `.csv`, `.tsv` | a list |
 * | a picture | a picture, if a note shows it |
 */

export interface GivenFile {
  /** Within the folder, with `/` between its parts. */
  readonly path: string;
  /** In bytes, unpacked. */
  readonly size: number;
  readonly changedAt: Instant;
  /** @throws if it cannot be read */
  readonly read: () => Uint8Array<ArrayBuffer>;
  /** Why it must not be read. */
  readonly problem?: string | undefined;
}

export interface GatheredFiles {
  readonly files: readonly NoteFile[];
  readonly posts: readonly ReadNote[];
  readonly lists: readonly { readonly path: string; readonly text: string }[];
  /** By their paths. */
  readonly pictures: ReadonlyMap<string, GivenFile>;
  /** Files that were not read, and why. */
  readonly refused: readonly { readonly path: string; readonly why: string }[];
}

/** More than anybody has written. */
export const mostOfFiles = {
  notes: 10_000,
  /** Files and folders that are looked at. */
  entries: 100_000,
  /** Of one note. A novel has less. */
  bytes: 1_000_000,
  /** Of one list. */
  listBytes: 20_000_000,
  /** Of an export of posts. */
  postsBytes: 200_000_000,
  /** Of everything that is read as text. */
  allBytes: 300_000_000,
} as const;

export type MostOfFiles = Readonly<Record<keyof typeof mostOfFiles, number>>;

const isNote = /\.(?:md|mdx|markdown)$/i;
/** By its ending, which may lie. */
export const pictureEnding = /\.(?:avif|bmp|gif|heic|heif|jpe?g|png|svg|tiff?|webp)$/i;
const isList = /\.(?:csv|tsv)$/i;
const isGhost = /\.json$/i;
const isOfWordPress = /\.xml$/i;

/** Whether a file may be moved in, by its name: all others need not be looked at. */
export function isMovedIn(path: string): boolean {
  return [isNote, pictureEnding, isList, isGhost, isOfWordPress].some((it) => it.test(path));
}

/** Hidden files and folders (`.git`, `.obsidian`), and what systems and programs keep among others. */
export function isLeftOut(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || name === '__MACOSX';
}

/** Whether a path goes through something that is left out. A step out of its zip does not: it is told. */
export function goesThroughLeftOut(path: string): boolean {
  return path.split('/').some((it) => it !== '..' && isLeftOut(it));
}

/**
 * @param name what the owner calls the source
 * @param given sorted by their paths
 * @param site the address of the site that posts come from, if it is known
 * @throws {UnusableSource} if it holds nothing that moves in, or far too much
 */
export function gatherFiles(
  name: string,
  given: readonly GivenFile[],
  { site, now }: Pick<AroundPosts, 'site' | 'now'>,
  most: MostOfFiles = mostOfFiles,
): GatheredFiles {
  const files: NoteFile[] = [];
  const posts: ReadNote[] = [];
  const lists: { path: string; text: string }[] = [];
  const pictures = new Map<string, GivenFile>();
  const refused: { path: string; why: string }[] = [];
  /** macOS writes one name in another way than others. */
  const taken = new Set<string>();
  let bytes = 0;
  for (const file of given) {
    const path = file.path.normalize('NFC');
    if (pictureEnding.test(path) && file.problem === undefined) pictures.set(path, file);
  }
  const hasFile = (path: string) => pictures.has(path);
  const isOnly = given.length === 1;
  for (const file of given) {
    const path = file.path.normalize('NFC');
    const limit = limitOf(path);
    if (limit === null) continue;
    const refuse = (why: string) => void refused.push({ path, why });
    const problem = taken.has(path) ? 'another file has its name' : problemOf(file, limit);
    if (problem !== null) {
      refuse(problem);
      continue;
    }
    taken.add(path);
    bytes += file.size;
    if (bytes > most.allBytes) {
      throw new UnusableSource(
        `${name} holds more than ${most.allBytes} bytes of text: import its folders one by one.`,
      );
    }
    if (isNote.test(path) && files.length === most.notes) {
      throw new UnusableSource(
        `${name} holds more than ${most.notes} Markdown files: import its folders one by one.`,
      );
    }
    const text = readText(file, refuse);
    if (text === null) continue;
    if (isNote.test(path)) files.push({ path, text, changedAt: file.changedAt });
    else if (isList.test(path)) lists.push({ path, text });
    else addPosts(path, text, refuse);
  }
  const [why] = refused;
  const count = files.length + posts.length + lists.length;
  if (count === 0 && isOnly && why !== undefined) throw new UnusableSource(`${name}: ${why.why}.`);
  if (count + refused.length === 0) {
    throw new UnusableSource(
      `${name} holds no Markdown files (.md, .mdx, .markdown), no export of Ghost or WordPress, and no CSV.`,
    );
  }
  return { files, posts, lists, pictures, refused };

  function limitOf(path: string): number | null {
    if (isNote.test(path)) return most.bytes;
    if (isList.test(path)) return most.listBytes;
    const isPosts =
      (isGhost.test(path) && (isOnly || /ghost/i.test(path))) ||
      (isOfWordPress.test(path) && (isOnly || /wordpress|wxr/i.test(path)));
    return isPosts ? most.postsBytes : null;
  }

  function addPosts(path: string, text: string, refuse: (why: string) => void): void {
    const around = { site, now, hasFile };
    try {
      const read = isOfWordPress.test(path) ? fromWordPress(text, around) : fromGhost(text, around);
      if (read === null) {
        if (isOnly) refuse('it is no export of Ghost (JSON) or WordPress (XML)');
        return;
      }
      posts.push(...read.notes);
      refused.push(...read.refused.map((it) => ({ ...it, path: `${path}: ${it.path}` })));
    } catch (error) {
      if (!(error instanceof UnusableSource)) throw error;
      refuse(error.message);
    }
  }
}

function problemOf({ problem, size }: GivenFile, limit: number): string | null {
  if (problem !== undefined) return problem;
  return size > limit ? `it has more than ${limit} bytes` : null;
}

function readText(file: GivenFile, refuse: (why: string) => void): string | null {
  try {
    const text = textOrNothing(file.read());
    if (text === null) refuse('it is neither UTF-8 nor UTF-16: save it as UTF-8');
    return text;
  } catch (error) {
    refuse(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

function fromWordPress(text: string, around: AroundPosts) {
  return isWordPress(text) ? readWordPress(text, around) : null;
}

function fromGhost(text: string, around: AroundPosts) {
  const data = ghostDataIn(parsed(text));
  return data === null ? null : readGhost(data, around);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
