import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Page } from '@playwright/test';

/** A picture of the page as it would be printed, as PNG. */
export async function printed(page: Page): Promise<Buffer> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    const decoded = [...document.images].map((image) => {
      image.loading = 'eager';
      return image.decode();
    });
    await Promise.allSettled(decoded);
  });
  const picture = await page.screenshot({ fullPage: true, animations: 'disabled' });
  await page.emulateMedia({ media: 'screen' });
  return picture;
}

/** Selected text is painted anew, and may differ by a pixel where a line under it is interrupted. A ring has a thousand. */
const PAINTED_ANEW = 200;

/** Whether two such pictures look the same. */
export async function looksSame(one: Buffer, other: Buffer): Promise<boolean> {
  const [a, b] = [await pixels(one), await pixels(other)];
  if (a.length !== b.length) return false;
  let differing = 0;
  for (const [place, pixel] of a.entries()) if (pixel !== b[place]) differing += 1;
  return differing < PAINTED_ANEW;
}

async function pixels(picture: Buffer): Promise<Uint32Array> {
  const image = await loadImage(picture);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
}
