import type { PictureSize } from '../../lib/picture-size.ts';

/** Decoding a large JPEG smaller than it is, which takes half of the time. */

/** As much of WebCodecs as this needs, which TypeScript does not know. */
interface Decoder {
  new (from: {
    data: ArrayBuffer;
    type: string;
    desiredWidth: number;
    desiredHeight: number;
  }): { decode(): Promise<{ image: VideoFrame }>; close(): void };
}

/** A JPEG is kept in squares of so many pixels a side, of which a decoder can leave out the finest. */
const SQUARE = 8;
/** More pixels of a square than this are not decoded faster than all of them. */
const FAST = 4;

/**
 * Decodes a JPEG in at most half of its size, where that is enough.
 *
 * @param file without notes, so that no browser turns it
 * @param own its size
 * @param wanted the size that it is going to have
 * @returns a picture to be drawn in the wanted size, of hardly more pixels; to be closed. Null where that is not enough, or a browser
 *   cannot do it, or fails to: then the picture is decoded as any other
 */
export async function decodeSmaller(
  file: Blob,
  own: PictureSize,
  wanted: PictureSize,
): Promise<ImageBitmap | VideoFrame | null> {
  const { ImageDecoder } = globalThis as { ImageDecoder?: Decoder };
  const kept = Math.ceil(SQUARE * Math.max(wanted.width / own.width, wanted.height / own.height));
  if (ImageDecoder === undefined || file.type !== 'image/jpeg' || kept > FAST) return null;
  try {
    const [desiredWidth, desiredHeight] = [own.width, own.height].map((side) =>
      Math.ceil((side * kept) / SQUARE),
    ) as [number, number];
    const data = await file.arrayBuffer();
    const decoder = new ImageDecoder({ data, type: file.type, desiredWidth, desiredHeight });
    const { image } = await decoder.decode().finally(() => decoder.close());
    // What little is left to be done, drawing does.
    if (image.displayWidth === desiredWidth && image.displayHeight === desiredHeight) return image;
    try {
      return await createImageBitmap(image, {
        resizeWidth: wanted.width,
        resizeHeight: wanted.height,
        resizeQuality: 'high',
      });
    } finally {
      image.close();
    }
  } catch {
    return null;
  }
}
