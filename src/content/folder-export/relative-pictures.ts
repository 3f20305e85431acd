import { pictureFilesIn, sitePicture } from '../../lib/site-picture.ts';
import { PICTURES } from './folder-layout.ts';

/**
 * The pictures of the site as a file beside them names them, and back: `/pictures/a.png` in a text of `learnings/` is
 * `../pictures/a.png`. Only what is an address as a whole: in `https://example.com/pictures/a.png` it is a part of one.
 */

/** What stands before an address in Markdown and HTML. */
const before = String.raw`(?<=^|[\s("'<=\[:])`;
const name = String.raw`${PICTURES}/[0-9a-f]{32}-[\w-]+\.(?:gif|jpg|png|webp)`;
const onSite = new RegExp(String.raw`${before}/(${name})(?![\w.])`, 'g');
const beside = new RegExp(String.raw`${before}(?:\.\./)+(${name})(?![\w.])`, 'g');

/** @returns null if a text cannot be had back from it: it speaks of such a path itself */
export function withRelativePictures(text: string): string | null {
  if (pictureFilesIn(text).length === 0 && !beside.test(text)) return text;
  const relative = text.replace(onSite, (path, it) => (isOwn(path) ? `../${it}` : path));
  return withSitePictures(relative) === text ? relative : null;
}

export function withSitePictures(text: string): string {
  return text.replace(beside, (path, it) => (isOwn(`/${it}`) ? `/${it}` : path));
}

function isOwn(path: string): boolean {
  return sitePicture(path) !== null;
}
