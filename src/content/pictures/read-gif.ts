import { joined, lettersIn, numbersIn, partOf } from './picture-bytes.ts';
import type { ReadPicture } from './picture-facts.ts';

const EXTENSION = 0x21;
const FRAME = 0x2c;
const END = 0x3b;
const FRAME_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** A GIF: blocks, each with its own form. Of the extensions those are kept that a frame needs, and those that repeat the frames. */
export function readGif(bytes: Uint8Array<ArrayBuffer>): ReadPicture | null {
  const numbers = numbersIn(bytes);
  let [width, height] = [numbers.getUint16(6, true), numbers.getUint16(8, true)];
  let at = 13 + coloursOf(numbers.getUint8(10));
  const kept = [partOf(bytes, 0, at)];
  let frames = 0;
  // Many files have no end, only a last block.
  while (at < bytes.length && numbers.getUint8(at) !== END) {
    const kind = numbers.getUint8(at);
    let data = at + 2;
    let isKept = true;
    if (kind === FRAME) {
      frames += 1;
      width = Math.max(width, numbers.getUint16(at + 1, true) + numbers.getUint16(at + 5, true));
      height = Math.max(height, numbers.getUint16(at + 3, true) + numbers.getUint16(at + 7, true));
      data = at + 10 + coloursOf(numbers.getUint8(at + 9)) + 1;
    } else if (kind === EXTENSION) {
      const label = numbers.getUint8(at + 1);
      const repeats = /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(lettersIn(bytes, at + 3, at + 14));
      isKept = label === FRAME_CONTROL || (label === APPLICATION && repeats);
    } else {
      return null;
    }
    const end = endOfBlocks(numbers, data);
    if (isKept) kept.push(partOf(bytes, at, end));
    at = end;
  }
  if (frames === 0) return null;
  const clean = joined([...kept, new Uint8Array([END])]);
  const isAnimated = frames > 1;
  return {
    format: 'gif',
    width,
    height,
    orientation: 1,
    isAnimated,
    mayBeClear: true,
    clean,
    mayStay: true,
  };
}

/** How many bytes a table of colours has. */
function coloursOf(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Where blocks end that each begin with their length: behind an empty one. */
function endOfBlocks(numbers: DataView, from: number): number {
  let at = from;
  for (let length = -1; length !== 0; ) {
    length = numbers.getUint8(at);
    at += 1 + length;
  }
  return at;
}
