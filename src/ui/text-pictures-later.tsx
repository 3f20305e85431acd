import type { RefObject } from 'react';
import { partLater } from './part-later.tsx';

const TextPictures = partLater(async () => (await import('./text-pictures.tsx')).TextPictures);

/** What enlarges the pictures of a text, loaded where there are any, after the text is shown. */
export function TextPicturesLater({
  text,
  html,
}: {
  text: RefObject<HTMLElement | null>;
  html: string;
}) {
  return html.includes(' data-picture') ? <TextPictures text={text} /> : null;
}
