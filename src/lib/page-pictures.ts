import { PICTURES_CHECKED_MS, PICTURES_SHOWN_WITHIN_MS } from './limits.ts';
import { secureContext } from './secure-context.ts';
import { PICTURE_CACHE } from './storage-keys.ts';

/**
 * Resolves when the pictures on the page are loaded, after 5 s at the latest. Pictures that are then fetched to be kept come
 * from the HTTP cache. Fetched earlier, they would be requested twice, and delay the pictures that a visitor sees.
 */
export async function picturesShown(page: Document = document): Promise<void> {
  const end = performance.now() + PICTURES_SHOWN_WITHIN_MS;
  const isShown = () => {
    const pictures = [...page.querySelectorAll<HTMLImageElement>('main img')];
    return pictures.length > 0 && pictures.every(({ complete }) => complete);
  };
  while (!isShown() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, PICTURES_CHECKED_MS));
  }
}

/** Makes room on a full device, because pictures can be fetched again. Resolves to whether there were any. */
export async function dropPictures(): Promise<boolean> {
  return (await secureContext.caches?.delete(PICTURE_CACHE)) ?? false;
}
