/** The two sides of a picture, in px. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Begins a title that is no title: Markdown has no other place for a picture's size. It is a character for private use. */
const SIZE = '\uE03F';

/** @returns null unless both sides are whole numbers of pixels, and no more than four digits */
export function sizeOf(width = '', height = ''): PictureSize | null {
  if (![width, height].every((side) => /^[1-9]\d{0,3}$/.test(side.trim()))) return null;
  return { width: Number(width), height: Number(height) };
}

export function sizeAsTitle({ width, height }: PictureSize): string {
  return `${SIZE}${width}x${height}`;
}

/** The size that such a title means; null for any other title. */
export function sizeInTitle(title: string): PictureSize | null {
  if (!title.startsWith(SIZE)) return null;
  const [width, height] = title.slice(SIZE.length).split('x');
  return sizeOf(width, height);
}
