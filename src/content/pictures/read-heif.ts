import { lettersIn, numbersIn } from './picture-bytes.ts';
import type { ReadPicture } from './picture-facts.ts';

/** The boxes with sizes stand before the pixels. In bytes. */
const HEADER = 1_000_000;

/**
 * An AVIF, or the HEIC of Apple's cameras. Both keep one or many parts of a picture in boxes; the largest size that a box tells is the
 * picture's. They are always written anew: their notes stand among the pixels. A browser that draws them turns them upright.
 */
export function readHeif(bytes: Uint8Array<ArrayBuffer>): ReadPicture | null {
  const brand = lettersIn(bytes, 8, 12);
  const header = bytes.subarray(0, HEADER);
  const numbers = numbersIn(header);
  let width = 0;
  let height = 0;
  // 'ispe': the size of a part, behind four bytes of a version.
  for (let at = header.indexOf(0x69); at !== -1; at = header.indexOf(0x69, at + 1)) {
    if (lettersIn(header, at, at + 4) !== 'ispe') continue;
    const [w, h] = [numbers.getUint32(at + 8), numbers.getUint32(at + 12)];
    if (w * h > width * height) [width, height] = [w, h];
  }
  return {
    format: brand.startsWith('avi') ? 'avif' : 'heic',
    width,
    height,
    orientation: 1,
    isAnimated: brand === 'avis' || brand === 'msf1' || brand === 'hevc',
    mayBeClear: true,
    clean: bytes,
    mayStay: false,
  };
}
