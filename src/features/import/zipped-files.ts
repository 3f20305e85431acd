import { type UnzipFileInfo, unzipSync } from 'fflate';
import {
  goesThroughLeftOut,
  isMovedIn,
  mostOfFiles,
  pictureEnding,
} from '../../content/moving-in/gather-files.ts';
import { UnusableSource } from '../../content/moving-in/unusable-source.ts';
import { leadsAway, zipPath } from '../../content/moving-in/zip-paths.ts';
import { ZIP_BYTES_READ } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import type { FoundFile } from './found-file.ts';

/** Texts are unpacked together up to so many bytes: each look into a zip goes through the list of all that it holds. */
const UNPACKED_TOGETHER = 8_000_000;

/**
 * The files of a zip, unpacked when they are read. A path in a zip is a name and nothing more: nothing is written to a
 * disk. Notion puts its export into a zip within the zip, in parts if it is large. As in the command, no other zip within a zip is
 * opened.
 *
 * @throws {UnusableSource} if it is no zip, or claims too much
 */
export async function foundInZip(zip: File): Promise<readonly FoundFile[]> {
  if (zip.size > ZIP_BYTES_READ) throw tooLarge(zip.name);
  const bytes = new Uint8Array(await zip.arrayBuffer());
  return listed(bytes, zip.name, zip.lastModified, true);
}

function listed(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  changedAt: Instant,
  opensZips: boolean,
): readonly FoundFile[] {
  const files: FoundFile[] = [];
  const zips: string[] = [];
  const texts = new Map<string, number>();
  const read = reader(bytes, texts);
  let unpacked = 0;
  try {
    unzipSync(bytes, {
      filter(info) {
        if (isHidden(info.name)) return false;
        if (opensZips && /\.zip$/i.test(info.name)) {
          unpacked += info.originalSize;
          zips.push(info.name);
          return false;
        }
        const path = pathOf(info.name);
        const problem = leadsAway(path) ? 'its name leads out of the zip' : undefined;
        if (isText(info.name)) texts.set(info.name, info.originalSize);
        files.push({
          ...{ path, size: info.originalSize, changedAt, problem },
          read: async () => read(info.name),
        });
        if (files.length > mostOfFiles.entries) throw tooLarge(name);
        return false;
      },
    });
  } catch (error) {
    if (error instanceof UnusableSource) throw error;
    throw new UnusableSource(`${name} is damaged, or is no zip.`, { cause: error });
  }
  if (unpacked > ZIP_BYTES_READ) throw tooLarge(name);
  if (files.length > 0) return files;
  return zips.flatMap((it) => listed(oneOf(bytes, it), it, changedAt, false));
}

/**
 * Reads files of a zip by their names, a text together with those that follow it.
 *
 * @param texts with their sizes in bytes. One that is unpacked leaves.
 */
function reader(bytes: Uint8Array<ArrayBuffer>, texts: Map<string, number>) {
  let ready: Readonly<Record<string, Uint8Array>> = {};
  return (wanted: string): Uint8Array<ArrayBuffer> => {
    if (texts.has(wanted)) {
      const together = firstOf(texts, wanted);
      for (const name of together) texts.delete(name);
      try {
        ready = unpackedOf(bytes, together);
      } catch {
        // One of them is damaged: each is read by itself, and tells of itself.
        ready = {};
      }
    }
    return (ready[wanted] as Uint8Array<ArrayBuffer> | undefined) ?? oneOf(bytes, wanted);
  };
}

function firstOf(texts: ReadonlyMap<string, number>, wanted: string): ReadonlySet<string> {
  const together = new Set([wanted]);
  let sum = texts.get(wanted) ?? 0;
  for (const [name, size] of texts) {
    sum += size;
    if (sum > UNPACKED_TOGETHER) break;
    together.add(name);
  }
  return together;
}

/** @throws {UnusableSource} */
function oneOf(bytes: Uint8Array<ArrayBuffer>, wanted: string): Uint8Array<ArrayBuffer> {
  try {
    const file = unpackedOf(bytes, new Set([wanted]))[wanted];
    if (file !== undefined) return file as Uint8Array<ArrayBuffer>;
  } catch {
    // It is told below.
  }
  throw new UnusableSource(`${wanted} in the zip is damaged.`);
}

/** Of files of one name the first is taken. */
function unpackedOf(bytes: Uint8Array<ArrayBuffer>, wanted: ReadonlySet<string>) {
  const found = new Set<string>();
  const filter = ({ name, size, originalSize }: UnzipFileInfo) => {
    // What is packed is never larger than what it holds, but for a few bytes: more would run for long, and fit nowhere.
    const isIt = wanted.has(name) && !found.has(name) && size <= originalSize + 1_000;
    if (isIt) found.add(name);
    return isIt;
  };
  return unzipSync(bytes, { filter });
}

const isText = (name: string) => isMovedIn(name) && !pictureEnding.test(name);

const pathOf = (name: string) => zipPath(name).normalize('NFC');

const isHidden = (name: string) => name.endsWith('/') || goesThroughLeftOut(pathOf(name));

function tooLarge(name: string): UnusableSource {
  return new UnusableSource(`${name} is too large: unpack it, and take the folder with the notes.`);
}
