import { createServer, type ViteDevServer } from 'vite';
import { freePort } from '../support/free-port.ts';
import {
  animatedWebp,
  cmykJpeg,
  corners,
  gif,
  grainy,
  heic,
  hugePng,
  jpegWithNotes,
  photo,
  picture,
  pngChunk,
  pngWithNotes,
  SECRET,
  together,
  webpWithNotes,
} from '../support/made-pictures.ts';
import type { Window } from './engine.ts';
import { test as base, expect } from './fixtures.ts';
import { engineNamed } from './installed.ts';

/** Pictures made fit for the site, by real browsers: what only they can do, decode, draw and write. */

type Bytes = Uint8Array<ArrayBuffer>;

const test = base.extend<{ opened: Window }, { modules: ViteDevServer; window: Window }>({
  modules: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => {
      const server = await createServer({
        configFile: false,
        logLevel: 'error',
        server: { port: await freePort(), host: '127.0.0.1', hmr: false, watch: null },
        optimizeDeps: { noDiscovery: true },
        appType: 'custom',
        plugins: [
          {
            name: 'empty-page',
            configureServer: ({ middlewares }) => {
              middlewares.use('/empty', (_, response) => {
                response.setHeader('content-type', 'text/html');
                response.end('<!doctype html><title>empty</title>');
              });
            },
          },
        ],
      });
      await server.listen();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  // A browser takes longer to start than a picture to be drawn, and nothing of a picture is kept in it.
  window: [
    async ({ engine }, use) => {
      const browser = await engineNamed(engine).start();
      await use(await browser.open());
      await browser.close();
    },
    { scope: 'worker' },
  ],
  opened: async ({ window, modules }, use, { testId }) => {
    const page = `empty?${testId}`;
    await window.load(`${modules.resolvedUrls?.local[0]}${page}`);
    const shown = () => window.evaluate(() => `${document.title}${location.search}`);
    await expect.poll(() => shown().catch(() => '')).toBe(page);
    await use(window);
  },
});

interface Told {
  reason: string | null;
  name: string;
  card: string | null;
  type: string;
  /** In base64. */
  bytes: string;
  cardBytes: number;
  /** The colours in the middle of the four quarters, from left to right and top to bottom; with how opaque they are. */
  quarters: string[];
  cardSize: string;
  hash: string;
  /** The sizes in which the page had a file decoded in part. */
  asked: readonly string[];
}

/** What a page has to take away before: makes the browser like a lesser one. */
type Without =
  | 'nothing'
  | 'threads'
  | 'canvases in threads'
  | 'decoding in part'
  | 'WebP'
  | 'pixels'
  | 'reading';

async function prepare(page: Window, file: Bytes, without: Without = 'nothing'): Promise<Told> {
  // A script that takes long is ended: so it only begins, and its end is asked for.
  await page.evaluate(
    (base64: string, missing: string, module: string) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const scope = globalThis as unknown as Record<string, unknown>;
      // The other side of a thread is out of a test's reach, so what it lacks is taken from the page that then draws.
      if (missing !== 'nothing') scope.Worker = undefined;
      if (missing === 'canvases in threads') scope.OffscreenCanvas = undefined;
      const asked: string[] = [];
      const Decoder = scope.ImageDecoder as (new (from: object) => object) | undefined;
      if (Decoder !== undefined)
        scope.ImageDecoder = class extends Decoder {
          constructor(from: { desiredWidth: number; desiredHeight: number }) {
            super(from);
            asked.push(`${from.desiredWidth}x${from.desiredHeight}`);
          }
        };
      if (missing === 'decoding in part')
        scope.ImageDecoder = class {
          decode = () => Promise.reject(new Error('not today'));
          close() {}
        };
      const pens = ['OffscreenCanvasRenderingContext2D', 'CanvasRenderingContext2D'].flatMap(
        (name) =>
          (scope[name] as { prototype: CanvasRenderingContext2D } | undefined)?.prototype ?? [],
      );
      if (missing === 'WebP') {
        const { convertToBlob } = OffscreenCanvas.prototype;
        OffscreenCanvas.prototype.convertToBlob = function (options) {
          return convertToBlob.call(
            this,
            options?.type === 'image/webp' ? { type: 'image/png' } : options,
          );
        };
      }
      if (missing === 'pixels') for (const pen of pens) pen.drawImage = () => {};
      if (missing === 'reading') {
        for (const pen of pens) {
          const { getImageData } = pen;
          pen.getImageData = function (...where: [number, number, number, number]) {
            const image = getImageData.apply(this, where);
            image.data.fill(255);
            return image;
          };
        }
      }
      const make = async (): Promise<Told> => {
        const { preparePicture } = (await import(module)) as {
          preparePicture: (file: Blob) => Promise<{
            ok: boolean;
            reason: string;
            full: { name: string; bytes: Uint8Array<ArrayBuffer>; type: string };
            card?: { name: string; bytes: Uint8Array<ArrayBuffer>; type: string };
          }>;
        };
        const made = await preparePicture(new Blob([bytes]));
        const nothing = {
          name: '',
          card: null,
          type: '',
          bytes: '',
          cardBytes: 0,
          quarters: [],
          cardSize: '',
          hash: '',
          asked,
        };
        if (!made.ok) return { reason: made.reason, ...nothing };
        const { full, card } = made;
        const sizeAndQuarters = async (of: typeof full) => {
          const bitmap = await createImageBitmap(new Blob([of.bytes], { type: of.type }));
          const { width, height } = bitmap;
          const canvas = Object.assign(document.createElement('canvas'), { width: 4, height: 4 });
          const pen = canvas.getContext('2d');
          pen?.drawImage(bitmap, 0, 0, 4, 4);
          const at = (x: number, y: number) =>
            [...(pen?.getImageData(x, y, 1, 1).data ?? [])].join();
          return { size: `${width}x${height}`, quarters: [at(0, 0), at(3, 0), at(0, 3), at(3, 3)] };
        };
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', full.bytes));
        return {
          reason: null,
          name: full.name,
          card: card?.name ?? null,
          type: full.type,
          bytes: btoa(full.bytes.reduce((all, it) => all + String.fromCharCode(it), '')),
          cardBytes: card?.bytes.length ?? 0,
          quarters: (await sizeAndQuarters(full)).quarters,
          cardSize: card === undefined ? '' : (await sizeAndQuarters(card)).size,
          hash: [...digest.subarray(0, 16)].map((it) => it.toString(16).padStart(2, '0')).join(''),
          asked,
        };
      };
      scope.told = null;
      void make().then(
        (told) => {
          scope.told = told;
        },
        (error: unknown) => {
          scope.told = { reason: `The test failed: ${error}` };
        },
      );
    },
    Buffer.from(file).toString('base64'),
    without,
    '/src/content/pictures/prepare-picture.ts',
  );
  const told = () =>
    page.evaluate(() => (globalThis as unknown as { told: Told | null }).told).catch(() => null);
  await expect.poll(told, { timeout: 100_000 }).not.toBeNull();
  return (await told()) as Told;
}

const bytesOf = ({ bytes }: Told) => Buffer.from(bytes, 'base64');
const nameOf = (size: string, ending: string, card = '') =>
  new RegExp(`^[0-9a-f]{32}-${size}-[0-9a-f]{6}${card}\\.${ending}$`);

/** The four quarters of the picture `corners`, more or less. */
const upright = ['light red', 'light blue', 'dark red', 'dark blue'];
const named = ({ quarters }: Told) =>
  quarters.map((quarter) => {
    const [red = 0, green = 0, blue = 0, opaque = 0] = quarter.split(',').map(Number);
    if (opaque < 250) return 'clear';
    return `${green > 64 ? 'light' : 'dark'} ${red > blue ? 'red' : 'blue'}`;
  });

test('a photo of 12 million pixels is upright, has at most 2000 and no notes, and a card', async ({
  opened: page,
  engine,
}) => {
  const jpeg = new Uint8Array(await photo(4000, 3000).encode('jpeg', 92));
  const told = await prepare(page, jpegWithNotes(jpeg, 6));
  expect(told.reason).toBeNull();
  const ending = told.type === 'image/webp' ? 'webp' : 'jpg';
  if (engine !== 'webkit') expect(ending).toBe('webp');
  expect(told.name).toMatch(nameOf('1500x2000', ending));
  expect(told.name.slice(0, 32)).toBe(told.hash);
  expect(told.card).toBe(told.name.replace('.', '-card.'));
  expect(told.cardSize).toBe('640x853');
  expect(told.cardBytes).toBeLessThan(bytesOf(told).length);
  expect(bytesOf(told).length).toBeLessThan(jpeg.length);
  expect(bytesOf(told).includes(SECRET)).toBe(false);
  // Turned a quarter to the right.
  expect(named(told)).toEqual(['dark red', 'light red', 'dark blue', 'light blue']);
});

test('however the camera was held, the picture is upright', async ({ opened: page }) => {
  const jpeg = await picture('jpeg', 64, 32);
  // Which corner of what is stored comes to the top left, top right and so on.
  const [a, b, c, d] = upright;
  const turned = [
    [a, b, c, d],
    [b, a, d, c],
    [d, c, b, a],
    [c, d, a, b],
    [a, c, b, d],
    [c, a, d, b],
    [d, b, c, a],
    [b, d, a, c],
  ];
  for (const [i, wanted] of turned.entries()) {
    const told = await prepare(page, jpegWithNotes(jpeg, i + 1));
    expect([i + 1, told.reason, named(told)]).toEqual([i + 1, null, wanted]);
    expect(told.name).toContain(i < 4 ? '-64x32-' : '-32x64-');
    expect(told.card).toBeNull();
  }
});

test('a photo of twice the size or more is decoded in part, and is as upright and as whole', async ({
  opened: page,
  engine,
}) => {
  const jpeg = new Uint8Array(await corners(4033, 3021).encode('jpeg', 92));
  const wanted = {
    1: upright,
    3: ['dark blue', 'dark red', 'light blue', 'light red'],
    6: ['dark red', 'light red', 'dark blue', 'light blue'],
    8: ['light blue', 'dark blue', 'light red', 'dark red'],
  };
  for (const without of ['nothing', 'threads', 'decoding in part'] as const) {
    for (const [orientation, quarters] of Object.entries(wanted)) {
      const told = await prepare(page, jpegWithNotes(jpeg, Number(orientation)), without);
      expect([without, orientation, told.reason, named(told)]).toEqual([
        without,
        orientation,
        null,
        quarters,
      ]);
      const size = Number(orientation) > 4 ? '1498x2000' : '2000x1498';
      expect(told.name).toContain(`-${size}-`);
      // Four eighths of each side.
      if (without === 'threads' && engine === 'chromium') expect(told.asked).toEqual(['2017x1511']);
    }
  }
});

test('what is small stays as it is, without notes; an animation, too', async ({ opened: page }) => {
  const png = await picture('png', 64, 32);
  const screenshot = await prepare(page, pngWithNotes(png));
  expect(screenshot.name).toMatch(nameOf('64x32', 'png'));
  expect(bytesOf(screenshot).includes(SECRET)).toBe(false);
  expect(bytesOf(screenshot).includes('IDAT')).toBe(true);

  const animation = await prepare(page, gif());
  expect(animation.reason).toBeNull();
  expect(animation.name).toMatch(nameOf('1x1', 'gif'));
  expect(bytesOf(animation).includes(SECRET)).toBe(false);
  expect(bytesOf(animation).includes('NETSCAPE2.0')).toBe(true);

  const webp = await prepare(page, animatedWebp(await picture('webp', 64, 32), 64, 32));
  expect([webp.reason, webp.name]).toEqual([null, expect.stringMatching(nameOf('64x32', 'webp'))]);
  expect(bytesOf(webp).includes(SECRET)).toBe(false);
  expect(bytesOf(webp).includes('ANMF')).toBe(true);
});

test('a JPEG in the colours of printers is in those of screens', async ({ opened: page }) => {
  const told = await prepare(page, cmykJpeg);
  expect([told.reason, told.name]).toEqual([null, expect.stringContaining('-64x32-')]);
  expect(named(told)).toEqual(upright);
});

test('a WebP that is small enough already stays, without notes', async ({ opened: page }) => {
  const webp = new Uint8Array(await corners(1200, 800).encode('webp', 10));
  const told = await prepare(page, webpWithNotes(webp, 1200, 800));
  expect(told.name).toMatch(nameOf('1200x800', 'webp'));
  expect(bytesOf(told).includes(SECRET)).toBe(false);
  expect(told.card).toMatch(nameOf('1200x800', 'webp', '-card'));
  expect(named(told)).toEqual(upright);
});

test('what is transparent stays so, also without WebP', async ({ opened: page }) => {
  const canvas = photo(2400, 1200);
  canvas.getContext('2d').clearRect(0, 0, 1200, 600);
  const png = new Uint8Array(await canvas.encode('png'));
  for (const without of ['nothing', 'WebP'] as const) {
    const told = await prepare(page, png, without);
    expect(told.reason).toBeNull();
    expect(told.name).toContain('-2000x1000-');
    expect(named(told)[0]).toBe('clear');
    expect(named(told)[1]).toBe('light blue');
    if (without === 'WebP') expect(told.type).toBe('image/png');
  }
});

test('a browser that does not write WebP writes JPEG', async ({ opened: page }) => {
  const png = new Uint8Array(await grainy(1600, 900).encode('png'));
  const told = await prepare(page, png, 'WebP');
  expect(told.name).toMatch(nameOf('1600x900', 'jpg'));
  expect(told.type).toBe('image/jpeg');
  expect(told.cardSize).toBe('640x360');
});

for (const without of ['threads', 'canvases in threads'] as const) {
  test(`without ${without} the page itself does it`, async ({ opened: page }) => {
    const told = await prepare(page, await picture('jpeg', 2100, 1000), without);
    expect(told.reason).toBeNull();
    expect(told.name).toContain('-2000x952-');
    expect(named(told)).toEqual(upright);
  });
}

test('a drawing that went wrong is told and not kept', async ({ opened: page }) => {
  const jpeg = await picture('jpeg', 64, 32);
  expect((await prepare(page, jpeg, 'pixels')).reason).toMatch(/drew this picture wrongly/);
});

test('a browser that hides what it has drawn is told', async ({ opened: page }) => {
  const jpeg = await picture('jpeg', 64, 32);
  expect((await prepare(page, jpeg, 'reading')).reason).toMatch(/settings for privacy/);
});

test('bad files are told why, and the page lives', async ({ opened: page }) => {
  const text = (it: string) => new Uint8Array(Buffer.from(it));
  const jpeg = await picture('jpeg', 640, 480);
  const bad: readonly [file: Bytes, said: RegExp][] = [
    [new Uint8Array(), /^This file is empty\.$/],
    [text('a text called x.png'), /isn’t a picture/],
    [
      text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      /SVG files can contain scripts/,
    ],
    [
      hugePng(40_000, 40_000),
      /^This picture is too large: 40,000 × 40,000 pixels\. It can have up to 50 million pixels\.$/,
    ],
    [jpeg.slice(0, jpeg.length / 2), /damaged, or part of it is missing/],
    [together(jpeg.subarray(0, 2), new Uint8Array([0xff, 0xd9])), /damaged/],
    // None of these engines opens one. Its brand stands elsewhere in what other programs write.
    [heic, /can’t open HEIC/],
    [together(heic.subarray(0, 8), text('mif1'), heic.subarray(12)), /can’t open HEIC/],
    [heic.slice(0, -20), /can’t open HEIC/],
    [heic.slice(0, heic.length / 2), /damaged, or part of it is missing/],
  ];
  for (const [i, [file, said]] of bad.entries()) {
    const { reason, name } = await prepare(page, file);
    expect(reason ?? `${i} became ${name}`).toMatch(said);
  }
  expect((await prepare(page, jpeg)).reason).toBeNull();
});

test('a small file with 49 million pixels is drawn, or is too much, and the page lives', async ({
  opened: page,
}) => {
  const bomb = hugePng(7000, 7000, 7000 * (1 + 3 * 7000));
  expect(bomb.length).toBeLessThan(200_000);
  const { reason, name } = await prepare(page, bomb);
  expect(reason ?? name).toMatch(/-2000x2000-000000\.|too much for your device|can’t show this/);
  expect((await prepare(page, await picture('jpeg', 64, 32))).reason).toBeNull();
});

test('AVIF, and a PNG of 16 bits, become what every browser shows', async ({
  opened: page,
  engine,
}) => {
  const avif = await prepare(page, await picture('avif', 900, 600));
  if (avif.reason === null) {
    expect(avif.type).toBe(engine === 'webkit' ? avif.type : 'image/webp');
    expect(avif.name).toContain('-900x600-');
    expect(named(avif)).toEqual(upright);
  } else expect(avif.reason).toMatch(/can’t show this picture/);
  const deep = await prepare(page, png16());
  expect([deep.reason, deep.name]).toEqual([null, expect.stringMatching(nameOf('2x1', 'png'))]);
});

/** Two grey pixels of 16 bits. */
function png16(): Bytes {
  const header = new Uint8Array([0, 0, 0, 2, 0, 0, 0, 1, 16, 0, 0, 0, 0]);
  // A deflated block without compression, of a filter and two samples.
  const pixels = new Uint8Array([
    0x78, 1, 1, 5, 0, 0xfa, 0xff, 0, 0x80, 0, 0x80, 0, 0x3, 0x5, 0x1, 0x1,
  ]);
  return together(
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', new Uint8Array()),
  );
}
