import { orientationIn } from './exif-orientation.ts';
import { joined, lettersIn, numbersIn, partOf } from './picture-bytes.ts';
import type { ReadPicture } from './picture-facts.ts';

/** What is drawn: pixels, colours and what they mean, and the frames of an animation. Notes have other names. */
const DRAWN = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT acTL fcTL fdAT'.split(' '),
);

/** A PNG: chunks, each with a length, a name, and a sum of its bytes. */
export function readPng(bytes: Uint8Array<ArrayBuffer>): ReadPicture | null {
  const numbers = numbersIn(bytes);
  const kept = [partOf(bytes, 0, 8)];
  let orientation = 1;
  let isAnimated = false;
  let mayBeClear = false;
  let hasPixels = false;
  let name = '';
  for (let at = 8; name !== 'IEND'; ) {
    const length = numbers.getUint32(at);
    const chunk = partOf(bytes, at, at + 12 + length);
    name = lettersIn(chunk, 4, 8);
    if (DRAWN.has(name)) kept.push(chunk);
    if (name === 'eXIf') orientation = orientationIn(chunk.subarray(8, 8 + length));
    // Browsers draw pixels that cannot be unpacked as black, and say nothing.
    if (name === 'IDAT' && !hasPixels) {
      hasPixels = true;
      if (!isPacked(chunk)) return null;
    }
    if (name === 'acTL') isAnimated = true;
    if (name === 'tRNS') mayBeClear = true;
    at += chunk.length;
  }
  if (lettersIn(bytes, 12, 16) !== 'IHDR' || !hasPixels) return null;
  // Bit 2 of the sort of colour.
  if ((numbers.getUint8(25) & 4) !== 0) mayBeClear = true;
  const [width, height] = [numbers.getUint32(16), numbers.getUint32(20)];
  return {
    format: 'png',
    width,
    height,
    orientation,
    isAnimated,
    mayBeClear,
    clean: joined(kept),
    mayStay: true,
  };
}

/** Whether the first chunk of pixels begins as zlib does: with its method, and a sum that 31 divides. */
function isPacked(chunk: Uint8Array): boolean {
  const [method = 0, sum = 0] = chunk.subarray(8, 10);
  return (method & 15) === 8 && (method * 256 + sum) % 31 === 0;
}
