import { createRequire } from 'node:module';
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

/** The site's fonts for the pictures of previews. */
export interface PreviewFont {
  readonly family: 'Bricolage' | 'Figtree';
  /** px */
  readonly size: number;
  /** 300 to 900 */
  readonly weight: number;
}

const require = createRequire(import.meta.url);
for (const [family, files] of [
  ['Bricolage', 'bricolage-grotesque/files/bricolage-grotesque'],
  ['Figtree', 'figtree/files/figtree'],
] as const) {
  for (const part of ['latin', 'latin-ext']) {
    const file = require.resolve(`@fontsource-variable/${files}-${part}-wght-normal.woff2`);
    GlobalFonts.registerFromPath(file, part === 'latin' ? family : `${family} Ext`);
  }
}

/**
 * Sets the font of what is measured and written next. The canvas takes a variable font as one that has the weight of its file
 * alone (Figtree's is 300), so the weight is set by its axis; a weight in `font` would thicken the letters once more.
 */
export function setFont(context: SKRSContext2D, { family, size, weight }: PreviewFont): void {
  context.font = `${size}px ${family}, "${family} Ext", sans-serif`;
  context.fontVariationSettings = `"wght" ${weight}`;
}
