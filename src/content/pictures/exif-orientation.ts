import { lettersIn, numbersIn } from './picture-bytes.ts';

const ORIENTATION = 0x0112;
const SHORT = 3;

/**
 * How the notes of a camera say that its picture has to be turned.
 *
 * @param tiff the notes, from their 'II' or 'MM' on
 * @returns 1 to 8; 1 if they say nothing that makes sense
 */
export function orientationIn(tiff: Uint8Array): number {
  const isLittle = lettersIn(tiff, 0, 2) === 'II';
  const numbers = numbersIn(tiff);
  try {
    const directory = numbers.getUint32(4, isLittle);
    const count = numbers.getUint16(directory, isLittle);
    for (let i = 0; i < count; i += 1) {
      const entry = directory + 2 + 12 * i;
      if (numbers.getUint16(entry, isLittle) !== ORIENTATION) continue;
      const value = numbers.getUint16(entry + 8, isLittle);
      const isValid = numbers.getUint16(entry + 2, isLittle) === SHORT && value >= 1 && value <= 8;
      return isValid ? value : 1;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}
