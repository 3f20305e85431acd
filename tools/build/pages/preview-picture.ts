import { readFileSync } from 'node:fs';
import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { PREVIEW } from '../../../src/features/head/public-page.ts';
import { beginning } from '../../../src/lib/shortened.ts';
import { site } from '../../../src/site.config.ts';
import { type PreviewFont, setFont } from './preview-fonts.ts';
import type { PreviewWords } from './preview-words.ts';

/**
 * The picture of a page that chats and search engines show with a link, in the site's fonts and light colours: words at the left, the
 * page's picture at the right. Signs that no font of this machine has are drawn as empty boxes; emoji, which few machines have, are
 * left out.
 *
 * @param bytes of the page's picture; null for none
 * @returns a PNG
 */
export async function previewPicture(
  { of, title, text, facts }: PreviewWords,
  bytes: Uint8Array | null,
): Promise<Uint8Array> {
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
  const image = await imageOf(bytes);
  if (image !== null) draw(context, image);
  const widest = width - LEFT - (image === null ? LEFT : PICTURE.side + 2 * PICTURE.gap);

  const ink = colour('ink');
  const brandEnd = write(context, { text: site.brand, y: 104, font: display(40), colour: ink });
  const dot = { text: '.', x: brandEnd, y: 104, colour: colour('coral') };
  const dotEnd = write(context, { ...dot, font: display(40) });
  if (of !== null) {
    const where = { text: of, x: dotEnd + 24, y: 104, colour: colour('accent') };
    write(context, { ...where, font: words(30, 600) });
  }
  const sizes = image === null ? [104, 88, ...TITLES] : TITLES;
  const titled = titleLines(context, drawable(title), { sizes, widest });
  const step = titled.size * 1.08;
  const top = 150 + titled.size;
  titled.lines.forEach((line, place) => {
    write(context, {
      text: line,
      y: top + place * step,
      font: display(titled.size),
      colour: ink,
    });
  });
  const end = top + (titled.lines.length - 1) * step;
  setFont(context, words(28, 600));
  const [said = ''] = wrapped(context, drawable(facts), 1, widest);
  write(context, { text: said, y: BOTTOM, font: words(28, 600), colour: ink });
  setFont(context, words(30, 400));
  const room = Math.min(3, Math.floor((BOTTOM - 56 - end - TEXT_GAP) / TEXT_STEP) + 1);
  const below = room < 1 ? [] : wrapped(context, drawable(text), room, widest);
  below.forEach((line, place) => {
    const y = end + TEXT_GAP + place * TEXT_STEP;
    write(context, { text: line, y, font: words(30, 400), colour: colour('muted') });
  });
  return canvas.encode('png');
}

/** All in px. */
const LEFT = 88;
const BOTTOM = PREVIEW.height - 64;
const TEXT_STEP = 42;
const TEXT_GAP = 72;
const TITLES = [72, 60, 48] as const;
const TITLE_ROOM = 290;
/** A square, as far from the edge as from the words. */
const PICTURE = { side: 416, gap: 56, radius: 28 };

/** The distance of the paper's dots, twice that of styles.css, in px. */
const DOTS = 48;

/** @returns null for what is no picture */
async function imageOf(bytes: Uint8Array | null): Promise<Image | null> {
  try {
    const image = bytes === null ? null : await loadImage(bytes);
    return image === null || image.width === 0 || image.height === 0 ? null : image;
  } catch {
    return null;
  }
}

/** Fills its square with the middle of the picture. */
function draw(context: SKRSContext2D, image: Image): void {
  const { side, gap, radius } = PICTURE;
  const [x, y] = [PREVIEW.width - gap - side, (PREVIEW.height - side) / 2];
  const cut = Math.min(image.width, image.height);
  context.save();
  context.beginPath();
  context.roundRect(x, y, side, side, radius);
  context.fillStyle = colour('surface');
  context.fill();
  context.clip();
  const from = [(image.width - cut) / 2, (image.height - cut) / 2, cut, cut] as const;
  context.drawImage(image, ...from, x, y, side, side);
  context.restore();
  context.strokeStyle = colour('hairline');
  context.lineWidth = 2;
  context.stroke();
}

const display = (size: number): PreviewFont => ({ family: 'Bricolage', size, weight: 800 });
const words = (size: number, weight: number): PreviewFont => ({ family: 'Figtree', size, weight });

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
  }: { text: string; x?: number; y: number; font: PreviewFont; colour: string },
): number {
  setFont(context, font);
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

/** As large as it fits without a cut word; cut at the smallest size. */
function titleLines(
  context: SKRSContext2D,
  title: string,
  { sizes, widest }: { sizes: readonly number[]; widest: number },
): { lines: readonly string[]; size: number } {
  const made = sizes.map((size) => {
    setFont(context, display(size));
    return { size, lines: wrapped(context, title, Math.floor(TITLE_ROOM / size), widest) };
  });
  const isWhole = ({ lines }: { lines: readonly string[] }) => lines.join(' ') === title;
  return made.find(isWhole) ?? made.at(-1) ?? { lines: [], size: 0 };
}

/** Lines that are narrow enough, in the context's font; the last one ends with '…' if there would be more. */
function wrapped(
  context: SKRSContext2D,
  text: string,
  most: number,
  widest: number,
): readonly string[] {
  const fits = (line: string) => context.measureText(line).width <= widest;
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
