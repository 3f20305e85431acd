import { crc32, deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';

/** Pictures that tests make themselves, with notes in every place that a format has for them. */

type Bytes = Uint8Array<ArrayBuffer>;

/** Stands in all notes: no file may hold it that was made fit for the site. */
export const SECRET = 'PLACE 48.8584 N 2.2945 E';

const text = (it: string): Bytes => new Uint8Array(Buffer.from(it, 'latin1'));

export function together(...parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts));
}

const numbered = (bytes: number, write: (it: DataView) => void): Bytes => {
  const made = new Uint8Array(bytes);
  write(new DataView(made.buffer));
  return made;
};
const uint16 = (n: number, little = false) => numbered(2, (it) => it.setUint16(0, n, little));
const uint32 = (n: number, little = false) => numbered(4, (it) => it.setUint32(0, n, little));

/** Left red, right blue; the upper half is lighter. Each corner tells which it is. */
export function corners(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  const colours = [
    ['#ff8080', 0, 0],
    ['#8080ff', 1, 0],
    ['#800000', 0, 1],
    ['#000080', 1, 1],
  ] as const;
  for (const [colour, x, y] of colours) {
    pen.fillStyle = colour;
    pen.fillRect((x * width) / 2, (y * height) / 2, width / 2, height / 2);
  }
  return canvas;
}

/** A photo: no two places are quite the same. */
export function photo(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.drawImage(corners(width, height), 0, 0);
  for (let i = 0; i < 1500; i += 1) {
    pen.fillStyle = `hsl(${(i * 37) % 360} 60% ${20 + ((i * 13) % 60)}% / 4%)`;
    pen.fillRect((i * 7919) % width, (i * 104_729) % height, width / 20, height / 20);
  }
  return canvas;
}

/** With a sensor's noise, so a PNG of it is no small file. */
export function grainy(width: number, height: number) {
  const canvas = photo(width, height);
  const pen = canvas.getContext('2d');
  const pixels = pen.getImageData(0, 0, width, height);
  for (let i = 0; i < pixels.data.length; i += 1)
    if (i % 4 !== 3)
      pixels.data[i] = (pixels.data[i] ?? 0) + ((Math.imul(i, 2_654_435_761) >>> 28) - 8);
  pen.putImageData(pixels, 0, 0);
  return canvas;
}

export async function picture(
  format: 'jpeg' | 'png' | 'webp' | 'avif',
  width = 8,
  height = 4,
): Promise<Bytes> {
  const canvas = corners(width, height);
  const made =
    format === 'png' ? await canvas.encode('png') : await canvas.encode(format as 'jpeg', 90);
  return new Uint8Array(made);
}

/** A camera's notes: how to turn the picture, and where it was taken. */
export function notes(orientation: number, little = false): Bytes {
  return together(
    text(little ? 'II' : 'MM'),
    uint16(42, little),
    uint32(8, little),
    uint16(1, little),
    uint16(0x0112, little),
    uint16(3, little),
    uint32(1, little),
    uint16(orientation, little),
    uint16(0),
    uint32(0),
    text(SECRET),
  );
}

const segment = (marker: number, content: Uint8Array) =>
  together(new Uint8Array([0xff, marker]), uint16(content.length + 2), content);

export function jpegWithNotes(jpeg: Uint8Array, orientation = 1, little = false): Bytes {
  return together(
    jpeg.subarray(0, 2),
    segment(0xe1, together(text('Exif\0\0'), notes(orientation, little))),
    segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${SECRET}`)),
    segment(0xed, text(`Photoshop 3.0\0${SECRET}`)),
    segment(0xe2, text(`MPF\0${SECRET}`)),
    segment(0xfe, text(SECRET)),
    jpeg.subarray(2),
    text(`a film behind the end, ${SECRET}`),
  );
}

export function pngChunk(name: string, content: Uint8Array): Bytes {
  const named = together(text(name), content);
  return together(uint32(content.length), named, uint32(crc32(named)));
}

export function pngWithNotes(png: Uint8Array, orientation = 1): Bytes {
  return together(
    png.subarray(0, 33),
    pngChunk('eXIf', notes(orientation)),
    pngChunk('tEXt', text(`Comment\0${SECRET}`)),
    pngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${SECRET}`)),
    pngChunk('tIME', new Uint8Array(7)),
    png.subarray(33),
    text(SECRET),
  );
}

export function webpChunk(name: string, content: Uint8Array): Bytes {
  return together(
    text(name),
    uint32(content.length, true),
    content,
    new Uint8Array(content.length % 2),
  );
}

/** @param webp a simple one, of a single chunk */
export function webpWithNotes(
  webp: Uint8Array,
  width: number,
  height: number,
  orientation = 1,
): Bytes {
  const flags = new Uint8Array([0b1100, 0, 0, 0]);
  const size = together(
    uint32(width - 1, true).subarray(0, 3),
    uint32(height - 1, true).subarray(0, 3),
  );
  const pixels = webp.subarray(webpPixels(webp));
  const chunks = together(
    webpChunk('VP8X', together(flags, size)),
    pixels,
    webpChunk('EXIF', notes(orientation)),
    webpChunk('XMP ', text(SECRET)),
  );
  return riff(chunks);
}

/** Plays the same picture twice, with notes behind it. @param webp an opaque one: a frame holds its pixels alone */
export function animatedWebp(webp: Uint8Array, width: number, height: number): Bytes {
  const pixels = webp.subarray(Buffer.from(webp).indexOf('VP8 '));
  const three = (n: number) => uint32(n, true).subarray(0, 3);
  const size = together(three(width - 1), three(height - 1));
  const frame = webpChunk(
    'ANMF',
    together(three(0), three(0), size, three(100), new Uint8Array(1), pixels),
  );
  return riff(
    together(
      webpChunk('VP8X', together(new Uint8Array([0b1110, 0, 0, 0]), size)),
      webpChunk('ANIM', new Uint8Array(6)),
      frame,
      frame,
      webpChunk('EXIF', notes(1)),
      webpChunk('XMP ', text(SECRET)),
    ),
  );
}

/** The picture `corners` of 64 × 32 pixels, in the four colours of printers. */
export const cmykJpeg: Bytes = new Uint8Array(
  Buffer.from(
    [
      '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2Rjcs',
      'LUBXQUZMTlJTUjI+WmFaUGBKUVJP/8AAFAgAIABABEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAAB',
      'AgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNi',
      'coIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SV',
      'lpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4E',
      'QwBNAFkASwAAPwD06smtKvTqKKKKKKKKKKKK8mrSrvKKKKKKKKKKKKKK9ZrNrg6KKKKKKKKKKKKK8mrSrvKKKKKK',
      'KKKKKKKK6yvNK+Yq4SiiiiiiiiiiiivD6Wvoiuhoooooooooooor3Ckr53rnqKKKKKKKKKKKK8Ppa+iK6Giiiiii',
      'iiiiiiv/2Q==',
    ].join(''),
    'base64',
  ),
);

/** Where the chunk with the pixels begins: some writers put a VP8X before it. */
function webpPixels(webp: Uint8Array): number {
  const at = Buffer.from(webp).indexOf('VP8X');
  return at === 12 ? 12 + 18 : 12;
}

export function riff(chunks: Uint8Array): Bytes {
  return together(text('RIFF'), uint32(chunks.length + 4, true), text('WEBP'), chunks);
}

/** Two frames of a red and a blue pixel, with a comment and an XMP. */
export function gif(frames = 2): Bytes {
  const frame = (colour: number) =>
    together(
      new Uint8Array([0x21, 0xf9, 4, 0, 10, 0, 0, 0]),
      new Uint8Array([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0]),
      new Uint8Array([2, 2, colour === 0 ? 0x44 : 0x4c, 1, 0]),
    );
  return together(
    text('GIF89a'),
    new Uint8Array([1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]),
    new Uint8Array([0x21, 0xff, 11]),
    text('NETSCAPE2.0'),
    new Uint8Array([3, 1, 0, 0, 0]),
    new Uint8Array([0x21, 0xfe, SECRET.length]),
    text(`${SECRET}\0`),
    new Uint8Array([0x21, 0xff, 11]),
    text('XMP DataXMP'),
    new Uint8Array([SECRET.length]),
    text(`${SECRET}\0`),
    ...Array.from({ length: frames }, (_, i) => frame(i % 2)),
    new Uint8Array([0x3b]),
  );
}

/** A PNG that claims a size: with hardly anything in it, or with pixels that are packed into a thousandth. */
export function hugePng(width: number, height: number, pixels = 20): Bytes {
  return together(
    text('\x89PNG\r\n\x1a\n'),
    pngChunk('IHDR', together(uint32(width), uint32(height), new Uint8Array([8, 2, 0, 0, 0]))),
    pngChunk('IDAT', new Uint8Array(deflateSync(new Uint8Array(pixels)))),
    pngChunk('IEND', new Uint8Array()),
  );
}

/** The same as Apple's cameras store it: libheif's `heif-enc` made this HEIC, of 505 bytes. */
export const heic: Bytes = new Uint8Array(
  Buffer.from(
    [
      'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA',
      'AAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAIAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAA',
      'KAACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAA',
      'AgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AA',
      'AAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQB',
      'wXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAACAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEA',
      'AAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAADBtZGF0AAAAJCgBrwtg+tKdK7xAV3ya',
      'IMv9Sb/6JDgrvGP/gnDejar83xaJcw==',
    ].join(''),
    'base64',
  ),
);
