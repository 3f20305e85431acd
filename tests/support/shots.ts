import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { browserArguments, findBrowser } from './browser.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { readFlags } from './flags.ts';
import { shootForInstall } from './install-pictures.ts';
import { shootForReadme } from './readme-picture.ts';

/**
 * `npm run shots`: takes pictures of every page into shots/, to be looked at: sample content at 360, 768 and 1280 px,
 * light and dark; no item, one item, forty items and very long words at 360 and 1280 px. Arguments choose pages,
 * widths, contents and the folder: `npm run shots -- home contact --widths 390,1440 --contents seed,forty --out
 * shots-before`.
 * `install`, or no page, makes the manifest's pictures (install-pictures.ts) and the README's (readme-picture.ts) too.
 */

const pages: Readonly<Record<string, string>> = {
  home: '/',
  projects: '/projects',
  project: '/projects/fieldnotes',
  roadmap: '/roadmap',
  learnings: '/learnings',
  learning: '/learnings/chunk-for-the-question-not-for-the-token-limit',
  resources: '/resources',
  tools: '/friends',
  chatter: '/chatter',
  posts: '/posts',
  contact: '/contact',
  offline: '/offline',
  missing: '/nowhere',
};

/** Rows of one insert get times of their own, so that they stand in the same order each time. */
const at = "timestamptz '2026-11-01' + i * interval '1 minute'";

const contents: Readonly<Record<string, string>> = {
  seed: '',
  nothing:
    'truncate projects, commentaries, ai_tools, friends, current_listening, learnings, resources cascade',
  one: `delete from projects where slug is distinct from 'fieldnotes'; delete from commentaries where id <> (select id from commentaries limit 1);
    delete from ai_tools where id <> (select id from ai_tools limit 1); delete from friends where id <> (select id from friends limit 1);
    delete from learnings where title not like 'Chunk for%'; delete from resources where id <> (select id from resources limit 1)`,
  forty: `insert into projects (title, description, status, created_at) select 'Project number ' || i, 'One of forty.', (array['idea','in-progress','donezo','done'])[1 + i % 4], ${at} from generate_series(1, 40) i;
    insert into learnings (title, description, created_at) select 'Learning number ' || i, 'One of forty.', ${at} from generate_series(1, 40) i;
    insert into resources (title, description, tags, created_at) select 'Resource number ' || i, 'One of forty.', 'tag' || i, ${at} from generate_series(1, 40) i;
    insert into ai_tools (name, tag, bio, created_at) select 'Tool ' || i, 'tag ' || i, 'One of forty.', ${at} from generate_series(1, 40) i;
    insert into commentaries (title, content, created_at) select 'Commentary ' || i, 'One of forty.', ${at} from generate_series(1, 40) i`,
  long: `update projects set title = repeat('Donaudampfschifffahrt', 6), description = repeat('ohne', 60);
    update projects set slug = 'fieldnotes' where id = (select id from projects limit 1);
    update learnings set title = repeat('Rindfleischetikettierung', 5), description = repeat('ohne', 60), tags = array[repeat('tag', 30)];
    update resources set title = repeat('Rindfleischetikettierung', 5), description = repeat('ohne', 60), "Source" = repeat('quelle', 20), tags = repeat('tag', 30);
    update ai_tools set name = repeat('Werkzeug', 12), bio = repeat('ohne', 60), tag = repeat('tag', 30);
    update commentaries set title = repeat('Kommentar', 15), content = repeat('ohne', 200)`,
};

const { values, positionals } = readFlags(
  {
    widths: { type: 'string' },
    contents: { type: 'string', default: Object.keys(contents).join() },
    out: { type: 'string', default: 'shots' },
  },
  { allowPositionals: true },
);
const folder = resolve(values.out);
const widths = values.widths?.split(',').map(Number);
const wanted = Object.entries(pages).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);

const siteDir = resolve(folder, 'site');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({ logLevel: 'warn', build: { outDir: siteDir, emptyOutDir: true } });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [...browserArguments],
});
for (const content of values.contents.split(',')) {
  const sql = contents[content];
  if (sql === undefined) throw new Error(`There is no content called ${content}.`);
  const embedded = await startEmbedded({ siteDir });
  if (sql !== '') await embedded.sql(sql);
  const isForInstall = positionals.length === 0 || positionals.includes('install');
  if (content === 'seed' && isForInstall) {
    await shootForInstall(browser, embedded.url);
    await shootForReadme(browser, embedded.url);
  }
  for (const width of widths ?? (content === 'seed' ? [360, 768, 1280] : [360, 1280])) {
    for (const colorScheme of content === 'seed'
      ? (['light', 'dark'] as const)
      : (['light'] as const)) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        isMobile: width < 500,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto(embedded.url);
      await page.waitForTimeout(1_500);
      for (const [name, path] of wanted)
        await shoot(page, embedded, path, `${name}-${content}-${width}-${colorScheme}`);
      await context.close();
    }
  }
  await embedded.stop();
}
await browser.close();
console.log(`The pictures are in ${folder}.`);
process.exit(0);

async function shoot(page: Page, embedded: Embedded, path: string, name: string): Promise<void> {
  await page.goto(`${embedded.url}${path}`);
  await page
    .getByText(/^as of today/)
    .filter({ visible: true })
    .waitFor();
  await page.waitForTimeout(250);
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) {
      image.loading = 'eager';
      // Otherwise a picture below the window may be decoded after the page is painted.
      image.decoding = 'sync';
      await image.decode().catch(() => {});
    }
  });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
