import { isInView } from './pictures-in-view.ts';

/** What the browser calls a picture that it moves from one page to the next. */
const NAME = 'carried-picture';

/** A picture that is on its way. */
export interface CarriedPicture {
  /** To be called when the next page is rendered. */
  arrive(): void;
  /** To be called when the fade is over. */
  end(): void;
}

/**
 * PROJECT-7: the picture of a pressed card travels to its page, and back to the card. It is found by the path that it belongs to
 * (ui/picture.tsx), here and there. One that is out of view on either side stays where it is, and its page just fades.
 *
 * @param paths of the page that is left and the page that comes, with the site's base path
 */
export function carryPicture(page: Document, paths: readonly string[]): CarriedPicture {
  const isWanted =
    page.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches !== true;
  const find = (isIt: (path: string) => boolean) =>
    [...page.querySelectorAll<HTMLElement>('[data-picture-of]')].find(
      (it) => isIt(it.dataset.pictureOf ?? '') && isInView(it),
    );
  let carried = isWanted
    ? find((path) => paths.some((address) => address.endsWith(path)))
    : undefined;
  const path = carried?.dataset.pictureOf;
  const name = (value: string) => {
    if (carried !== undefined) carried.style.viewTransitionName = value;
  };
  name(NAME);
  return {
    arrive() {
      if (path === undefined) return;
      name('');
      carried = find((other) => other === path);
      name(NAME);
    },
    end: () => name(''),
  };
}
