import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/engine/index.ts';
import { site } from '../../src/site.config.ts';
import { addPages } from '../../tools/build/pages/real-pages.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { htmlProblems } from '../support/valid-html.ts';
import { xmlProblems } from '../support/valid-xml.ts';

/** The pages that a build makes of its backend's content, and what programs read of them. */

const address = 'https://notes.example/of/mine';
const home = '/of/mine/';
const hostile = `</script><script>alert(1)</script> "quoted" & 'so' <b> <!--/built--> \u2028 end`;
const hostileText = `${hostile} ]]> \u0007 $& <img src=x onerror=alert(1)>`;
const renamed = `Renamed: ${hostile}`;
const hostileId = '00000000-0000-4000-8000-0000000000aa';
const unseenId = '00000000-0000-4000-8000-0000000000b1';

const folders: string[] = [];
function emptySite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-pages-'));
  folders.push(folder);
  writeFileSync(join(folder, 'index.html'), readFileSync('index.html', 'utf8'));
  writeFileSync(join(folder, 'robots.txt'), readFileSync('public/robots.txt', 'utf8'));
  return folder;
}

let embedded: Embedded;
let folder: string;
beforeAll(async () => {
  embedded = await startEmbedded();
  await embedded.sql(
    `insert into public.learnings (id, title, description, content, tags, created_at)
     values ($1, $2, $3, $3, array[$2] || '{C#,Déjà vu/..,日本語}', '2026-11-20T10:00:00Z')`,
    [hostileId, hostile, hostileText],
  );
  await embedded.sql(
    `insert into public.projects (id, title, description, details, slug, status)
     values ('00000000-0000-4000-8000-0000000000ab', $1, $2, $2, 'hostile', 'idea'),
            ('00000000-0000-4000-8000-0000000000ac', 'Outside', 'of the folder', null, '../outside', 'idea'),
            ('00000000-0000-4000-8000-0000000000ad', 'Engine', 'named like a file', null, 'llama.cpp', 'idea'),
            ('00000000-0000-4000-8000-0000000000b0', 'Index', 'named like a host’s file', null, 'index', 'idea'),
            ('00000000-0000-4000-8000-0000000000ae', $3, 'What few fonts have 🎉', null, 'no-glyphs', 'idea')`,
    [hostile, hostileText, `🎉 日本語 العربية ${'Donaudampfschifffahrt'.repeat(20)}`],
  );
  await embedded.sql(
    `insert into public.projects (id, title, description, slug, status, created_at)
     values ('00000000-0000-4000-8000-0000000000af', 'Newer', 'named the same', 'llama.cpp', 'idea', '2999-01-01T00:00:00Z')`,
  );
  // Renamed; one of its former addresses can be no file's, and another is a host's own. Of the whole paths the first five were
  // addresses on another site; the others are this site's own, or none.
  await embedded.sql(
    `insert into public.learnings (title, description, created_at, slug, former_slugs)
     values ($1, 'Had other names', '2024-01-01', 'renamed', '{before,../before,404,caf\u00e9}' || $2::text[])`,
    [
      renamed,
      [
        ...['/2024/03/name', '/2024/03/14/name.html', '/name', '/\u00fcber/uns', '/a.b/_c'],
        ...['/', '/projects', '/projects/fieldnotes', '/admin/x', '/robots.txt/x', '/feed.xml'],
        ...[
          '/llms.txt',
          '/shell',
          '/index',
          '//evil.example',
          '//evil.example/a',
          '/a//b',
          '/../b',
        ],
        ...[
          '/a/../b',
          '/%2e%2e/b',
          '/a/\u002a',
          '/\u002a',
          '/:splat',
          '/a b',
          '/a"b;}',
          '/a\nb',
          '/a\\b',
          '/x/',
        ],
      ],
    ],
  );
  await embedded.sql('insert into public.commentaries (title, content) values ($1, $2)', [
    hostile,
    hostileText,
  ]);
  await embedded.sql(
    `insert into public.commentaries (title, content, image_url, created_at) values
       ('Pictured', 'See (https://there.example/a?b=1&c=2).', '/pictures/a.svg', now()),
       ('Marked chatter', E'# Use <details>\\n\\n[Up](#use-details) [there](/projects/b)\\nand *now*', null, now() + '1 s'),
       ('Pictured elsewhere', 'x', 'https://there.example/"><b>.png', now()),
       ('No picture', 'javascript:alert(1)', 'javascript:alert(1)', now())`,
  );
  // Rows from before the database refused such titles.
  const unseen = ['learnings', 'resources', 'commentaries'];
  const naming = (is: string) =>
    unseen.map((table) => `alter table public.${table} ${is} trigger sync_name;`).join('');
  await embedded.sql(`${naming('disable')}
    insert into public.learnings (id, title, description, created_at)
      values ('${unseenId}', e'\\u3164', 'Of which no title can be seen', '2026-01-01');
    insert into public.resources (title, learning_id) values (e'\\u200b', '${unseenId}');
    insert into public.commentaries (title, content, created_at) values (' ', 'x', '2026-01-01');
    ${naming('enable')}`);
  await embedded.sql(
    `insert into public.learnings (title, description, content, tags, created_at)
     values ('Marked', 'With Markdown', $1, '{a,b}', '2024-03-14')`,
    [marked],
  );
  // More than a feed has, from before all others.
  await embedded.sql(
    `insert into public.commentaries (title, content, created_at)
     select 'Old ' || n, 'Text ' || n, '2020-01-01'::timestamptz + n * interval '1 day' from generate_series(1, 45) n`,
  );
  folder = emptySite();
  const source = { url: embedded.url, key: PUBLISHABLE_KEY };
  await addPages(folder, { source, patience: 60_000, address, home }, build);
});
afterAll(async () => {
  await embedded.stop();
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

const build = {
  mode: 'production',
  root: process.cwd(),
  cacheDir: join(tmpdir(), 'fieldnotes-pages-cache'),
};
const code = '<div class="a">\n\t&amp;  x\n</div>\n';
const marked = `# Head\n\n[Up](#head)\n\n\`\`\`html\n${code}\`\`\`\n\n[There](/projects/b#c), [away](https://example.com/?a=1&b=2) and a note.[^1]\n
![Picture](/pictures/a.svg)\n\n- [x] done\n\n| a |\n|--:|\n| *b* |\n\n[^1]: The <b>note</b>.\n`;
const text = (name: string) => readFileSync(join(folder, name), 'utf8');
const files = (ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith(ending));

/** A page as a reader without scripts has it. Many tests read all pages, and none changes one: each is parsed once. */
function read(name: string) {
  const parsed = pages.get(name);
  if (parsed !== undefined) return parsed;
  const page = parsedPage(name);
  pages.set(name, page);
  return page;
}
const pages = new Map<string, ReturnType<typeof parsedPage>>();

function parsedPage(name: string) {
  const { document } = new JSDOM(text(name)).window;
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content');
  const data = document.querySelector('script[type="application/ld+json"]')?.textContent;
  return { document, content, data: data == null ? null : JSON.parse(data) };
}

/** The app without content: for addresses of which the build knows nothing, of the device alone, and of admins. */
const shells = () => files('.html').filter((name) => text(name) === text('shell.html'));
const moved = () => files('.html').filter((name) => text(name).includes('http-equiv="refresh"'));
const publicFiles = () => {
  const others = [...shells(), ...moved()];
  return files('.html').filter((name) => !others.includes(name));
};
const pathOf = (name: string) =>
  name === 'index.html' ? '/' : `/${encodeURI(name.replace(/\.html$/, ''))}`;

describe('after the build', () => {
  it('PAGES-1: every page, project and learning has a file of its own', () => {
    const names = publicFiles();
    for (const page of 'index projects roadmap learnings resources friends chatter posts contact'.split(
      ' ',
    ))
      expect(names).toContain(`${page}.html`);
    expect(names).toContain('projects/fieldnotes.html');
    expect(names).toContain('projects/llama.cpp.html');
    expect(names.filter((name) => name.startsWith('learnings/'))).toHaveLength(19);
    // An address that no file can have is left to the app.
    expect(names.filter((name) => name.includes('outside'))).toEqual([]);
  });

  it('PAGES-1 ADDRESS-1: each of two that were to have one slug has an address of its own', () => {
    expect(read('projects/llama.cpp.html').document.title).toMatch(/^Engine ·/);
    const other = 'projects/llama.cpp-2';
    expect(read(`${other}.html`).document.title).toMatch(/^Newer ·/);
    expect(text(`${other}.md`)).toContain('Newer');
    expect(text('sitemap.xml')).toContain(`${address}/${other}<`);
  });

  it('ADDRESS-4 ADDRESS-6: each former address that can be a file has a page that leads to the present one, and rules', () => {
    expect(moved().sort()).toEqual([
      '2024/03/14/name.html',
      '2024/03/name/index.html',
      'a.b/_c/index.html',
      'learnings/before.html',
      'learnings/caf\u00e9.html',
      'name/index.html',
      '\u00fcber/uns/index.html',
    ]);
    for (const name of moved()) {
      const { document, content } = read(name);
      const there = `${home}learnings/renamed`;
      const at = (selector: string, attribute: string) =>
        document.querySelector(selector)?.getAttribute(attribute);
      expect(content('[http-equiv="refresh"]')).toBe(`0; url=${there}`);
      expect(content('[name="robots"]')).toBe('noindex');
      expect(at('link[rel="canonical"]', 'href')).toBe(`${address}/learnings/renamed`);
      expect(at('a', 'href')).toBe(there);
      expect(document.title).toBe(renamed);
      expect(document.querySelector('a')?.textContent).toBe(renamed);
      expect(document.querySelector('script, img, svg')).toBeNull();
    }
    const cafe = encodeURIComponent('caf\u00e9');
    expect(text('_redirects').split('\n')).toEqual([
      `${home}learnings/before ${home}learnings/renamed 301!`,
      `${home}learnings/before.md ${home}learnings/renamed.md 301!`,
      `${home}learnings/${cafe} ${home}learnings/renamed 301!`,
      `${home}learnings/${cafe}.md ${home}learnings/renamed.md 301!`,
      `${home}2024/03/name ${home}learnings/renamed 301!`,
      `${home}2024/03/14/name.html ${home}learnings/renamed 301!`,
      `${home}name ${home}learnings/renamed 301!`,
      `${home}${encodeURIComponent('\u00fcber')}/uns ${home}learnings/renamed 301!`,
      `${home}a.b/_c ${home}learnings/renamed 301!`,
      '',
    ]);
    for (const name of ['sitemap.xml', 'feed.xml', 'llms.txt'])
      expect(text(name)).not.toContain('learnings/before');
  });

  it('PAGES-1: each page has its own title, description, address and picture, all of them absolute', () => {
    const titles = new Set<string>();
    for (const name of publicFiles()) {
      const { document, content } = read(name);
      const url = `${address}${pathOf(name)}`;
      const title = document.title;
      titles.add(title);
      expect(title.endsWith(` · ${site.brand}`), name).toBe(true);
      expect(
        document.querySelectorAll('title, meta[name=description], link[rel=canonical]'),
      ).toHaveLength(3);
      expect(content('meta[name="built-for"]')).toBe(
        decodeURIComponent(new URL(url).pathname).replace(/(.)\/$/, '$1'),
      );
      expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(url);
      expect(content('meta[name=description]')?.length, name).toBeGreaterThan(10);
      expect(content('meta[property="og:url"]')).toBe(url);
      expect([content('meta[property="og:title"]'), content('meta[name="twitter:title"]')]).toEqual(
        [title, title],
      );
      expect(content('meta[name="twitter:card"]')).toBe('summary_large_image');
    }
    // Two of them are called the same.
    expect(titles.size).toBe(publicFiles().length - 1);
  });

  it('PAGES-9: each page has a picture of its own for previews, a PNG of the size that they ask for', () => {
    const pictures = publicFiles().map((name) => {
      const { content, document } = read(name);
      const url = content('meta[property="og:image"]') ?? '';
      expect(content('meta[name="twitter:image"]')).toBe(url);
      expect(content('meta[property="og:image:alt"]')).toBe(document.title);
      expect(url.startsWith(`${address}/previews/`), url).toBe(true);
      const bytes = readFileSync(join(folder, decodeURIComponent(url.slice(address.length))));
      // A PNG begins with its signature and its header, which says width and height.
      expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
      const said = ['width', 'height'].map((it) => content(`meta[property="og:image:${it}"]`));
      expect(said).toEqual(['1200', '630']);
      return bytes.toString('base64');
    });
    expect(pictures.length).toBeGreaterThan(30);
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  it('PAGES-1: structured data says who, where and what, and every address in it is absolute', () => {
    for (const name of publicFiles()) {
      const graph: Record<string, unknown>[] = read(name).data['@graph'];
      const types = graph.map((node) => node['@type']);
      expect(types.slice(0, 2)).toEqual(['WebSite', 'Person']);
      expect(types.includes('BreadcrumbList')).toBe(name !== 'index.html');
      expect(types.includes('CreativeWork')).toBe(name.startsWith('projects/'));
      expect(types.includes('Article')).toBe(name.startsWith('learnings/'));
      const said = JSON.stringify(graph, (key, value) =>
        ['@id', 'url', 'item', 'image', 'mainEntityOfPage'].includes(key) &&
        typeof value === 'string'
          ? new URL(value).href
          : value,
      );
      expect(said).toContain(address);
    }
    const trail = read('projects/fieldnotes.html').data['@graph'][2].itemListElement;
    expect(trail.map((at: { name: string; item: string }) => [at.name, at.item])).toEqual([
      ['Home', `${address}/`],
      ['Projects', `${address}/projects`],
      ['Fieldnotes', `${address}/projects/fieldnotes`],
    ]);
  });

  it('PAGES-1: every page is valid HTML, hostile content or not', async () => {
    for (const name of files('.html')) expect(await htmlProblems(text(name)), name).toEqual([]);
  });

  it('PAGES-2: the content, its links and its headings stand in the HTML', () => {
    const { document } = read('learnings.html');
    const links = [...document.querySelectorAll('#built main h2 a')].map((it) =>
      it.getAttribute('href'),
    );
    expect(links).toContain(`${home}learnings/evals-before-prompts`);
    expect(
      read('learnings/evals-before-prompts.html').document.querySelector('h1')?.textContent,
    ).toBe('Evals before prompts');
    const project = read('projects/fieldnotes.html').document;
    expect(project.querySelector('.prose pre')?.textContent).toContain('from sync.change');
    expect(project.body.textContent).toContain('RSS feed for learnings');
    expect(
      read('index.html').document.querySelector(`a[href="${home}projects/ask-my-notes"]`),
    ).not.toBeNull();
    // A page is read on other days, too.
    for (const name of publicFiles()) expect(text(name)).not.toContain('as of today');
  });

  it('LEARNING-5 LEARNING-6 LEARNINGS-4: a learning’s page has the ways to others and to its tags in the HTML', () => {
    const { document } = read('learnings/an-embedding-is-an-address.html');
    const ways = (selector: string) =>
      [...document.querySelectorAll(`#built main ${selector}`)].map((it) =>
        it.getAttribute('href'),
      );
    expect(ways('nav[aria-label="More learnings"] a').length).toBeGreaterThanOrEqual(2);
    expect(ways('h3 a')).toContain(
      `${home}learnings/chunk-for-the-question-not-for-the-token-limit`,
    );
    expect(ways('[aria-label=Tags] a')).toContain(`${home}tags/retrieval`);
  });

  it('FIRST-3 FIRST-4: Home leads to the project that is there, and says when the owner was last seen', () => {
    const home = read('index.html').document.querySelector('#built main');
    const link = [...(home?.querySelectorAll('a') ?? [])].find((it) => it.textContent === 'LFG');
    expect(link?.getAttribute('href')).toMatch(/projects\/fieldnotes$/);
    expect(home?.textContent).toMatch(/Last seen here [A-Z][a-z]{2} \d+, 20\d\d/);
  });

  it('HOME-10: no page says that something loads, which nothing but a script would take back', () => {
    for (const name of publicFiles()) {
      const built = read(name).document.querySelector('#built');
      expect([...(built?.querySelectorAll('[data-loading], .spinning') ?? [])], name).toEqual([]);
      expect(built?.querySelector('footer'), name).not.toBeNull();
    }
  });

  it('HOME-11 DIFF-12: Home is called by its owner', () => {
    const { document, content } = read('index.html');
    expect(document.title).toBe(`${site.profile.name} · ${site.brand}`);
    for (const said of ['meta[property="og:title"]', 'meta[name="twitter:title"]'])
      expect(content(said)).toBe(document.title);
  });

  it('HOME-14: the foot of every page says who writes, and has the feed', () => {
    for (const name of publicFiles()) {
      const foot = read(name).document.querySelector('#built footer');
      expect(foot?.textContent, name).toContain(`Written by ${site.profile.name}`);
      expect(foot?.querySelector('a[href$=".xml"]')?.getAttribute('href')).toBe(`${home}feed.xml`);
    }
  });

  it('DIFF-9: Home has the latest learnings in the HTML', () => {
    const heading = [...read('index.html').document.querySelectorAll('#built main h2')].find(
      (it) => it.textContent === 'Latest learnings',
    );
    const cards = [...(heading?.closest('section')?.querySelectorAll('li') ?? [])];
    expect(cards).toHaveLength(5);
    for (const card of cards) {
      expect(card.querySelector('h3 a')?.getAttribute('href')).toContain(`${home}learnings/`);
      expect(card.querySelector('time')).not.toBeNull();
    }
  });

  it('PAGES-6: hostile titles and texts stay text, in the page, its head and its data', () => {
    const clean = hostile.replace(/\s+/g, ' ');
    for (const name of [
      'projects/hostile.html',
      publicFiles().find((it) => it.includes('quoted')) ?? '',
    ]) {
      const { document, content, data } = read(name);
      expect(document.querySelector('h1')?.textContent).toBe(hostile);
      expect(document.title.replace(/\s+/g, ' ')).toBe(`${clean} · ${site.brand}`);
      expect(content('meta[property="og:title"]')?.replace(/\s+/g, ' ')).toBe(
        document.title.replace(/\s+/g, ' '),
      );
      const about = data['@graph'].at(-1);
      expect(about.name ?? about.headline).toBe(hostile);
      expect([...document.querySelectorAll('[onerror]')]).toEqual([]);
      const scripts = [...document.querySelectorAll('script')].map((it) => it.textContent ?? '');
      expect(scripts.filter((script) => script.startsWith('alert'))).toEqual([]);
      // Nothing of the content can end it early (src/lib/built-page.ts).
      expect(text(name).split('<!--/built-->')).toHaveLength(5);
    }
  });

  it('DATA-6: what has no title that can be seen has one that can, and its id as its address', () => {
    const { document, data } = read(`learnings/${unseenId}.html`);
    expect(document.title).toBe(`Untitled · ${site.brand}`);
    expect(document.querySelector('h1')?.textContent).toBe('Untitled');
    expect(data['@graph'].at(-1).headline).toBe('Untitled');
    const markdown = text(`learnings/${unseenId}.md`);
    expect(markdown).toMatch(/^title: "Untitled"$/m);
    expect(markdown).toMatch(/^resources: \["Untitled"\]$/m);
    expect(text('llms.txt')).toContain(`[Untitled](<${address}/learnings/${unseenId}.md>)`);
    for (const name of ['feed', 'rss'])
      expect(
        documentsOf(name)
          .join('')
          .match(/<title>Untitled<\/title>/g),
      ).toHaveLength(2);
    const link = read('learnings.html').document.querySelector(`main a[href$="${unseenId}"]`);
    expect(link?.textContent).toBe('Untitled');
  });

  it('PAGES-4: an unknown address has a page that no search engine keeps', () => {
    expect(shells()).toEqual(
      expect.arrayContaining([
        '404.html',
        'admin.html',
        join('admin', 'outbox.html'),
        'capture.html',
      ]),
    );
    for (const name of shells()) {
      const { document, content } = read(name);
      expect(content('meta[name=robots]')).toBe('noindex');
      // The app finds what it holds: an item that is newer than the build, with its address, or nothing.
      expect(content('meta[name=snapshot]')).toMatch(/assets\/snapshot-/);
      expect(content('meta[name=site-address]')).toBe(address);
      // Nobody's words, title or picture.
      expect(document.title).toBe('%SITE_BRAND%');
      expect(
        document.querySelector('h1, #built, meta[name="built-for"], link[rel=canonical]'),
      ).toBeNull();
      expect(
        document.querySelector('meta[name=description], meta[property], meta[name^=twitter]'),
      ).toBeNull();
      expect(text(name)).not.toContain('%SITE_DESCRIPTION%');
    }
  });

  it('PAGES-1: a project whose name is a host’s own has no file: it would answer for the whole folder', () => {
    for (const name of ['projects/index.html', 'projects/404.html', 'learnings/index.html'])
      expect(publicFiles()).not.toContain(name);
    expect(files('.md')).not.toContain('projects/index.md');
  });
});

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  htmlEntities: true,
  processEntities: true,
});

interface Linked {
  '@rel': string;
  '@href': string;
}
/** Where a document of a feed leads, by its relation. */
const waysOf = (links: readonly Linked[]) =>
  Object.fromEntries(links.map((it) => [it['@rel'], it['@href']]));
const linksIn = (name: string): readonly Linked[] => {
  const { feed, rss } = xml.parse(text(name));
  return feed?.link ?? [rss.channel['atom:link']].flat();
};
const fileAt = (url: string) => decodeURI(url.slice(address.length + 1));

/** The texts of a feed's documents, as a reader comes from each to the one before it. */
function documentsOf(feed: string): readonly string[] {
  const names = [`${feed}.xml`];
  for (const name of names) {
    const before = waysOf(linksIn(name))['prev-archive'];
    if (before !== undefined) names.push(fileAt(before));
  }
  return names.map(text);
}

/** All entries of the site's feed, newest first, the newer document's where two have one. */
function entriesIn(documents: readonly string[]) {
  const all = documents.flatMap((it) => {
    const { feed, rss } = xml.parse(it);
    return [feed?.entry ?? rss.channel.item].flat();
  });
  const idOf = (it: { id?: string; guid?: { '#text': string } }) => it.id ?? it.guid?.['#text'];
  return all.filter((it, place) => all.findIndex((other) => idOf(other) === idOf(it)) === place);
}

describe('programs', () => {
  it('PAGES-5: feeds, their archives and the sitemap keep the rules of their formats', () => {
    const names = files('.xml').filter((name) => name !== 'sitemap.xml');
    expect(names.length).toBeGreaterThan(10);
    for (const name of names)
      expect(xmlProblems(text(name), name.startsWith('rss') ? 'rss' : 'feed'), name).toEqual([]);
    expect(xmlProblems(text('sitemap.xml'), 'urlset')).toEqual([]);
  });

  it('S3 PAGES-5: the sitemap has every public page with its date, none of the admin’s, and robots.txt names it', () => {
    const urls: { loc: string; lastmod?: string }[] = xml.parse(text('sitemap.xml')).urlset.url;
    const found = urls.map(({ loc }) => loc);
    for (const name of publicFiles()) expect(found).toContain(`${address}${pathOf(name)}`);
    expect(found.filter((url) => /admin|capture|offline/.test(url))).toEqual([]);
    const at = (path: string) => urls.find(({ loc }) => loc === `${address}${path}`)?.lastmod;
    expect(at('/learnings')).toBe('2026-11-20T10:00:00.000Z');
    expect(at('/posts')).toBeUndefined();
    expect(text('robots.txt')).toContain(`\nSitemap: ${address}/sitemap.xml\n`);
    expect(text('robots.txt')).toContain('Disallow: /admin');
  });

  it('S2 PAGES-5: both feeds have learnings and chatter in full, newest first, under names that last', async () => {
    const count = await embedded.sql(
      'select (select count(*) from public.learnings) + (select count(*) from public.commentaries) as all',
    );
    const feed = { entry: entriesIn(documentsOf('feed')) };
    const channel = { item: entriesIn(documentsOf('rss')) };
    expect([feed.entry.length, channel.item.length]).toEqual([
      Number(count[0]?.all),
      Number(count[0]?.all),
    ]);
    const times = feed.entry.map((it: { published: string }) => it.published);
    expect(times).toEqual([...times].sort().reverse());
    const polled = xml.parse(text('feed.xml')).feed;
    const changed = polled.entry.map((it: { updated: string }) => it.updated);
    expect(polled.updated).toBe([...changed].sort().at(-1));
    const ids = feed.entry.map((it: { id: string }) => it.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(channel.item.map((it: { guid: { '#text': string } }) => it.guid['#text'])).toEqual(ids);
    const atom = feed.entry.find((it: { id: string }) => it.id === `urn:uuid:${hostileId}`);
    const rss = channel.item[ids.indexOf(atom.id)];
    const shown = new JSDOM(atom.content['#text']).window.document;
    expect([
      shown.querySelectorAll('script').length,
      shown.querySelectorAll('[onerror]').length,
    ]).toEqual([0, 0]);
    expect(shown.body.textContent).toContain('alert(1)');
    expect(rss.description).toBe(atom.content['#text']);
    expect(Date.parse(rss.pubDate)).toBe(Date.parse('2026-11-20T10:00:00Z'));
    const links = feed.entry.map((it: { link: object }) => JSON.stringify(it.link));
    expect(new Set(links).size).toBe(links.length);
    const entry = (title: string) => {
      const found = feed.entry.find((it: { title: string }) => it.title === title);
      const { document } = new JSDOM(found.content['#text']).window;
      const of = (tag: string, attribute: string) =>
        [...document.querySelectorAll(tag)].map((it) => it.getAttribute(attribute));
      return { link: found.link['@href'], pictures: of('img', 'src'), links: of('a', 'href') };
    };
    const pictured = entry('Pictured');
    expect(pictured.pictures).toEqual([`${address}/pictures/a.svg`]);
    expect(pictured.links).toEqual(['https://there.example/a?b=1&c=2']);
    const place = new URL(pictured.link).hash.slice(1);
    expect(pictured.link).toBe(`${address}/chatter#${place}`);
    expect(read('chatter.html').document.getElementById(place)?.textContent).toContain('Pictured');
    expect(entry('Pictured elsewhere').pictures).toEqual([
      'https://there.example/%22%3E%3Cb%3E.png',
    ]);
    expect(entry('No picture')).toMatchObject({ pictures: [], links: [] });
    const whole = feed.entry.find((it: { title: string }) => it.title === 'Evals before prompts');
    expect(whole.content['#text']).toContain('passes sometimes is a different fact');
    expect(whole.link['@href']).toBe(`${address}/learnings/evals-before-prompts`);
  });

  it('LEARNING-2: links by name lead to their pages, in pages and feeds, and those say where they are mentioned', () => {
    const from = '/learnings/chunk-for-the-question-not-for-the-token-limit';
    const to = '/learnings/evals-before-prompts';
    const linking = read(`${from.slice(1)}.html`).document;
    expect(
      linking.querySelector(`.prose a[href="${new URL(address).pathname}${to}"]`)?.textContent,
    ).toBe('evals first');
    const mentions = [...read(`${to.slice(1)}.html`).document.querySelectorAll('section')].find(
      (it) => it.querySelector('h2')?.textContent === 'Mentioned in',
    );
    expect(mentions?.querySelector('a')?.getAttribute('href')).toBe(
      new URL(address).pathname + from,
    );
    const { feed } = xml.parse(text('feed.xml'));
    const entry = feed.entry.find((it: { title: string }) => it.title.startsWith('Chunk for'));
    expect(entry.content['#text']).toContain(`<a href="${address}${to}">evals first</a>`);
  });

  it('PAGES-5: a feed has the newest 30 entries and leads to archives, which lead on and back', () => {
    for (const feed of ['feed', 'rss']) {
      const documents = documentsOf(feed);
      expect(documents.length, feed).toBeGreaterThan(2);
      for (const it of documents) expect(entriesIn([it])).toHaveLength(30);
      const links = documents.map((it) => {
        const { feed, rss } = xml.parse(it);
        return waysOf(feed?.link ?? [rss.channel['atom:link']].flat());
      });
      const at = (name: string) => `${address}/${feed}${name}.xml`;
      expect(links.map(({ self }) => self)).toEqual([at(''), at('-2'), at('-1')]);
      expect(links.map((it) => it.current)).toEqual([undefined, at(''), at('')]);
      expect(links.map((it) => it['next-archive'])).toEqual([undefined, undefined, at('-2')]);
      expect(documents.map((it) => it.includes('<fh:archive/>'))).toEqual([false, true, true]);
    }
  });

  it('PAGES-5: each tag of a learning has a feed, which the page of all learnings names', () => {
    const { document } = read('learnings.html');
    const feeds = [...document.querySelectorAll('link[rel=alternate][type$=xml]')].flatMap((it) => {
      const name = fileAt(it.getAttribute('href') ?? '');
      return name.startsWith('tags/') ? [{ name, title: it.getAttribute('title') }] : [];
    });
    const title = (tag: string) => `${site.brand}: ${tag}`;
    expect(feeds).toContainEqual({ name: 'tags/evals/feed.xml', title: title('evals') });
    expect(feeds).toContainEqual({ name: 'tags/c-sharp/feed.xml', title: title('C#') });
    expect(feeds).toContainEqual({ name: 'tags/déjà-vu/feed.xml', title: title('Déjà vu/..') });
    expect(feeds).toContainEqual({ name: 'tags/日本語/feed.xml', title: title('日本語') });
    expect(feeds.map(({ name }) => name).sort()).toEqual(
      files('.xml')
        .filter((name) => name.startsWith('tags'))
        .sort(),
    );
    for (const { name } of feeds) {
      const { feed } = xml.parse(text(name));
      const { self, alternate = '' } = waysOf(feed.link);
      expect(self).toBe(`${address}/${encodeURI(name)}`);
      const page = read(`${fileAt(alternate)}.html`).document;
      const named = page.querySelector('link[rel=alternate][href*="/tags/"]');
      expect([named?.getAttribute('title'), named?.getAttribute('href')]).toEqual([
        feed.title,
        self,
      ]);
      expect(page.querySelectorAll('#built main h2')).toHaveLength([feed.entry].flat().length);
    }
    const evals = entriesIn([text('tags/evals/feed.xml')]).map((it) => it.title);
    expect(evals).toContain('Evals before prompts');
    expect(evals).not.toContain('Marked');
  });

  it('LEARNINGS-7: each tag has a page with its learnings, which lists, cards and the sitemap lead to', () => {
    const { document } = read('tags/evals.html');
    const main = document.querySelector('#built main');
    expect(main?.querySelector('h1')?.textContent).toBe('Learnings tagged “evals”');
    expect(document.title).toBe(`Learnings tagged “evals” · ${site.brand}`);
    expect(main?.textContent).toContain('Evals before prompts');
    const said = (selector: string, name = 'content') =>
      document.querySelector(selector)?.getAttribute(name);
    expect(said('link[rel=canonical]', 'href')).toBe(`${address}/tags/evals`);
    expect(said('meta[name=description]')).toContain('Learnings tagged “evals”');
    expect(text('sitemap.xml')).toContain(`<loc>${address}/tags/evals</loc>`);
    const ways = [...read('learnings.html').document.querySelectorAll('#built main a')].map((it) =>
      it.getAttribute('href'),
    );
    expect(ways).toContain(`${home}tags/evals`);
    for (const way of ways.filter((it) => it?.startsWith(`${home}tags/`)))
      expect(files('.html'), way ?? '').toContain(
        `${decodeURIComponent(way?.slice(home.length) ?? '')}.html`,
      );
  });

  it('PAGES-5: a browser shows a feed with a stylesheet of the site', () => {
    const names = files('.xml').filter((name) => name !== 'sitemap.xml');
    for (const name of names)
      expect(text(name)).toContain(`<?xml-stylesheet type="text/css" href="${home}feed.css"?>`);
    expect(text('feed.css')).toContain('published');
    const [entry] = entriesIn([text('tags/evals/feed.xml')]);
    expect(entry.summary.div.a).toMatchObject({ '@href': entry.link['@href'] });
  });

  it('LEARNING-2 PAGES-5: a learning’s Markdown is read without scripts, and in feeds without what only a page can do', () => {
    const { document, content } = read('learnings/marked.html');
    const prose = document.querySelector('main .prose');
    const at = (root: ParentNode | null, selector: string, name: string) =>
      [...(root?.querySelectorAll(selector) ?? [])].map((it) => it.getAttribute(name));
    expect(prose?.querySelector('pre code')?.textContent).toBe(code);
    expect(at(prose, 'pre code [data-token="attr"]', 'data-token')).toHaveLength(1);
    expect(prose?.querySelector('h2')?.textContent).toBe('Head');
    expect(prose?.querySelectorAll('[data-code] button, input, td[data-align]')).toHaveLength(3);
    expect(at(prose, 'a[href^="/"]', 'href')).toEqual(['/of/mine/projects/b#c']);
    expect(content('meta[name="description"]')).toBe('With Markdown');
    const entry = entriesIn(documentsOf('feed')).find(({ title }) => title === 'Marked');
    const shown = new JSDOM(entry.content['#text']).window.document;
    expect(shown.querySelector('pre code')?.textContent).toBe(code);
    expect(
      shown.querySelectorAll('button, [class], [style], [data-code], [tabindex]'),
    ).toHaveLength(0);
    expect(at(shown, 'img', 'src')).toEqual([`${address}/pictures/a.svg`]);
    const [up, there, away, note, back] = at(shown, 'a', 'href');
    expect(up).toBe(`${address}/learnings/marked#h-head`);
    expect([there, away]).toEqual([`${address}/projects/b#c`, 'https://example.com/?a=1&b=2']);
    expect(shown.querySelector('h2')?.outerHTML).toBe('<h2>Head</h2>');
    for (const place of [note, back])
      expect(shown.querySelectorAll(`[id="${place?.slice(1)}"]`)).toHaveLength(1);
    expect(shown.body.textContent).not.toContain('new tab');
    expect(shown.body.textContent).toContain('The note.');
  });

  it('CHATTER-1 PAGES-5: Chatter’s Markdown is read without scripts, in feeds with whole addresses, and by its words on Home', () => {
    const page = read('chatter.html').document;
    const [item] = [...page.querySelectorAll('li[id]')].filter((it) =>
      it.textContent?.includes('Marked chatter'),
    );
    expect(item?.querySelector('h3')?.textContent).toBe('Use <details>');
    const entry = xml
      .parse(text('feed.xml'))
      .feed.entry.find((it: { title: string }) => it.title === 'Marked chatter');
    expect(entry.content['#text']).toBe(
      `<h3>Use &lt;details&gt;</h3>\n<p><a href="${address}/chatter#h-${item?.id}-use-details">Up</a> <a href="${address}/projects/b">there</a><br>\nand <em>now</em></p>`,
    );
    expect(read('index.html').document.body.textContent).toContain(
      'Use <details>\n\nUp there\nand now',
    );
  });

  it('PAGES-5: each item is Markdown at its address with .md, which llms.txt and its page name', () => {
    const learning = text('learnings/evals-before-prompts.md');
    expect(learning.startsWith('---\ntitle: "Evals before prompts"\n')).toBe(true);
    expect(learning).toContain('\ntags: ["evals", "prompting"]\n');
    expect(learning).toContain(`\naddress: "${address}/learnings/evals-before-prompts"\n`);
    expect(text('learnings/marked.md').endsWith(`\n---\n\n${marked}\n`)).toBe(true);
    expect(learning).toContain('<em>passes sometimes</em> is a different fact');
    expect(text('projects/fieldnotes.md')).toContain('## To Do\n\n- RSS feed for learnings\n');
    const items = publicFiles().filter((name) => /^(projects|learnings)\//.test(name));
    expect(
      files('.md')
        .map((name) => name.replace(/md$/, 'html'))
        .sort(),
    ).toEqual(items.sort());
    const named = [...text('llms.txt').matchAll(/\]\(<(.*)>\): /g)].map((it) => it[1]);
    for (const name of items) expect(named).toContain(`${address}${pathOf(name)}.md`);
    const link = read('learnings/evals-before-prompts.html').document.querySelector(
      'link[type="text/markdown"]',
    );
    expect(link?.getAttribute('href')).toBe('evals-before-prompts.md');
  });
});

describe('a build', () => {
  it('PAGES-1: without the site’s address leaves out what has to be absolute', async () => {
    const other = emptySite();
    const source = { url: embedded.url, key: PUBLISHABLE_KEY };
    await addPages(other, { source, patience: 60_000, address: null, home: '/' }, build);
    const page = readFileSync(join(other, 'learnings.html'), 'utf8');
    expect(page).toContain('<meta property="og:title" content="Learnings');
    expect(page).not.toMatch(/canonical|og:url|og:image|ld\+json/);
    expect(readdirSync(other).filter((name) => name.endsWith('.xml'))).toEqual([]);
    expect(readFileSync(join(other, 'robots.txt'), 'utf8')).not.toContain('Sitemap');
  });

  it('PAGES-11: with long lists has all of their items, on pages that link each other without scripts', async () => {
    const long = await startEmbedded();
    await long.sql(
      `insert into public.resources (title, description) select 'Many ' || i, 'x' from generate_series(1, 200) i`,
    );
    const other = emptySite();
    const source = { url: long.url, key: PUBLISHABLE_KEY };
    await addPages(other, { source, patience: 60_000, address: null, home }, build);
    const page = (path: string) => {
      const html = readFileSync(join(other, `${path}.html`), 'utf8');
      return new JSDOM(html).window.document;
    };
    const paths = ['resources', 'resources/page/2', 'resources/page/3'];
    const titles = paths.flatMap((path) =>
      [...page(path).querySelectorAll('#built main li h2')].map((it) => it.textContent),
    );
    const [all] = await long.sql('select count(*)::int as count from resources');
    expect(titles).toHaveLength(Number(all?.count));
    expect(new Set(titles).size).toBe(titles.length);
    for (const path of paths) {
      const nav = page(path).querySelector('#built noscript nav[aria-label="Pages of the list"]');
      const links = [...(nav?.querySelectorAll('a') ?? [])];
      expect(links.map((it) => it.getAttribute('href'))).toEqual(paths.map((it) => home + it));
      expect(
        links.filter((it) => it.matches('[aria-current]')).map((it) => it.getAttribute('href')),
      ).toEqual([home + path]);
      expect(await htmlProblems(readFileSync(join(other, `${path}.html`), 'utf8')), path).toEqual(
        [],
      );
    }
    expect(page(paths[1] ?? '').title).toBe(`Resources, page 2 · ${site.brand}`);
    expect(existsSync(join(other, 'resources/page/4.html'))).toBe(false);
    // A short list has one page, and no such links.
    expect(existsSync(join(other, 'learnings/page'))).toBe(false);
    expect(page('learnings').querySelector('#built main noscript')?.textContent ?? '').toBe('');
    expect(readFileSync(join(other, 'llms.txt'), 'utf8')).not.toContain('page/2');
    await long.stop();
  });

  it('SNAPSHOT-1: holds the whole content as one file, which every page names', async () => {
    const [name = ''] = files('.json').filter((it) => it.startsWith('assets/snapshot-'));
    const { epoch, cursor, changes } = JSON.parse(text(name)) as Snapshot;
    const body = { epoch: null, cursor: 0, horizon: 0, pending: [], page_size: 1_000 };
    const answer = await fetch(`${embedded.url}/rest/v1/rpc/sync_pull`, {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const pulled = await answer.json();
    expect([epoch, cursor]).toEqual([pulled.epoch, pulled.cursor]);
    const inOrder = (rows: Snapshot['changes']) =>
      [...rows].sort((one, other) => one.id.localeCompare(other.id));
    expect(inOrder(changes)).toEqual(inOrder(pulled.changes));
    expect(files('.html').length).toBeGreaterThan(30);
    for (const page of files('.html').filter((name) => !moved().includes(name)))
      expect(text(page), page).toContain(`<meta name="snapshot" content="${home}${name}" />`);
  });

  it('SNAPSHOT-2: whose backend cannot be reached has the content of the snapshot that the owner keeps', async () => {
    const [name = ''] = files('.json').filter((it) => it.startsWith('assets/snapshot-'));
    const kept = JSON.parse(text(name)) as Snapshot;
    const other = emptySite();
    const source = { url: 'http://127.0.0.1:1', key: PUBLISHABLE_KEY };
    const made = await addPages(other, { source, patience: 2_000, address, home, kept }, build);
    const day = new Date(kept.at).toISOString().slice(0, 10);
    expect(made).toMatchObject({ problem: expect.stringMatching(/fetch/), day });
    const names = readdirSync(other, { recursive: true, encoding: 'utf8' });
    for (const page of files('.html')) expect(names).toContain(page);
    expect(JSON.parse(readFileSync(join(other, name), 'utf8'))).toEqual(kept);
  });

  it.each([
    ['cannot be reached', 'http://127.0.0.1:1', PUBLISHABLE_KEY],
    ['refuses its key', '', 'sb_publishable_wrong'],
  ])('PAGES-6: whose backend %s writes nothing and says why', async (_, url, key) => {
    const other = emptySite();
    const source = { url: url || embedded.url, key };
    const made = await addPages(other, { source, patience: 2_000, address, home }, build);
    expect(made).toMatch(/sync_pull|fetch/);
    expect(readdirSync(other).sort()).toEqual(['index.html', 'robots.txt']);
  });

  it('PAGES-5 DATA-8 DATA-9: after a title was edited has the entry under the same name, with the time of the edit', async () => {
    const before = entriesIn(documentsOf('feed')).find((it) => it.title === 'Marked');
    expect(before.updated).toBe(before.published);
    await embedded.sql(`update public.learnings set title = 'Renamed' where title = 'Marked'`);
    const other = emptySite();
    const source = { url: embedded.url, key: PUBLISHABLE_KEY };
    await addPages(other, { source, patience: 60_000, address, home }, build);
    await embedded.sql(
      `update public.learnings set title = 'Marked', updated_at = null where title = 'Renamed'`,
    );
    const file = (name: string) => readFileSync(join(other, name), 'utf8');
    const after = entriesIn([file('feed-2.xml')]).find((it) => it.title === 'Renamed');
    expect([after.id, after.published]).toEqual([before.id, before.published]);
    expect(after.updated > before.updated).toBe(true);
    const feed = xml.parse(file('feed-2.xml'));
    expect(feed.feed.updated).toBe(after.updated);
    const urls: { loc: string; lastmod?: string }[] = xml.parse(file('sitemap.xml')).urlset.url;
    const changed = urls.find(({ loc }) => loc.endsWith('/learnings/marked'));
    expect(changed?.lastmod).toBe(after.updated);
    const { document } = new JSDOM(file('learnings/marked.html')).window;
    const data = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
    expect(JSON.parse(data)['@graph'].at(-1)).toMatchObject({
      datePublished: before.published,
      dateModified: after.updated,
    });
    const [written, updated] = [...document.querySelectorAll('main time')];
    expect(written?.textContent).toBe('14 Mar 2024');
    expect(updated?.getAttribute('datetime')).toBe(after.updated.slice(0, 10));
    expect(file('learnings/marked.md')).toContain(`\nupdated: ${after.updated}\n`);
  });

  it('FIRST-5: has what was changed on the site, in the page, its data, feeds and the snapshot', async () => {
    await embedded.sql(
      `insert into public.site_profile (name, greeting, links) values ('Rosa </script>', 'Hello', 'Blog https://rosa.example')`,
    );
    const other = emptySite();
    const source = { url: embedded.url, key: PUBLISHABLE_KEY };
    await addPages(other, { source, patience: 60_000, address, home }, build);
    await embedded.sql(`delete from public.site_profile`);
    const file = (name: string) => readFileSync(join(other, name), 'utf8');
    const { document } = new JSDOM(file('index.html')).window;
    const main = document.querySelector('#built main');
    expect(main?.querySelector('h1')?.textContent).toBe('Hello');
    expect(main?.textContent).toContain('Rosa </script>');
    expect(main?.textContent).not.toContain('Robin Fielding');
    expect(main?.textContent).toContain('Theodore Roosevelt');
    const data = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
    expect(JSON.parse(data)['@graph'][1]).toMatchObject({
      name: 'Rosa </script>',
      sameAs: ['https://rosa.example'],
    });
    expect(xml.parse(file('feed.xml')).feed.author.name).toBe('Rosa </script>');
    expect(file('llms.txt')).toContain('> Hello ');
    const name = readdirSync(join(other, 'assets')).find((it) => it.startsWith('snapshot-'));
    expect(file(`assets/${name}`)).toContain('Rosa');
  });

  it('DATA-9: shows the same days wherever it runs', async () => {
    const here = process.env.TZ;
    const source = { url: embedded.url, key: PUBLISHABLE_KEY };
    const pages = ['learnings.html', 'learnings/marked.html', 'chatter.html', 'resources.html'];
    const programs = ['feed.xml', 'rss.xml', 'sitemap.xml', 'learnings/marked.md'];
    const made: string[][] = [];
    try {
      for (const zone of ['America/Los_Angeles', 'Asia/Tokyo']) {
        process.env.TZ = zone;
        const other = emptySite();
        await addPages(other, { source, patience: 60_000, address, home }, build);
        const file = (name: string) => readFileSync(join(other, name), 'utf8');
        // The time of the build is another one each time.
        const days = /<time dateTime="[\d-]{10}">[^<]*/g;
        made.push([
          ...pages.map((name) => file(name).match(days)?.join('\n') ?? ''),
          ...programs.map(file),
        ]);
        // Below it stand the next ones, with dates of their own.
        const [own] = made.at(-1)?.[1]?.split('\n') ?? [];
        expect(own).toBe('<time dateTime="2024-03-14">14 Mar 2024');
      }
    } finally {
      if (here === undefined) delete process.env.TZ;
      else process.env.TZ = here;
    }
    expect(made[1]).toEqual(made[0]);
  });
});
