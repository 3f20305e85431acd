import { lettersIn } from './picture-bytes.ts';
import type { ReadPicture } from './picture-facts.ts';
import { readGif } from './read-gif.ts';
import { readHeif } from './read-heif.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { readWebp } from './read-webp.ts';
/** Why a file is not read: it is no picture, it may hold scripts, or it ends too early. */
export type NotRead = 'unknown' | 'svg' | 'damaged';

export function readPicture(bytes: Uint8Array<ArrayBuffer>): ReadPicture | NotRead {
  const reader = readers.find(({ begins }) => begins(bytes));
  if (reader === undefined) return isSvg(bytes) ? 'svg' : 'unknown';
  try {
    const read = reader.read(bytes);
    return read === null || read.width < 1 || read.height < 1 ? 'damaged' : read;
  } catch (error) {
    // A part that says it is longer than the file.
    if (error instanceof RangeError) return 'damaged';
    throw error;
  }
}

const readers: readonly {
  begins: (bytes: Uint8Array) => boolean;
  read: (bytes: Uint8Array<ArrayBuffer>) => ReadPicture | null;
}[] = [
  { begins: (bytes) => lettersIn(bytes, 0, 3) === '\xff\xd8\xff', read: readJpeg },
  { begins: (bytes) => lettersIn(bytes, 0, 8) === '\x89PNG\r\n\x1a\n', read: readPng },
  { begins: (bytes) => /^GIF8[79]a/.test(lettersIn(bytes, 0, 6)), read: readGif },
  { begins: (bytes) => /^RIFF.{4}WEBP/s.test(lettersIn(bytes, 0, 12)), read: readWebp },
  {
    begins: (bytes) => /^.{4}ftyp(avi|hei|hev|heim|mif1|msf1)/s.test(lettersIn(bytes, 0, 12)),
    read: readHeif,
  },
];

function isSvg(bytes: Uint8Array): boolean {
  return /<svg[\s>]/i.test(lettersIn(bytes, 0, 4096));
}
