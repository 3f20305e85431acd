import { existsSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { picturesIn } from '../../../src/content/markdown/pictures-in.ts';
import type { OwnersWords } from '../../../src/content/profile/owners-words.ts';
import type { PublicPage } from '../../../src/features/head/public-page.ts';
import { sitePicture } from '../../../src/lib/site-picture.ts';
import type { Items } from './content.ts';
import { takePicture } from './site-pictures.ts';

/** The picture of a page, as the content has its address; null for none. A learning without one has that of its project. */
export function pictureOf(
  { above, item }: PublicPage,
  { projects }: Pick<Items, 'projects'>,
  { profile }: Pick<OwnersWords, 'profile'>,
): string | null {
  if (above === null) return profile.image;
  if (item === null) return null;
  if (item.kind === 'project') {
    const { imageUrl, details } = item.project;
    return imageUrl ?? picturesIn(details ?? '', 'html')[0] ?? null;
  }
  const { content, projectId } = item.learning;
  const ofProject = () => projects.find(({ id }) => id === projectId)?.imageUrl ?? null;
  return picturesIn(content ?? '', 'markdown')[0] ?? ofProject();
}

/**
 * Reads pictures of the site's own: those of its folder, and those that it has taken in. No other host is asked, because a build must
 * not wait for it.
 *
 * @param places see `takePictures`
 */
export function ownPictures(places: {
  readonly site: string;
  readonly backend: string;
  readonly kept: string;
}): (address: string) => Promise<Uint8Array | null> {
  return async (address) => {
    if (!/^\/(?!\/)/.test(address)) return null;
    const taken = sitePicture(address);
    const path = taken?.card ?? address;
    if (taken !== null) await takePicture(path, places);
    const file = resolve(join(places.site, path));
    const isThere = file.startsWith(resolve(places.site) + sep) && existsSync(file);
    return isThere ? readFileSync(file) : null;
  };
}
