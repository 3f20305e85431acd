const LOOK_AGAIN_MS = 250;

/** Pictures further down are loaded only when they are scrolled to. */
const AT_MOST_MS = 5_000;

/**
 * Resolves when the pictures on the page are loaded, after 5 s at the latest. Pictures that are then fetched to be kept come
 * from the HTTP cache. Fetched earlier, they would be requested twice, and delay the pictures that a visitor sees.
 */
export async function picturesShown(page: Document = document): Promise<void> {
  const end = performance.now() + AT_MOST_MS;
  const isShown = () => {
    const pictures = [...page.querySelectorAll<HTMLImageElement>('main img')];
    return pictures.length > 0 && pictures.every(({ complete }) => complete);
  };
  while (!isShown() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** The cache of the content's pictures. */
export const PICTURES = 'fieldnotes-pictures';

/** Makes room on a full device: pictures can be fetched again. Resolves to whether there were any. */
export async function dropPictures(): Promise<boolean> {
  return caches.delete(PICTURES);
}
