import { withinSite } from '../lib/in-site.ts';
import { addressAtBackend } from '../lib/site-picture.ts';

/**
 * Shows pictures that the site has taken in since it was built: its host does not have them yet, the backend has. Whatever shows
 * a picture hears of a failure only when the backend has failed, too.
 *
 * @param backend its address, without a slash at the end
 * @returns a function that stops it
 */
export function showPicturesOfBackend(backend: string, page: Document = document): () => void {
  function onError(event: Event): void {
    const image = event.target;
    if (!(image instanceof HTMLImageElement)) return;
    const there = atBackend(image.getAttribute('src') ?? '', backend);
    if (there === null) return;
    // A card's file may be what failed, and every file of it is at one place.
    for (const source of image.parentElement?.querySelectorAll('source') ?? [])
      source.srcset = source.srcset.replace(/\S+/, (it) => atBackend(it, backend) ?? it);
    image.srcset = image.srcset.replace(
      /\S*\/pictures\/\S+/g,
      (it) => atBackend(it, backend) ?? it,
    );
    image.src = there;
    event.stopPropagation();
  }
  // An error does not bubble, but it is on its way to its element.
  page.addEventListener('error', onError, true);
  return () => page.removeEventListener('error', onError, true);
}

function atBackend(address: string, backend: string): string | null {
  return addressAtBackend(withinSite(address), backend);
}
