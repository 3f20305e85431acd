import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas';

/**
 * Gives Node the canvases of browsers, as far as pictures are made fit with them (src/content/pictures/draw-picture.ts): so a
 * picture comes out the same way whether it is pasted or imported.
 */
export function giveCanvases(): void {
  Object.assign(globalThis, { OffscreenCanvas: Offscreen, createImageBitmap: bitmapOf });
}

function Offscreen(width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  return Object.assign(canvas, {
    async convertToBlob({ type, quality }: { type: string; quality: number }): Promise<Blob> {
      const bytes = await written(canvas, type, quality);
      return new Blob([new Uint8Array(bytes)], { type });
    },
  });
}

function written(canvas: Canvas, type: string, quality: number): Promise<Buffer> {
  if (type === 'image/png') return canvas.encode('png');
  return canvas.encode(type === 'image/webp' ? 'webp' : 'jpeg', Math.round(quality * 100));
}

/** @throws if it cannot be decoded */
async function bitmapOf(
  of: Blob | Canvas,
  size: { resizeWidth?: number; resizeHeight?: number } = {},
): Promise<Canvas & { close: () => void }> {
  const image = of instanceof Blob ? await loadImage(Buffer.from(await of.arrayBuffer())) : of;
  const { resizeWidth: width = image.width, resizeHeight: height = image.height } = size;
  const bitmap = createCanvas(width, height);
  const pen = bitmap.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, width, height);
  return Object.assign(bitmap, { close: () => {} });
}
