import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it, onTestFinished } from 'vitest';
import type { Learning } from '../../src/content/learnings/learnings.ts';
import type { Project } from '../../src/content/projects/projects.ts';
import { PREVIEW, type PublicPage } from '../../src/features/head/public-page.ts';
import { site } from '../../src/site.config.ts';
import { ownPictures, pictureOf } from '../../tools/build/pages/page-picture.ts';
import { type PreviewFont, setFont } from '../../tools/build/pages/preview-fonts.ts';
import { previewPicture } from '../../tools/build/pages/preview-picture.ts';
import { previewWords } from '../../tools/build/pages/preview-words.ts';

/** The pictures of previews. */

/** How much of a canvas a text in a font covers. */
function inkOf(font: Omit<PreviewFont, 'size'>, text: string): number {
  const canvas = createCanvas(900, 120);
  const context = canvas.getContext('2d');
  setFont(context, { ...font, size: 60 });
  context.fillText(text, 10, 80);
  const { data } = context.getImageData(0, 0, 900, 120);
  return data.reduce((sum, value, place) => (place % 4 === 3 ? sum + value : sum), 0);
}

it.each([
  ['Figtree', 'Learning by building'],
  ['Figtree', 'Łódź, Győr, Žďár'],
  ['Bricolage', 'Learning by building'],
] as const)('PAGES-12: %s has the weight that is asked for, in %s', (family, text) => {
  const [light, text400, bold, heavy] = [300, 400, 600, 800].map((weight) =>
    inkOf({ family, weight }, text),
  ) as [number, number, number, number];
  expect(text400).toBeGreaterThan(light * 1.1);
  expect(bold).toBeGreaterThan(text400 * 1.1);
  expect(heavy).toBeGreaterThan(bold * 1.1);
});

const words = { of: null, title: 'A title', text: 'A text', facts: 'Somebody' };
const red = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path fill="#f00" d="M0 0h40v30H0z"/></svg>',
);

/** The colour of a drawn preview at a place, as `r,g,b`. */
async function colourAt(png: Uint8Array, x: number, y: number): Promise<string> {
  const canvas = createCanvas(PREVIEW.width, PREVIEW.height);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(png), 0, 0);
  return context.getImageData(x, y, 1, 1).data.slice(0, 3).join();
}

it('PAGES-12: the picture is at the right, and what is none is left out', async () => {
  const [x, y] = [PREVIEW.width - 250, PREVIEW.height / 2];
  expect(await colourAt(await previewPicture(words, red), x, y)).toBe('255,0,0');
  const without = await previewPicture(words, null);
  expect(await colourAt(without, x, y)).not.toBe('255,0,0');
  const broken = new TextEncoder().encode('<svg><!-- no picture');
  expect(await previewPicture(words, broken)).toEqual(without);
});

const page = (more: Partial<PublicPage>): PublicPage => ({
  path: '/x',
  name: 'A name',
  description: 'What it is',
  above: null,
  item: null,
  ...more,
});
const home = page({ path: '/', name: 'Home' });
const list = page({ path: '/learnings', name: 'Learnings', above: home });
const learning = (more: Partial<Learning>) =>
  page({
    above: list,
    item: {
      kind: 'learning',
      learning: { content: null, projectId: null, createdAt: null, ...more } as Learning,
    },
  });

it('PAGES-12: Home’s preview says the owner’s name, an item’s its author and its date', () => {
  const own = { ...site, profile: { ...site.profile, name: 'Ada Lovelace' } };
  expect(previewWords(home, own)).toMatchObject({ title: 'Ada Lovelace', facts: site.tagline });
  expect(previewWords(list, own)).toMatchObject({ title: 'Learnings', facts: 'Ada Lovelace' });
  const written = learning({ createdAt: Date.parse('2026-03-14T12:00:00Z') });
  expect(previewWords(written, own)).toMatchObject({
    of: 'Learnings',
    title: 'A name',
    facts: 'Ada Lovelace · Mar 14, 2026',
  });
  expect(previewWords(learning({}), own).facts).toBe('Ada Lovelace');
});

it('PAGES-12: a page’s picture is its item’s, that of a learning without one its project’s, and Home’s the owner’s', () => {
  const project = { id: 'p', imageUrl: '/pictures/a.svg', details: null } as Project;
  const of = (it: PublicPage) => pictureOf(it, { projects: [project] }, site);
  expect(of(home)).toBe(site.profile.image);
  expect(of(list)).toBeNull();
  expect(of(page({ above: list, item: { kind: 'project', project } }))).toBe('/pictures/a.svg');
  expect(of(learning({ projectId: 'p' }))).toBe('/pictures/a.svg');
  expect(of(learning({ projectId: 'p', content: '![b](/pictures/b.png)' }))).toBe(
    '/pictures/b.png',
  );
  expect(of(learning({}))).toBeNull();
});

it('PAGES-12: a picture is read from the site’s folder, and from nowhere else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-previews-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site', 'a.svg'), red);
  writeFileSync(join(folder, 'outside.svg'), red);
  const read = ownPictures({ site: join(folder, 'site'), backend: '', kept: join(folder, 'kept') });
  expect(await read('/a.svg')).toEqual(Buffer.from(red));
  for (const address of ['/b.svg', '/../outside.svg', '//a.example/a.svg', 'https://a.example/a'])
    expect(await read(address), address).toBeNull();
});
