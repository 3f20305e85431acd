import type { Engine } from '../engine/index.ts';
import { withinSite } from '../lib/in-site.ts';
import { addressAtBackend } from '../lib/site-picture.ts';

/**
 * Shows pictures that the site has taken in and its host does not have yet: what an edit of this device names is here, and the
 * backend has all others. Whatever shows a picture hears of a failure only when it is nowhere.
 *
 * @param backend its address, without a slash at the end
 * @returns a function that stops it
 */
export function showPicturesOnTheirWay(
  backend: string,
  { fileOf }: Pick<Engine, 'fileOf'>,
  page: Document = document,
): () => void {
  const atBackend = (address: string) => addressAtBackend(withinSite(address), backend);

  function onError(event: Event): void {
    const image = event.target;
    if (!(image instanceof HTMLImageElement)) return;
    const address = image.getAttribute('src') ?? '';
    const there = atBackend(address);
    if (there === null) return;
    event.stopPropagation();
    void fileOf(withinSite(address).slice(1))
      .catch(() => undefined)
      .then((file) =>
        file === undefined ? showFrom(there, image, atBackend) : showFile(file, image),
      );
  }

  // An error does not bubble, but it is on its way to its element.
  page.addEventListener('error', onError, true);
  return () => page.removeEventListener('error', onError, true);
}

/** Its card may be what failed, and all files of a picture are at one place. */
function showFrom(
  there: string,
  image: HTMLImageElement,
  atBackend: (address: string) => string | null,
): void {
  const moved = (addresses: string) =>
    addresses.replace(/\S*\/pictures\/\S+/g, (it) => atBackend(it) ?? it);
  for (const source of sourcesOf(image)) source.srcset = moved(source.srcset);
  image.srcset = moved(image.srcset);
  image.src = there;
}

function showFile(file: Blob, image: HTMLImageElement): void {
  // Not removed: it is React's.
  for (const source of sourcesOf(image)) source.media = 'not all';
  image.removeAttribute('srcset');
  const address = URL.createObjectURL(file);
  const forget = () => URL.revokeObjectURL(address);
  image.addEventListener('load', forget, { once: true });
  image.addEventListener('error', forget, { once: true });
  image.src = address;
}

function sourcesOf(image: HTMLImageElement): readonly HTMLSourceElement[] {
  return [...(image.parentElement?.querySelectorAll('source') ?? [])];
}
