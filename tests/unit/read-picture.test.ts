import { loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import type { ReadPicture } from '../../src/content/pictures/picture-facts.ts';
import { readPicture } from '../../src/content/pictures/read-picture.ts';
import { randomFrom } from '../lab/torture/random.ts';
import {
  animatedWebp,
  gif,
  hugePng,
  jpegWithNotes,
  picture,
  pngChunk,
  pngWithNotes,
  SECRET,
  together,
  webpWithNotes,
} from '../support/made-pictures.ts';

/** What is known of a picture before anybody draws it, and what of it is left out. */

type Bytes = Uint8Array<ArrayBuffer>;

function read(bytes: Bytes): ReadPicture {
  const made = readPicture(bytes);
  if (typeof made === 'string') throw new Error(made);
  return made;
}

const holds = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text);
const text = (it: string) => new Uint8Array(Buffer.from(it));

/** Each format with notes in all of its places. */
const noted = {
  jpeg: jpegWithNotes(await picture('jpeg')),
  png: pngWithNotes(await picture('png')),
  webp: webpWithNotes(await picture('webp'), 8, 4),
  gif: gif(1),
};

describe('a picture tells', () => {
  it.each(Object.entries(noted))('its size and format: %s', (format, bytes) => {
    const [width, height] = format === 'gif' ? [1, 1] : [8, 4];
    expect(read(bytes)).toMatchObject({ format, width, height, orientation: 1, isAnimated: false });
  });

  it('how it has to be turned, in both orders of bytes', async () => {
    const [jpeg, png, webp] = [await picture('jpeg'), await picture('png'), await picture('webp')];
    for (let turn = 1; turn <= 8; turn += 1) {
      expect(read(jpegWithNotes(jpeg, turn)).orientation).toBe(turn);
      expect(read(jpegWithNotes(jpeg, turn, true)).orientation).toBe(turn);
      expect(read(pngWithNotes(png, turn)).orientation).toBe(turn);
      expect(read(webpWithNotes(webp, 8, 4, turn)).orientation).toBe(turn);
    }
    for (const turn of [0, 9, 65_535]) expect(read(jpegWithNotes(jpeg, turn)).orientation).toBe(1);
  });

  it('whether it is an animation', async () => {
    expect(read(gif(2)).isAnimated).toBe(true);
    const webp = read(animatedWebp(await picture('webp'), 8, 4));
    expect(webp).toMatchObject({ format: 'webp', width: 8, height: 4, isAnimated: true });
    expect(Buffer.from(webp.clean).includes(SECRET)).toBe(false);
    const png = await picture('png');
    const frames = pngChunk('acTL', new Uint8Array([0, 0, 0, 2, 0, 0, 0, 0]));
    const animated = together(png.subarray(0, 33), frames, png.subarray(33));
    expect(read(animated).isAnimated).toBe(true);
  });

  it('a size that is a lie, before anybody makes room for it', () => {
    expect(read(hugePng(40_000, 40_000))).toMatchObject({ width: 40_000, height: 40_000 });
  });

  it('the largest size that its header has: AVIF', async () => {
    const avif = await picture('avif', 64, 32);
    expect(read(avif)).toMatchObject({ format: 'avif', width: 64, height: 32, mayStay: false });
  });
});

describe('of notes', () => {
  it.each(Object.entries(noted))(
    'nothing is left, and the pixels are the same: %s',
    async (_, bytes) => {
      expect(holds(bytes, SECRET)).toBe(true);
      const { clean } = read(bytes);
      for (const word of [SECRET, 'Exif', 'XMP', 'film'])
        expect([word, holds(clean, word)]).toEqual([word, false]);
      const [was, is] = [await loadImage(Buffer.from(bytes)), await loadImage(Buffer.from(clean))];
      expect([is.width, is.height]).toEqual([was.width, was.height]);
      expect(read(clean).clean).toEqual(clean);
    },
  );

  it('what colours mean stays', async () => {
    const profile = together(text('ICC_PROFILE\0'), new Uint8Array([1, 1]), text('Display P3'));
    const jpeg = await picture('jpeg');
    const length = profile.length + 2;
    const segment = together(new Uint8Array([0xff, 0xe2, length >> 8, length & 255]), profile);
    expect(
      holds(read(together(jpeg.subarray(0, 2), segment, jpeg.subarray(2))).clean, 'Display P3'),
    ).toBe(true);
    const png = await picture('png');
    const chunk = pngChunk('iCCP', text('Display P3'));
    expect(
      holds(read(together(png.subarray(0, 33), chunk, png.subarray(33))).clean, 'Display P3'),
    ).toBe(true);
  });
});

describe('a file is refused', () => {
  it('that is no picture, whatever its name says', () => {
    for (const it of ['', 'x', '<!doctype html><p>a page', '%PDF-1.7', 'BM……………………', 'RIFF….WAVE'])
      expect(readPicture(text(it))).toBe('unknown');
  });

  it('that is an SVG', () => {
    for (const it of [
      '<svg xmlns="x">',
      '<?xml version="1.0"?>\n<!-- x -->\n<svg\n>',
      '\ufeff<SVG>',
    ])
      expect(readPicture(text(it))).toBe('svg');
  });

  it.each(Object.entries(noted))('that ends anywhere before its end: %s', (_, bytes) => {
    const whole = read(bytes).clean;
    for (let end = 12; end < whole.length - 1; end += 1) {
      const told = readPicture(whole.slice(0, end));
      expect([end, told]).toEqual([end, 'damaged']);
    }
  });

  it('whose pixels are no pixels', async () => {
    const png = await picture('png');
    const at = Buffer.from(png).indexOf('IDAT');
    png.fill(0, at + 4, at + 8);
    expect(readPicture(png)).toBe('damaged');
  });

  it('or read, whatever is in it: it never throws and always ends', async () => {
    const random = randomFrom(7);
    const files = [...Object.values(noted), await picture('avif')];
    for (let i = 0; i < 20_000; i += 1) {
      const bytes = files[i % files.length]!.slice();
      for (let changes = 0; changes < 1 + random() * 4; changes += 1)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      readPicture(bytes);
    }
  });
});
