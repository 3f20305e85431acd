import { PICTURES_DECODED_WITHIN_MS } from '../lib/limits.ts';

export function isInView(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
}

/**
 * Resolves when the pictures in view can be painted, after 100 ms at the latest: one that arrives with the page does not pop in
 * after its fade. What cannot be loaded is not waited for.
 */
export async function decodePicturesInView(page: Document): Promise<void> {
  const pictures = [...page.querySelectorAll<HTMLImageElement>('main img')].filter(isInView);
  // The browser begins with lazy pictures when it paints, and it paints nothing until then.
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.race([
    Promise.allSettled(pictures.map((picture) => picture.decode())),
    new Promise((resolve) => setTimeout(resolve, PICTURES_DECODED_WITHIN_MS)),
  ]);
}
