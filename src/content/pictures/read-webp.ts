import { orientationIn } from './exif-orientation.ts';
import { joined, lettersIn, numbersIn, partOf } from './picture-bytes.ts';
import type { ReadPicture } from './picture-facts.ts';

const DRAWN = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** Which of the flags of a VP8X say that there are notes: XMP and EXIF. */
const NOTES = 0b1100;
const CLEAR = 0b1_0000;

/** A WebP: chunks in a RIFF, each with a name, a length and perhaps a byte to make it even. */
export function readWebp(bytes: Uint8Array<ArrayBuffer>): ReadPicture | null {
  const numbers = numbersIn(bytes);
  const end = 8 + numbers.getUint32(4, true);
  const kept: Uint8Array[] = [];
  let width = 0;
  let height = 0;
  let orientation = 1;
  let isAnimated = false;
  let mayBeClear = false;
  const covers = (w: number, h: number) => {
    width = Math.max(width, w);
    height = Math.max(height, h);
  };
  for (let at = 12; at < end; ) {
    const length = numbers.getUint32(at + 4, true);
    const name = lettersIn(bytes, at, at + 4);
    const content = partOf(bytes, at + 8, at + 8 + length);
    const inside = numbersIn(content);
    // The last byte of an odd one is missing in some files.
    const chunk = new Uint8Array(8 + length + (length % 2));
    chunk.set(partOf(bytes, at, at + 8 + length));
    at += chunk.length;
    if (name === 'EXIF') orientation = orientationIn(withoutName(content));
    if (!DRAWN.has(name)) continue;
    kept.push(chunk);
    if (name === 'VP8X') {
      const flags = inside.getUint8(0);
      chunk[8] = flags & ~NOTES;
      mayBeClear ||= (flags & CLEAR) !== 0;
      covers(1 + uint24(inside, 4), 1 + uint24(inside, 7));
    } else if (name === 'VP8 ') {
      covers(inside.getUint16(6, true) & 0x3fff, inside.getUint16(8, true) & 0x3fff);
    } else if (name === 'VP8L') {
      const bits = inside.getUint32(1, true);
      covers(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
      mayBeClear ||= ((bits >>> 28) & 1) === 1;
    } else if (name === 'ANIM') {
      isAnimated = true;
    }
  }
  const begin = new Uint8Array(partOf(bytes, 0, 12));
  const clean = joined([begin, ...kept]);
  numbersIn(clean).setUint32(4, clean.length - 8, true);
  return {
    format: 'webp',
    width,
    height,
    orientation,
    isAnimated,
    mayBeClear,
    clean,
    mayStay: true,
  };
}

/** Some programs put the name in front that a JPEG has there. */
function withoutName(exif: Uint8Array): Uint8Array {
  return lettersIn(exif, 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}

function uint24(numbers: DataView, at: number): number {
  return numbers.getUint16(at, true) + 65_536 * numbers.getUint8(at + 2);
}
