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
  return {
    name,
    size,
    read() {
      try {
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
