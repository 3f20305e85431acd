import { crc32, inflateRawSync } from 'node:zlib';

/**
 * Reads files out of a zip, one at a time. By its list at the end, as zips are read, and with Node's own zlib, which can be told
 * how much may come out: a library that unpacks by what the zip claims can be made to fill the memory, or to run for ever.
 */

/** It is no zip, or cannot be read. */
export class DamagedZip extends Error {
  override name = 'DamagedZip';
}

export interface ZippedFile {
  readonly name: string;
  /** What the zip claims, in bytes. */
  readonly size: number;
  /** It only names another file. */
  readonly isLink: boolean;
  /** When it was changed, by a clock that the zip does not name: `2024-03-14T10:30:06`. */
  readonly changedAt: string;
  /** @throws {DamagedZip} if more comes out than the zip claims, or something else */
  readonly read: () => Uint8Array<ArrayBuffer>;
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MOST = 65_535;
const LISTED = 0x02014b50;
const LISTED_BYTES = 46;
const STORED = 0;
const DEFLATED = 8;

/** @throws {DamagedZip} */
export function filesInZip(zip: Buffer): readonly ZippedFile[] {
  try {
    const end = endOf(zip);
    const count = zip.readUInt16LE(end + 10);
    let at = zip.readUInt32LE(end + 16);
    if (count === 0xffff || at === 0xffffffff) {
      throw new DamagedZip(
        'It holds more than 65,534 files, or more than 4 GB. Unpack it, and name the folder.',
      );
    }
    const files: ZippedFile[] = [];
    for (let i = 0; i < count; i += 1) {
      if (zip.readUInt32LE(at) !== LISTED) throw new DamagedZip('Its list is damaged.');
      const nameEnds = at + LISTED_BYTES + zip.readUInt16LE(at + 28);
      files.push(listed(zip, at, zip.toString('utf8', at + LISTED_BYTES, nameEnds)));
      at = nameEnds + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    return files.filter(({ name }) => !name.endsWith('/'));
  } catch (error) {
    throw damaged(error);
  }
}

function endOf(zip: Buffer): number {
  const last = zip.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_MOST); at -= 1)
    if (zip.readUInt32LE(at) === END) return at;
  throw new DamagedZip('Its end is missing.');
}

function listed(zip: Buffer, at: number, name: string): ZippedFile {
  const method = zip.readUInt16LE(at + 10);
  const sum = zip.readUInt32LE(at + 16);
  const packed = zip.readUInt32LE(at + 20);
  const size = zip.readUInt32LE(at + 24);
  const header = zip.readUInt32LE(at + 42);
  const [day, time] = [zip.readUInt16LE(at + 14), zip.readUInt16LE(at + 12)];
  return {
    name,
    size,
    // Of the mode that Unix gives a file.
    isLink: zip.readUInt32LE(at + 38) >>> 28 === 0xa,
    changedAt: `${1980 + (day >> 9)}-${two((day >> 5) & 15)}-${two(day & 31)}T${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`,
    read() {
      try {
        if ((zip.readUInt16LE(at + 8) & 1) === 1) throw new DamagedZip('It has a password.');
        const begin = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
        const bytes = zip.subarray(begin, begin + packed);
        const file = method === STORED ? Buffer.from(bytes) : inflated(method, bytes, size);
        if (file.length !== size || crc32(file) !== sum) throw new DamagedZip('It is cut.');
        return new Uint8Array(file);
      } catch (error) {
        throw damaged(error);
      }
    },
  };
}

const two = (count: number) => String(count).padStart(2, '0');

function inflated(method: number, bytes: Buffer, size: number): Buffer {
  if (method !== DEFLATED)
    throw new DamagedZip(`It is packed in a way (${method}) not known here.`);
  return inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) });
}

/** What zlib says of its bytes, and what reads behind the end. */
function damaged(error: unknown): unknown {
  if (error instanceof DamagedZip || !(error instanceof Error)) return error;
  return new DamagedZip(error.message, { cause: error });
}
