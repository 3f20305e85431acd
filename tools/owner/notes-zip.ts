import { FOLDER_FILE } from '../../src/content/folder-export/folder-layout.ts';
import {
  type GatheredFiles,
  type GivenFile,
  gatherFiles,
  goesThroughLeftOut,
  isLeftOut,
  isMovedIn,
  type MostOfFiles,
  mostOfFiles,
} from '../../src/content/moving-in/gather-files.ts';
import { UnusableSource } from '../../src/content/moving-in/unusable-source.ts';
import {
  commonFolder,
  leadsAway,
  withoutFolder,
  zipPath,
} from '../../src/content/moving-in/zip-paths.ts';
import { atOwnersClock } from '../../src/lib/owner-times.ts';
import { DamagedZip, filesInZip, type ZippedFile } from './read-zip.ts';

/**
 * The files of a zip that move in, as those of the folder that it would unpack to. Nothing is unpacked onto the disk, so no name in it
 * leads anywhere. A folder that was zipped as a whole stands in the zip with its name: this name is left away, so that zip and
 * folder mean the same notes.
 *
 * Notion puts its export into a zip within the zip, in parts if it is large. No other zip within a zip is opened.
 */

/** Of a zip within a zip, in bytes: it is unpacked in memory. */
const INNER_MOST = 1_000_000_000;

/**
 * @param name what the owner calls it
 * @param site the address of the site that posts come from, if it is known
 * @throws {UnusableSource} if it cannot be read, holds nothing that moves in, or holds too much
 */
export function readNotesZip(
  name: string,
  zip: Buffer,
  site: string | null,
  most: MostOfFiles = mostOfFiles,
): GatheredFiles {
  const files = filesIn(name, zip, most);
  const visible = files.filter(({ path }) => !goesThroughLeftOut(path));
  const root = commonFolder(
    visible.filter(({ problem }) => problem === undefined).map(({ path }) => path),
  );
  if (visible.some(({ path }) => withoutFolder(path, root) === FOLDER_FILE)) {
    throw new UnusableSource(
      `${name} is a folder that this site exported. Unpack it, hidden files too, and name the folder.`,
    );
  }
  const given = visible
    .map((file) => ({ ...file, path: withoutFolder(file.path, root) }))
    .filter(({ path }) => isMovedIn(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return gatherFiles(name, given, { site, now: Date.now() }, most);
}

function filesIn(name: string, zip: Buffer, most: MostOfFiles): GivenFile[] {
  const outer = listed(name, zip);
  const inner = outer.filter((it) => /\.zip$/i.test(it.name) && !it.isLink);
  const isWrapper =
    inner.length > 0 && outer.every((it) => inner.includes(it) || isLeftOut(it.name));
  const files = isWrapper
    ? inner.flatMap((it) => listed(`${name}: ${it.name}`, unpacked(name, it)))
    : outer;
  if (files.length > most.entries) {
    throw new UnusableSource(
      `${name} holds more than ${most.entries} files: unpack it, and name the folder in it that holds the Markdown.`,
    );
  }
  return files.map(givenFile);
}

function listed(name: string, zip: Buffer): readonly ZippedFile[] {
  try {
    return filesInZip(zip);
  } catch (error) {
    if (!(error instanceof DamagedZip)) throw error;
    throw new UnusableSource(`${name} cannot be read as a zip: ${error.message}`, { cause: error });
  }
}

function unpacked(name: string, file: ZippedFile): Buffer {
  if (file.size > INNER_MOST) {
    throw new UnusableSource(`${name}: ${file.name} is too large: unpack it, and name the folder.`);
  }
  try {
    return Buffer.from(file.read());
  } catch (error) {
    throw new UnusableSource(`${name}: ${file.name} cannot be read: ${String(error)}`, {
      cause: error,
    });
  }
}

function givenFile({ name, size, isLink, changedAt, read }: ZippedFile): GivenFile {
  const path = zipPath(name);
  const problem = leadsAway(path)
    ? 'its name leads out of the zip'
    : isLink
      ? 'it is a link'
      : undefined;
  return { path, size, changedAt: atOwnersClock(changedAt) ?? Date.now(), read, problem };
}
