import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { PublicPage } from '../../../src/features/head/public-page.ts';
import { PREVIEW } from '../../../src/features/head/public-page.ts';
import { beginning } from '../../../src/lib/shortened.ts';
import { site } from '../../../src/site.config.ts';

/**
 * The picture of a page that chats and search engines show with a link: brand, title and description in the site's fonts and
 * light colours; the home page's has the tagline as its title. Signs that no font of this machine has are drawn as empty boxes; emoji, which few machines have, are left out.
 *
 * @returns a PNG
 */
export async function previewPicture(page: PublicPage): Promise<Uint8Array> {
  const { width, height } = PREVIEW;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = colour('paper');
  context.fillRect(0, 0, width, height);
  context.fillStyle = colour('hairline');
  for (let x = DOTS / 2; x < width; x += DOTS)
    for (let y = DOTS / 2; y < height; y += DOTS) context.fillRect(x, y, 3, 3);
  context.fillStyle = colour('coral');
  context.fillRect(0, 0, 24, height);

  const ink = colour('ink');
  const brandEnd = write(context, { text: site.brand, y: 116, font: display(44), colour: ink });
  write(context, { text: '.', x: brandEnd, y: 116, font: display(44), colour: colour('coral') });
  if (page.item !== null && page.above !== null) {
    context.textAlign = 'right';
    const where = { text: page.above.name, x: width - LEFT, y: 116 };
    write(context, { ...where, font: words(32, 600), colour: colour('accent') });
    context.textAlign = 'left';
  }
  const { lines, size } = titleLines(
    context,
    drawable(page.above === null ? site.tagline : page.name),
  );
  lines.forEach((text, place) => {
    write(context, { text, y: 264 + place * size * 1.08, font: display(size), colour: ink });
  });
  context.font = words(32, 400);
  const below = wrapped(context, drawable(page.description), 2);
  below.forEach((text, place) => {
    const y = height - 64 - (below.length - 1 - place) * 44;
    write(context, { text, y, font: words(32, 400), colour: colour('muted') });
  });
  return canvas.encode('png');
}

const LEFT = 96;
const WIDEST = PREVIEW.width - 2 * LEFT;

/** The distance of the paper's dots, twice that of styles.css, in px. */
const DOTS = 48;

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

const display = (size: number) => `800 ${size}px Bricolage, "Bricolage Ext", sans-serif`;
const words = (size: number, weight: number) =>
  `${weight} ${size}px Figtree, "Figtree Ext", sans-serif`;

const styles = readFileSync(new URL('../../../src/styles.css', import.meta.url), 'utf8');

/** A colour of the light theme. @throws if styles.css has none of this name */
function colour(name: string): string {
  const value = new RegExp(`--color-${name}:\\s*(?:light-dark\\()?(#\\w+|[\\w-]+\\([^)]*\\)|\\w+)`);
  const found = value.exec(styles)?.[1];
  if (found === undefined) throw new Error(`styles.css has no --color-${name}.`);
  return found;
}

/** @returns where the text ends, in px from the left */
function write(
  context: SKRSContext2D,
  {
    text,
    x = LEFT,
    y,
    font,
    colour: fill,
  }: { text: string; x?: number; y: number; font: string; colour: string },
): number {
  context.font = font;
  context.fillStyle = fill;
  context.fillText(text, x, y);
  return x + context.measureText(text).width;
}

function drawable(text: string): string {
  return text
    .replace(
      /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f]/gu,
      '',
    )
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** As large as it fits; cut at the smallest size. */
function titleLines(context: SKRSContext2D, title: string): { lines: string[]; size: number } {
  const sizes = [104, 88, 72];
  const made = sizes.map((size) => {
    context.font = display(size);
    return { size, lines: wrapped(context, title, size > 72 ? 2 : 3) };
  });
  const whole = made.find(({ lines }) => lines.at(-1)?.endsWith('…') !== true);
  return whole ?? { size: 72, lines: made.at(-1)?.lines ?? [] };
}

/** Lines that are narrow enough, in the context's font; the last one ends with '…' if there would be more. */
function wrapped(context: SKRSContext2D, text: string, most: number): string[] {
  const fits = (line: string) => context.measureText(line).width <= WIDEST;
  const lines: string[] = [];
  let rest = text;
  while (rest !== '' && lines.length < most) {
    const isLast = lines.length === most - 1;
    if (fits(rest)) return [...lines, rest];
    let [low, high] = [1, rest.length];
    // The longest beginning that fits.
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(`${beginning(rest, middle)}${isLast ? '…' : ''}`)) low = middle;
      else high = middle - 1;
    }
    const fitting = beginning(rest, low);
    const space = rest[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
    const line = space > 0 ? fitting.slice(0, space) : fitting;
    lines.push(isLast ? `${line.trimEnd()}…` : line);
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}
