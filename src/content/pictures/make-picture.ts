import type { PictureSize } from '../../lib/picture-size.ts';
import {
  canRead,
  drawUpright,
  isClear,
  type Looked,
  type Surface,
  sampleOf,
  scaled,
  written,
} from './draw-picture.ts';
import { pictureHash } from './picture-bytes.ts';
import type { ReadPicture } from './picture-facts.ts';
import { readPicture } from './read-picture.ts';

/** A file for the bucket of pictures. */
export interface PictureFile {
  /** `<hash>-<width>x<height>-<colour>.<ending>`; of a card with `-card` before the ending. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

export type PreparedPicture =
  | {
      readonly ok: true;
      readonly full: PictureFile;
      /** There if the picture is wider than 640 pixels, and then always: a name tells whether there is one. */
      readonly card?: PictureFile;
      readonly width: number;
      readonly height: number;
      /** The mean colour, as six hexadecimal digits. */
      readonly colour: string;
    }
  | { readonly ok: false; readonly reason: string };

/** In pixels. */
const LONGEST_SIDE = 2000;
const CARD_WIDTH = 640;
/** Decoded, it takes 200 MB. Phones take pictures of 12 million, and some of 50. */
const MOST_PIXELS = 50_000_000;
/** Of an animation, which is kept as it is, so every visitor's device has to draw it. */
const MOST_PIXELS_ANIMATED = 4_000_000;

/** In bytes. The bucket takes no more. */
export const PICTURE_BYTES = 10_485_760;
export const PICTURE_BYTES_READ = 60_000_000;
/** A screenshot of this size is kept as it is: words in it stay sharp. In bytes. */
const SMALL = 300_000;

const QUALITY = 0.82;

/** How much the mean colour may change when a picture is written: more is another picture. Of 255. */
const MOST_CHANGE = 24;

const endings = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' } as const;
type Format = keyof typeof endings;

/** Why there is no picture, as a sentence for its owner. */
class NotMade extends Error {}

/**
 * Makes a file of a device fit for the site: upright, of at most 2000 pixels, without notes of place and camera, as WebP or what
 * is smaller, with its size and colour in its name. Animations, and small pictures without loss, stay what they are.
 */
export async function makePicture(file: Blob): Promise<PreparedPicture> {
  try {
    const read = readable(await bytesOf(file));
    return await (read.isAnimated ? keepAnimation(read) : makeStill(read));
  } catch (error) {
    if (error instanceof NotMade) return { ok: false, reason: error.message };
    return { ok: false, reason: noRoom };
  }
}

const noRoom =
  'Your device couldn’t work on this picture. Close other tabs and try again, or make the picture smaller first.';
const blank =
  'Your browser drew this picture wrongly, so it wasn’t kept. Try again, use another browser, or make the picture smaller first.';

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size === 0) throw new NotMade('This file is empty.');
  if (file.size > PICTURE_BYTES_READ)
    throw new NotMade(`This file has ${megabytes(file.size)}. Pictures can have up to 60 MB.`);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new NotMade('Your browser couldn’t read this file. Is it still there?');
  }
}

function readable(bytes: Uint8Array<ArrayBuffer>): ReadPicture {
  const read = readPicture(bytes);
  switch (read) {
    case 'unknown':
      throw new NotMade('This file isn’t a picture. Use a JPEG, PNG, WebP or GIF file.');
    case 'svg':
      throw new NotMade(
        'SVG files can contain scripts, so they can’t be used. Save it as PNG first.',
      );
    case 'damaged':
      throw new NotMade('This picture is damaged, or part of it is missing.');
  }
  const { width, height, isAnimated } = read;
  const most = isAnimated ? MOST_PIXELS_ANIMATED : MOST_PIXELS;
  if (width * height > most) {
    const what = isAnimated ? 'animation' : 'picture';
    const size = `${grouped(width)} × ${grouped(height)}`;
    throw new NotMade(
      `This ${what} is too large: ${size} pixels. It can have up to ${most / 1e6} million pixels.`,
    );
  }
  return read;
}

async function keepAnimation(read: ReadPicture): Promise<PreparedPicture> {
  const { format, clean, width, height } = read;
  if (!isWritten(format))
    throw new NotMade(
      `Animated ${format.toUpperCase()} files can’t be used. Save it as GIF or WebP first.`,
    );
  if (clean.length > PICTURE_BYTES)
    throw new NotMade(`This animation has ${megabytes(clean.length)}. It can have up to 10 MB.`);
  // What is drawn is its first frame.
  const size = fitting({ width, height }, CARD_WIDTH, height);
  const drawn = await draw(new Blob([clean], { type: `image/${format}` }), read, size);
  // An animation's orientation is for no program that shows it.
  return named({ format, bytes: clean }, { width, height }, lookedAt(drawn, read), {
    format,
    bytes: clean,
  });
}

async function makeStill(read: ReadPicture): Promise<PreparedPicture> {
  const { format, clean, orientation } = read;
  const source = new Blob([clean], { type: `image/${format}` });
  const upright = orientation >= 5 ? { width: read.height, height: read.width } : read;
  // The parts of a HEIC tell no size that is sure; it is as large as it is decoded.
  const isSure = isWritten(format);
  let drawn = await draw(
    source,
    read,
    isSure ? fitting(upright, LONGEST_SIDE, LONGEST_SIDE) : undefined,
  );
  if (!isSure) {
    const size = fitting(drawn.canvas, LONGEST_SIDE, LONGEST_SIDE);
    if (size.width < drawn.canvas.width) drawn = await scaled(drawn, size);
  }
  const { width, height } = drawn.canvas;
  const card =
    width > CARD_WIDTH ? await scaled(drawn, fitting({ width, height }, CARD_WIDTH, height)) : null;
  // A look at the smaller one, which was made of all of the other, takes less time.
  const looked = lookedAt(card ?? drawn, read);
  const isAsStored = orientation === 1 && width === read.width && height === read.height;
  const original =
    isAsStored && read.mayStay && isWritten(format) ? { format, bytes: clean } : null;
  const isLossless = format === 'png' || format === 'gif';
  const full =
    original !== null && isLossless && original.bytes.length <= SMALL
      ? original
      : smaller(original, await write(drawn, looked, read.mayBeClear));
  if (full.bytes.length > PICTURE_BYTES)
    throw new NotMade(
      `This picture still has ${megabytes(full.bytes.length)} when it is made smaller. It can have up to 10 MB.`,
    );
  if (card === null) return named(full, { width, height }, looked);
  return named(
    full,
    { width, height },
    looked,
    smaller(full, await writeAs(card, full.format, looked)),
  );
}

interface Written {
  format: Format;
  bytes: Uint8Array<ArrayBuffer>;
}

function isWritten(format: ReadPicture['format']): format is Format {
  return format in endings;
}

/** The smaller of two; the first if there is no other, or if both are the same. */
function smaller<A extends Written | null>(one: A, other: Written | null): Written {
  if (other === null || (one !== null && one.bytes.length <= other.bytes.length)) {
    if (one === null) throw new NotMade(blank);
    return one;
  }
  return other;
}

/** As large as fits, and never larger than it is. In whole pixels. */
function fitting({ width, height }: PictureSize, most: number, mostHigh: number): PictureSize {
  const factor = Math.min(1, most / width, mostHigh / height);
  const whole = (side: number) => Math.max(1, Math.round(side * factor));
  return { width: whole(width), height: whole(height) };
}

async function draw(file: Blob, read: ReadPicture, size?: PictureSize): Promise<Surface> {
  if (!canRead())
    throw new NotMade(
      'Your browser doesn’t let this site read pictures that it has drawn. Allow it in the settings for privacy, or use another browser.',
    );
  try {
    return await drawUpright(file, read, size);
  } catch {
    throw new NotMade(read.format === 'heic' ? noHeic : undrawn);
  }
}

const undrawn =
  'Your browser can’t show this picture. It may be damaged, or too large for your device.';
const noHeic =
  'Your browser can’t open HEIC pictures. Save it as JPEG first. An iPhone takes JPEGs if you choose “Most Compatible” in Settings, Camera, Formats.';

/** @throws {NotMade} if nothing was drawn, or not everywhere */
function lookedAt(drawn: Surface, { mayBeClear }: ReadPicture): Looked {
  const looked = sampleOf(drawn);
  const [least, most] = looked.opaque;
  if (most === 0 || (!mayBeClear && least < 250)) throw new NotMade(blank);
  return looked;
}

/** As WebP. Where the browser does not write it: as JPEG, or as PNG what is transparent. */
async function write(drawn: Surface, looked: Looked, mayBeClear: boolean): Promise<Written | null> {
  const webp = await writeAs(drawn, 'webp', looked);
  if (webp !== null) return webp;
  return writeAs(drawn, mayBeClear && isClear(drawn) ? 'png' : 'jpeg', looked);
}

/**
 * @returns null if the browser does not write this format
 * @throws {NotMade} if what was written is another picture
 */
async function writeAs(drawn: Surface, format: Format, looked: Looked): Promise<Written | null> {
  const blob = await written(drawn, `image/${format}`, QUALITY);
  if (blob === null) return null;
  const again = await createImageBitmap(blob);
  const { mean, opaque } = sampleOf(again);
  const { width, height } = drawn.canvas;
  const isSame =
    again.width === width &&
    again.height === height &&
    mean.every((it, i) => Math.abs(it - (looked.mean[i] ?? 0)) <= MOST_CHANGE) &&
    Math.abs(opaque[1] - looked.opaque[1]) <= MOST_CHANGE;
  again.close();
  if (!isSame) throw new NotMade(blank);
  return { format, bytes: new Uint8Array(await blob.arrayBuffer()) };
}

async function named(
  full: Written,
  { width, height }: PictureSize,
  { colour }: Looked,
  card?: Written,
): Promise<PreparedPicture> {
  const hash = await pictureHash(full.bytes);
  if (hash === null)
    throw new NotMade('Pictures can only be added where the site is opened with https.');
  const stem = `${hash}-${width}x${height}-${colour}`;
  const type = `image/${full.format}`;
  const ending = endings[full.format];
  return {
    ok: true,
    full: { name: `${stem}.${ending}`, bytes: full.bytes, type },
    ...(card &&
      width > CARD_WIDTH && { card: { name: `${stem}-card.${ending}`, bytes: card.bytes, type } }),
    width,
    height,
    colour,
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
