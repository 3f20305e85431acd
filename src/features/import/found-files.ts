import { isLeftOut, mostOfFiles } from '../../content/moving-in/gather-files.ts';
import { UnusableSource } from '../../content/moving-in/unusable-source.ts';
import { commonFolder, withoutFolder } from '../../content/moving-in/zip-paths.ts';
import type { Dropped } from '../../lib/dropped.ts';
import type { FoundFile, FoundFiles } from './found-file.ts';
import { foundInZip } from './zipped-files.ts';

/** A file with its path, as it is chosen (`webkitRelativePath`) or found in a folder that was dropped. */
export interface PathAndFile {
  readonly path: string;
  readonly file: File;
}

/** @throws {UnusableSource} if there are far too many */
export async function filesDropped({ entries, files }: Dropped): Promise<readonly PathAndFile[]> {
  return entries.length === 0 ? filesChosen(files) : filesIn(entries);
}

export function filesChosen(files: Iterable<File>): readonly PathAndFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<readonly PathAndFile[]> {
  const found: PathAndFile[] = [];
  let looked = 0;
  const waiting = [...entries];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    looked += 1;
    if (looked > mostOfFiles.entries) throw tooMany();
    const path = entry.fullPath.replace(/^\//, '');
    if (entry.isFile) found.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
    else if (entry.isDirectory && !isLeftOut(entry.name))
      waiting.push(...(await entriesIn(entry as FileSystemDirectoryEntry)));
  }
  return found;
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A browser gives a hundred at a time. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const more = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (more.length === 0) return all;
    all.push(...more);
    if (all.length > mostOfFiles.entries) throw tooMany();
  }
}

/**
 * Opens zips, and takes away the name of the folder that holds all the rest: a learning's id is made from its file's path in it, by
 * `npm run import`, too.
 *
 * @throws {UnusableSource}
 */
export async function foundFiles(given: readonly PathAndFile[]): Promise<FoundFiles> {
  const all: FoundFile[] = [];
  const zips: string[] = [];
  for (const { path, file } of given) {
    if (/\.zip$/i.test(path)) {
      zips.push(path);
      all.push(...(await foundInZip(file)));
    } else
      all.push({
        path: path.normalize('NFC'),
        size: file.size,
        changedAt: file.lastModified,
        read: async () => new Uint8Array(await file.arrayBuffer()),
      });
  }
  if (all.length > mostOfFiles.entries) throw tooMany();
  const root = commonFolder(
    all.filter(({ problem }) => problem === undefined).map(({ path }) => path),
  );
  const [zip] = given.length === 1 ? zips : [];
  return {
    name: zip ?? withoutSlash(root),
    files: all.map((it) => ({ ...it, path: withoutFolder(it.path, root) })),
  };
}

const withoutSlash = (folder: string) => folder.replace(/\/$/, '');

function tooMany(): UnusableSource {
  return new UnusableSource(
    `There are more than ${mostOfFiles.entries.toLocaleString('en')} files. Take the folder in it that holds the notes.`,
  );
}
