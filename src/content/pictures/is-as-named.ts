import { CARD_WIDTH, sitePicture, withoutCard } from '../../lib/site-picture.ts';
import { pictureHash } from './picture-bytes.ts';
import { readPicture } from './read-picture.ts';

/**
 * Whether a file is what its name says, wherever it comes from: a network may have put something else in its place, or cut it.
 *
 * | file | what its name says |
 * |---|---|
 * | a picture | the hash of its bytes |
 * | a picture's card | the hash of the picture: of the card only that it is the same sort of file, and how wide and high it can be |
 *
 * @param name as the engine stores it, `pictures/<…>`
 */
export async function isAsNamed(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const own = sitePicture(`/${name}`);
  if (own === null) return isCard(name, bytes);
  const hash = await pictureHash(bytes);
  // By plain http nothing can be compared; whoever takes the file in does so again.
  if (hash === null) return bytes.length > 0;
  return name.startsWith(`pictures/${hash}-`);
}

function isCard(name: string, bytes: Uint8Array<ArrayBuffer>): boolean {
  const of = sitePicture(`/${withoutCard(name)}`);
  const read = readPicture(bytes);
  if (of === null || typeof read === 'string') return false;
  const { format, width, height } = read;
  const cardHeight = Math.max(1, Math.round((of.height * CARD_WIDTH) / of.width));
  // A picture that cannot be made smaller, such as an animation, is its own card.
  const fits =
    (width === CARD_WIDTH && Math.abs(height - cardHeight) <= 1) ||
    (width === of.width && height === of.height);
  return fits && mediaType(name) === `image/${format}`;
}

/** The media type that a picture's name says. */
export function mediaType(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return `image/${ending === 'jpg' ? 'jpeg' : ending}`;
}
