import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from './engine.ts';
import { test as base, expect } from './fixtures.ts';
import { engineNamed } from './installed.ts';
import { signIn, untilKept } from './owner.ts';
import { type Visitor, visitorIn } from './visitor.ts';

/** Pictures that were pasted below ground, in each engine, over the death of the browser. */

const test = base.extend<{ startAgain: () => Promise<Browser> }>({
  /** Starts a browser with what the one before has kept. */
  startAgain: async ({ engine }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'fieldnotes-profile-'));
    const started: Browser[] = [];
    await use(async () => {
      const browser = await engineNamed(engine).start({ profile });
      started.push(browser);
      return browser;
    });
    for (const browser of started) await browser.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  },
});

const colours = ['#c04020', '#20c040', '#2040c0'];
const [width, height] = [800, 600];
/** The path of a picture of that size, as texts name it. */
const path = String.raw`/pictures/[0-9a-f]{32}-800x600-[0-9a-f]{6}\.\w+`;

/** Runs in the page. Gives to what has the focus, each of one colour, so that each is another. */
async function paste(colours: string[], width: number, height: number): Promise<void> {
  const given = new DataTransfer();
  for (const [at, colour] of colours.entries()) {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const drawing = canvas.getContext('2d');
    if (drawing === null) throw new Error('nothing can be drawn');
    drawing.fillStyle = colour;
    drawing.fillRect(0, 0, width, height);
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (file === null) throw new Error('nothing was drawn');
    given.items.add(new File([file], `screenshot-${at + 1}.png`, { type: 'image/png' }));
  }
  const how = { bubbles: true, cancelable: true };
  const pasted = new ClipboardEvent('paste', { ...how, clipboardData: given });
  // Firefox makes no paste of what a script gives. There they are dropped, which the same code hears.
  const isWhole = pasted.clipboardData?.files.length === colours.length;
  const event = isWhole ? pasted : new DragEvent('drop', { ...how, dataTransfer: given });
  document.activeElement?.dispatchEvent(event);
}

/** Waits until each picture of the text is drawn. */
const seePictures = (visitor: Visitor) =>
  visitor.until(
    'three pictures',
    (words, width) =>
      words.every((word) => {
        const picture = document.querySelector<HTMLImageElement>(`main img[alt="${word}"]`);
        picture?.scrollIntoView();
        return picture?.naturalWidth === width;
      }),
    colours,
    width,
  );

test('PICTURE-3 PICTURE-4: three pictures that are pasted without a server are seen after a reload and after the browser was killed, and arrive once', async ({
  startAgain,
  embedded,
}) => {
  const { url, backend, sql } = embedded;
  const first = await startAgain();
  const visitor = visitorIn(await first.open());
  await visitor.load(url);
  await untilKept(visitor);
  await signIn(visitor, url, backend.demoAdmin);
  await visitor.load(`${url}/admin/learnings/new`);
  await visitor.find({ css: 'input', name: 'Title' });

  await embedded.down();
  await visitor.fill({ css: 'input', name: 'Title' }, 'Pictures below ground');
  await visitor.fill({ css: 'textarea', name: 'Description' }, 'Three of them');
  await visitor.focus({ css: 'textarea', name: 'Content (Optional)' });
  await visitor.window.evaluate(paste, colours, width, height);
  for (const [at, colour] of colours.entries())
    await visitor.fill(
      { css: 'dialog input', name: `What picture ${at + 1} of ${colours.length} shows` },
      colour,
    );
  await visitor.click({ css: 'dialog button', name: 'Insert' });
  await visitor.click({ css: 'button', name: 'Add Learning' });
  // Its page has an address of its own when, and only if, it is stored.
  await visitor.until('a stored learning', () =>
    /\/admin\/learnings\/[\da-f-]{36}$/.test(location.pathname),
  );
  await visitor.load(`${url}/learnings/pictures-below-ground`);
  await seePictures(visitor);
  await visitor.reload();
  await seePictures(visitor);

  await first.kill();
  const second = await startAgain();
  const back = visitorIn(await second.open());
  await back.load(`${url}/learnings/pictures-below-ground`);
  await seePictures(back);

  await embedded.up();
  await back.reload();
  const learnings = () =>
    sql(`select content from learnings where title = 'Pictures below ground'`);
  await expect.poll(learnings).toHaveLength(1);
  const [{ content } = {}] = await learnings();
  expect(content).toMatch(
    new RegExp(`^${colours.map((it) => String.raw`!\[${it}\]\(${path}\)`).join('\n\n')}$`),
  );
  const named = [...String(content).matchAll(new RegExp(path, 'g'))].map(([it]) => it);
  // Each with its file for cards.
  const expected = named.flatMap((it) => [it, it.replace('.', '-card.')]);
  const stored = await sql(`select '/pictures/' || name as path from storage.objects`);
  expect(stored.map((it) => it.path).sort()).toEqual(expected.sort());
  await seePictures(back);
});
