import { type PictureSize, sizeAsTitle, sizeOf } from '../../lib/picture-size.ts';

/** A picture that is written as a tag, as GitHub writes one that somebody has pasted. */
export interface PictureTag {
  /** It may hold entities. */
  readonly alt: string;
  readonly address: string;
  /** Both sides in px, so that the picture has its place before it arrives; null if either is not known. */
  readonly size: PictureSize | null;
}

const attribute = /\s([a-z_:@][\w:.@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/gi;

/**
 * What is on a website or on this site, as far as an address says so. ui/fit-html.ts asks again, once the parser has decoded the
 * address.
 */
const shown = /^(?:https?:\/\/|\/(?![/\\]))/i;

/**
 * Reads `<img …>`.
 *
 * @param tag whole, in the shape of a tag (learning-text.ts)
 * @returns null if no picture can be shown from there
 */
export function pictureTag(tag: string): PictureTag | null {
  const values = new Map<string, string>();
  for (const [, name = '', ...quoted] of tag.matchAll(attribute)) {
    // As in HTML, the first of a name counts.
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted.find((it) => it !== undefined) ?? '');
  }
  // Browsers drop line breaks and tabs from addresses.
  const address = (values.get('src') ?? '').replace(/[\t\n\v\f\r]/g, '').trim();
  if (!shown.test(address)) return null;
  const size = sizeOf(values.get('width'), values.get('height'));
  return { address, size, alt: (values.get('alt') ?? '').replace(/\s+/g, ' ').trim() };
}

/** The same in Markdown. Nothing in its words is a mark, and nothing in its address ends it. */
export function markdownPicture({ alt, address, size }: PictureTag): string {
  const words = alt.replace(/[\\`*_[\]<>~|]/g, '\\$&');
  const title = size === null ? '' : ` "${sizeAsTitle(size)}"`;
  return `![${words}](<${address.replace(/[<>\\|]/g, encodeURIComponent)}>${title})`;
}
