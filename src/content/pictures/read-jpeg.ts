import { orientationIn } from './exif-orientation.ts';
import { joined, lettersIn, numbersIn, partOf } from './picture-bytes.ts';
import type { ReadPicture } from './picture-facts.ts';

/** More passes than any program writes: each costs as much as drawing the whole picture. */
const MOST_SCANS = 100;

const SCAN = 0xda;
const END = 0xd9;
const COMMENT = 0xfe;

/**
 * A JPEG: segments, each with a marker and a length, and behind a marker `SCAN` the coded pixels. What comes after the end is left
 * out: phones put films and further pictures there.
 */
export function readJpeg(bytes: Uint8Array<ArrayBuffer>): ReadPicture | null {
  const numbers = numbersIn(bytes);
  const kept = [partOf(bytes, 0, 2)];
  let width = 0;
  let height = 0;
  let colours = 0;
  let orientation = 1;
  let scans = 0;
  let at = 2;
  for (;;) {
    if (numbers.getUint8(at) !== 0xff) return null;
    const marker = numbers.getUint8(at + 1);
    // Any number of these may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END) break;
    let end = at + 2 + numbers.getUint16(at + 2);
    const segment = partOf(bytes, at, end);
    if (isFrame(marker)) {
      height = Math.max(height, numbers.getUint16(at + 5));
      width = Math.max(width, numbers.getUint16(at + 7));
      colours = numbers.getUint8(at + 9);
    }
    if (marker === SCAN) {
      scans += 1;
      if (scans > MOST_SCANS) return null;
      end = endOfScan(bytes, end);
      kept.push(partOf(bytes, at, end));
    } else if (!isNote(marker, segment)) {
      kept.push(segment);
    } else if (lettersIn(segment, 4, 10) === 'Exif\0\0') {
      orientation = orientationIn(segment.subarray(10));
    }
    at = end;
  }
  if (scans === 0) return null;
  kept.push(new Uint8Array([0xff, END]));
  return {
    format: 'jpeg',
    width,
    height,
    orientation,
    isAnimated: false,
    mayBeClear: false,
    clean: joined(kept),
    // Four colours are for printing, and not every program shows them.
    mayStay: colours !== 4,
  };
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Whether a segment is for programs other than the one that draws. What colours mean is needed for that. */
function isNote(marker: number, segment: Uint8Array): boolean {
  if (marker === COMMENT) return true;
  if (marker < 0xe0 || marker > 0xef) return false;
  const name = lettersIn(segment, 4, 16);
  return !(
    (marker === 0xe0 && name.startsWith('JFIF\0')) ||
    (marker === 0xe2 && name.startsWith('ICC_PROFILE\0')) ||
    (marker === 0xee && name.startsWith('Adobe'))
  );
}

/** Where the coded pixels end: at a marker that is none of those that stand among them. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const next = bytes[at + 1];
    if (at === -1 || next === undefined) throw new RangeError('The file ends too early.');
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at += 2;
  }
}
