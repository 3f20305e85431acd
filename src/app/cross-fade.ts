import type { NavigateOptions } from 'react-router-dom';
import { carryPicture } from './carried-picture.ts';
import type { Arrival, Navigation } from './navigation.ts';
import { decodePicturesInView } from './pictures-in-view.ts';

type Show = (arrival: Arrival, options: NavigateOptions) => void;

/**
 * Pages cross-fade in browsers that support it (LOOK-12). The browser may be ready for a fade only after further
 * navigations; it then shows the newest page, which is that of the address. One that is to stay where it is does not fade.
 *
 * @param show renders an arrival; with `flushSync`, before it returns
 * @returns the same, which fades if the page is another
 */
export function withCrossFade(
  navigation: Pick<Navigation, 'arrival'>,
  show: Show,
  page: Document = document,
): Show {
  let shown = navigation.arrival.location.pathname;
  return (arrival, options) => {
    const { pathname } = arrival.location;
    if (pathname === shown || arrival.preventScrollReset || !('startViewTransition' in page)) {
      shown = pathname;
      show(arrival, options);
      return;
    }
    const picture = carryPicture(page, [pathname, shown]);
    const fade = page.startViewTransition(() => {
      shown = navigation.arrival.location.pathname;
      show(navigation.arrival, { flushSync: true });
      picture.arrive();
      return decodePicturesInView(page);
    });
    // The next fade skips this one, as intended.
    fade.ready.catch(() => {});
    fade.finished.then(picture.end, picture.end);
  };
}
