import { type UnzipFileInfo, unzipSync } from 'fflate';
import { isLeftOut, mostOfFiles } from '../../content/moving-in/gather-files.ts';
import { UnusableSource } from '../../content/moving-in/unusable-source.ts';
import { leadsAway, zipPath } from '../../content/moving-in/zip-paths.ts';
import { ZIP_BYTES_READ } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import type { FoundFile } from './found-file.ts';

/**
 * The files of a zip, each unpacked when it is read. A path in a zip is a name and nothing more: nothing is written to a
 * disk. A zip in a zip, as Notion makes them, is opened, too.
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
        const read = async () => oneOf(bytes, info.name);
        const path = pathOf(info.name);
        const problem = leadsAway(path) ? 'its name leads out of the zip' : undefined;
        files.push({ path, size: info.originalSize, changedAt, problem, read });
        if (files.length > mostOfFiles.entries) throw tooLarge(name);
        return false;
      },
    });
  } catch (error) {
    if (error instanceof UnusableSource) throw error;
    throw new UnusableSource(`${name} is damaged, or is no zip.`, { cause: error });
  }
  if (unpacked > ZIP_BYTES_READ) throw tooLarge(name);
  return [...files, ...zips.flatMap((it) => listed(oneOf(bytes, it), it, changedAt, false))];
}

/** @throws {UnusableSource} */
function oneOf(bytes: Uint8Array<ArrayBuffer>, wanted: string): Uint8Array<ArrayBuffer> {
  let isFound = false;
  const filter = ({ name, size, originalSize }: UnzipFileInfo) => {
    // What is packed is never larger than what it holds, but for a few bytes: more would run for long, and fit nowhere.
    const isIt = !isFound && name === wanted && size <= originalSize + 1_000;
    isFound ||= isIt;
    return isIt;
  };
  try {
    const file = unzipSync(bytes, { filter })[wanted];
    if (file !== undefined) return file as Uint8Array<ArrayBuffer>;
  } catch {
    // It is told below.
  }
  throw new UnusableSource(`${wanted} in the zip is damaged.`);
}

const pathOf = (name: string) => zipPath(name).normalize('NFC');

const isHidden = (name: string) =>
  name.endsWith('/') ||
  pathOf(name)
    .split('/')
    .some((it) => it !== '..' && isLeftOut(it));

function tooLarge(name: string): UnusableSource {
  return new UnusableSource(`${name} is too large: unpack it, and take the folder with the notes.`);
}
