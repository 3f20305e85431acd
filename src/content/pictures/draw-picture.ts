import type { PictureSize } from '../../lib/picture-size.ts';
import { decodeSmaller } from './decode-smaller.ts';
import type { ReadPicture } from './picture-facts.ts';

/** Drawing a picture: upright, smaller, and looked at before anybody relies on it. */

/** A canvas and its pen. Both end with whoever made them: a phone has room for few. */
export interface Surface {
  readonly canvas: OffscreenCanvas | HTMLCanvasElement;
  readonly pen: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;
}

/** What a look at a drawn picture tells. */
export interface Looked {
  /** The mean colour, as in CSS without the sign. */
  readonly colour: string;
  readonly mean: readonly [red: number, green: number, blue: number];
  /** How opaque the clearest and the most opaque places are: 0 to 255. */
  readonly opaque: readonly [least: number, most: number];
}

/** @throws where a browser has no more room for canvases */
export function newSurface({ width, height }: PictureSize): Surface {
  const canvas =
    typeof OffscreenCanvas === 'undefined'
      ? Object.assign(document.createElement('canvas'), { width, height })
      : new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d', { willReadFrequently: width * height <= 1024 }) as
    | Surface['pen']
    | null;
  if (pen === null) throw new Error('There is no canvas.');
  pen.imageSmoothingQuality = 'high';
  return { canvas, pen };
}

/** Whether what was drawn can be read back: browsers that guard against fingerprints give noise instead. */
export function canRead(): boolean {
  const { pen } = newSurface({ width: 2, height: 1 });
  pen.fillStyle = '#12ab5f';
  pen.fillRect(0, 0, 1, 1);
  return pen.getImageData(0, 0, 2, 1).data.join() === '18,171,95,255,0,0,0,0';
}

/**
 * Draws a picture, upright.
 *
 * The browser makes it smaller while it decodes, where it can. Only what is as small as `size` becomes a canvas: iOS leaves a
 * canvas of more than 16.7 million pixels blank, and says nothing.
 *
 * @param file without notes, so that no browser turns it too
 * @param size of the upright picture; its own by default
 * @throws if the browser cannot decode it
 */
export async function drawUpright(
  file: Blob,
  { width, height, orientation }: Pick<ReadPicture, 'width' | 'height' | 'orientation'>,
  size?: PictureSize,
): Promise<Surface> {
  const own = { width, height };
  const isTurned = orientation >= 5;
  const lying = size && isTurned ? { width: size.height, height: size.width } : size;
  const isSmaller = lying !== undefined && (lying.width < width || lying.height < height);
  const bitmap = await (isSmaller
    ? ((await decodeSmaller(file, own, lying)) ??
      createImageBitmap(file, {
        resizeWidth: lying.width,
        resizeHeight: lying.height,
        resizeQuality: 'high',
      }))
    : createImageBitmap(file));
  try {
    const drawn =
      lying ?? ('width' in bitmap ? { width: bitmap.width, height: bitmap.height } : own);
    const upright = isTurned ? { width: drawn.height, height: drawn.width } : drawn;
    const surface = newSurface(upright);
    surface.pen.setTransform(...turns(orientation, upright));
    surface.pen.drawImage(bitmap, 0, 0, drawn.width, drawn.height);
    surface.pen.resetTransform();
    return surface;
  } finally {
    bitmap.close();
  }
}

/** How EXIF's eight ways to hold a camera are undone, as a matrix. */
function turns(orientation: number, { width, height }: PictureSize): Matrix {
  const of: Readonly<Record<number, Matrix>> = {
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, width, 0],
    7: [0, -1, -1, 0, width, height],
    8: [0, -1, 1, 0, 0, height],
  };
  return of[orientation] ?? [1, 0, 0, 1, 0, 0];
}

type Matrix = [number, number, number, number, number, number];

/** The same picture, smaller. */
export async function scaled({ canvas }: Surface, size: PictureSize): Promise<Surface> {
  const { width, height } = size;
  const surface = newSurface(size);
  const bitmap = await createImageBitmap(canvas, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  });
  surface.pen.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return surface;
}

/** In pixels: enough to see a colour, and whether there is anything. */
const SAMPLE = 16;

export function sampleOf(drawn: Surface | ImageBitmap): Looked {
  const { pen } = newSurface({ width: SAMPLE, height: SAMPLE });
  pen.drawImage('canvas' in drawn ? drawn.canvas : drawn, 0, 0, SAMPLE, SAMPLE);
  const { data } = pen.getImageData(0, 0, SAMPLE, SAMPLE);
  const sum: [number, number, number] = [0, 0, 0];
  let all = 0;
  let [least, most] = [255, 0];
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opaque = 0] = data.subarray(at, at + 4);
    all += opaque;
    [least, most] = [Math.min(least, opaque), Math.max(most, opaque)];
    sum[0] += red * opaque;
    sum[1] += green * opaque;
    sum[2] += blue * opaque;
  }
  const mean = sum.map((it) => (all === 0 ? 0 : Math.round(it / all))) as typeof sum;
  const colour = mean.map((it) => it.toString(16).padStart(2, '0')).join('');
  return { colour, mean, opaque: [least, most] };
}

/** Whether any place is not quite opaque. */
export function isClear({ canvas, pen }: Surface): boolean {
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/** @returns null if the browser does not write this format: it would then write a PNG instead, or nothing */
export async function written(
  { canvas }: Surface,
  type: string,
  quality: number,
): Promise<Blob | null> {
  const blob =
    'convertToBlob' in canvas
      ? await canvas.convertToBlob({ type, quality })
      : await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  return blob?.type === type ? blob : null;
}
