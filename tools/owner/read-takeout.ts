import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PICTURE_BYTES } from '../../src/content/pictures/make-picture.ts';
import { CONTENT_FILE } from '../../src/content/write-content-zip.ts';
import { addressAtBackend } from '../../src/lib/site-picture.ts';
import { decodedText } from '../../src/lib/text-files.ts';
import { UnusableFile } from './read-content-file.ts';
import { DamagedZip, filesInZip, isZip } from './read-zip.ts';

/** What an export has written: a file of rows, a zip with their pictures, or the folder that it was unpacked to. */
export interface Takeout {
  /** The rows, as text. */
  readonly text: string;
  /** The pictures in it by their names, `pictures/<…>`; each is read when it is asked for. */
  readonly pictures: ReadonlyMap<string, PictureInTakeout>;
  /** The names of what is neither. */
  readonly ignored: readonly string[];
}

/** @returns its bytes, or why it cannot be read */
export type PictureInTakeout = () => Uint8Array<ArrayBuffer> | string;

/** Of the rows, unpacked: far more than a site has, and less than fills a memory. */
const TEXT_BYTES = 200_000_000;

/**
 * Nothing is written anywhere, so no name in it leads out of a folder.
 *
 * @throws {UnusableFile} if it can be no export; what `node:fs` throws if it cannot be read
 */
export function readTakeout(path: string): Takeout {
  if (statSync(path).isDirectory()) return sorted(filesInFolder(path));
  const bytes = readFileSync(path);
  if (!isZip(bytes)) return { text: decodedText(bytes), pictures: new Map(), ignored: [] };
  try {
    return sorted(filesInZip(bytes));
  } catch (error) {
    if (!(error instanceof DamagedZip)) throw error;
    throw new UnusableFile(`This zip is damaged: ${error.message}`, { cause: error });
  }
}

/** Whether a zip holds this site's rows; one that cannot be read may be anything else. */
export function isTakeoutZip(bytes: Buffer): boolean {
  try {
    return filesInZip(bytes).some(({ name }) => rows.test(name));
  } catch {
    return false;
  }
}

interface File {
  readonly name: string;
  readonly size: number;
  readonly read: () => Uint8Array<ArrayBuffer>;
}

function filesInFolder(folder: string): readonly File[] {
  const inside = (within: string) =>
    readdirSync(join(folder, within), { withFileTypes: true }).flatMap((it) => {
      // A link may lead anywhere.
      if (!it.isFile()) return [];
      const path = join(folder, within, it.name);
      return [
        {
          name: `${within}${it.name}`,
          size: statSync(path).size,
          read: () => new Uint8Array(readFileSync(path)),
        },
      ];
    });
  const hasPictures = readdirSync(folder, { withFileTypes: true }).some(
    (it) => it.name === 'pictures' && it.isDirectory(),
  );
  return [...inside(''), ...(hasPictures ? inside('pictures/') : [])];
}

/** A folder that was zipped by hand stands in the zip with its name. */
const rows = new RegExp(`^(?:[^/]+/)?${CONTENT_FILE.replace('.', '\\.')}$`);

function sorted(files: readonly File[]): Takeout {
  const content = files.find(({ name }) => rows.test(name));
  if (content === undefined) throw new UnusableFile(`There is no ${CONTENT_FILE} in it.`);
  if (content.size > TEXT_BYTES) throw new UnusableFile(`Its ${CONTENT_FILE} is too large.`);
  const folder = content.name.slice(0, -CONTENT_FILE.length);
  const pictures = new Map<string, PictureInTakeout>();
  const ignored: string[] = [];
  for (const file of files) {
    if (file === content) continue;
    const name = file.name.startsWith(folder) ? file.name.slice(folder.length) : file.name;
    if (isPictureFile(name) && !pictures.has(name)) pictures.set(name, pictureIn(file));
    else ignored.push(file.name);
  }
  return { text: decodedText(content.read()), pictures, ignored };
}

function isPictureFile(name: string): boolean {
  return addressAtBackend(`/${name}`, '') !== null;
}

function pictureIn({ size, read }: File): PictureInTakeout {
  return () => {
    if (size > PICTURE_BYTES) return 'it has more than 10 MB';
    try {
      return read();
    } catch (error) {
      return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
}
