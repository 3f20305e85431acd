import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePosts } from '../../src/content/posts.ts';
import { withWords } from '../../tools/build/plugins/site-words.ts';
import { withLinks, withTexts } from '../../tools/owner/config-text.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { startCommand } from '../support/command.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { copyRepository } from '../support/repository-copy.ts';
import { root } from '../support/supabase-command.ts';

/** What an owner's build for a hosted project contains, in a copy of the repository with other words. */

const brand = "Rosa & Tim's";
const description = 'Notes on "bread", and <more>.';
const tagline = 'Two\nlines \\ 😀';
const name = `O'Neil "Bob" </script><script>alert(1)</script>`;
const link = { label: "Bob's", href: 'https://bob.example/?a=1&b=2' };

let copy: string;
let project: Embedded;
let files: string[];
/** What the build has printed. */
let told: string;
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'fieldnotes-owner-'));
  copyRepository(copy);
  const config = join(copy, 'src/site.config.ts');
  const texts = new Map([
    ['brand', brand],
    ['tagline', tagline],
    ['description', description],
    ['profile.name', name],
    ['profile.image', '/pictures/me.svg'],
  ]);
  const words = withLinks(withTexts(readFileSync(config, 'utf8'), texts), [null, null], [link]);
  writeFileSync(config, words.replace("contact: 'nothing',", "contact: 'inbox',"));
  cpSync(join(copy, 'public/pictures/profile.svg'), join(copy, 'public/pictures/me.svg'));
  project = await startEmbedded({ seed: false });
  // As it was changed on the site; null stands for what the configuration has.
  await project.sql('insert into site_profile (name, introduction) values ($1, $2)', [
    name,
    'Changed on the site.',
  ]);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const build = startCommand('node', [vite, 'build', copy], {
    VITE_SUPABASE_URL: project.url,
    VITE_SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
  });
  expect(await build.ended, build.printed()).toBe(0);
  told = build.printed();
  files = readdirSync(join(copy, 'dist'), { recursive: true, encoding: 'utf8' });
});
afterAll(async () => {
  await project.stop();
  rmSync(copy, { recursive: true, force: true });
});

const built = (file: string) => readFileSync(join(copy, 'dist', file), 'utf8');

/** A page without its scripts. */
function read(html: string) {
  const { document } = new Window();
  document.write(html.replaceAll(/<script[\s\S]*?<\/script>/g, ''));
  const meta = (name: string) =>
    document
      .querySelector(`meta[name="${name}"], meta[property="${name}"]`)
      ?.getAttribute('content');
  return { document, meta };
}

describe('OWN-1: brand and description are said once, in site.config.ts', () => {
  it('and index.html has them, safely', () => {
    const source = readFileSync(join(root, 'index.html'), 'utf8');
    const { document, meta } = read(withWords(source, { brand, description }));
    expect(document.title).toBe(brand);
    expect(meta('description')).toBe(description);
    expect(meta('og:description')).toBe(description);
    expect(meta('og:title')).toBe(brand);
    expect(document.querySelector('more')).toBeNull();
  });

  it('and the built page has them', () => {
    const { document, meta } = read(built('index.html'));
    expect(document.title).toContain(brand);
    expect(meta('description')).toBe(description);
    expect(meta('og:site_name')).toBe(brand);
    expect(meta('apple-mobile-web-app-title')).toBe(brand);
    expect(built('index.html')).not.toContain('%SITE_');
  });

  it('and the manifest has them', () => {
    const manifest = JSON.parse(built('manifest.webmanifest'));
    expect(manifest).toMatchObject({ name: brand, short_name: brand, description });
  });

  it('and no file has the name that the repository came with', () => {
    const texts = files.filter((file) => /\.(html|js|css|webmanifest)$/.test(file));
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((file) => built(file).includes('Fieldnotes'))).toEqual([]);
  });

  it('and a word in a script stays a word', () => {
    const script = withWords("'<h1>%SITE_BRAND%</h1>'", { brand: "a'b\\</h1><x>", description });
    // biome-ignore lint/security/noGlobalEval: it is what a page does with its script
    expect(eval(script)).toBe('<h1>a&#39;b&#92;&#60;/h1&#62;&#60;x&#62;</h1>');
  });
});

describe('FIRST-1: any word is a word in the built site', () => {
  it('on the page, and in what programs read of it', () => {
    const { document } = new Window();
    document.write(built('index.html'));
    const text = document.querySelector('#built')?.textContent ?? '';
    expect(text).toContain(tagline);
    expect(text).toContain(name);
    const links = [...document.querySelectorAll(`#built a[href="${link.href}"]`)];
    expect(links.map((it) => it.textContent)).toEqual([expect.stringContaining(link.label)]);
    expect(built('index.html')).not.toContain('<script>alert(1)');
  });
});

describe('FIRST-2: what is left of the sample is told', () => {
  it('by the build', () => {
    expect(told).toMatch(/words of src\/site\.config\.ts are still the sample’s/);
    expect(told).toContain('greeting: I build things with AI');
    expect(told).not.toMatch(/brand:|profile\.name:|social/);
  });

  it('by the build, without what was changed on the site', () => {
    expect(told).not.toContain('introduction:');
  });

  it('in the dashboard, and not to visitors', () => {
    const line = 'lfgTarget: /projects/fieldnotes';
    const named = files.filter((file) => file.endsWith('.js') && built(file).includes(line));
    expect(named).toEqual([expect.stringMatching(/assets\/dashboard-/)]);
  });
});

it('INBOX-2: the build tells that the inbox which its form needs is closed', () => {
  expect(told).toContain('press “Open the inbox”');
});

describe('FIRST-3 FIRST-4: a site without content', () => {
  it('has no button that leads nowhere, and was visited by nobody', () => {
    const { document } = read(built('index.html'));
    const home = document.querySelector('#built main')?.textContent;
    expect(home).toContain('Theodore Roosevelt');
    expect(home).not.toMatch(/LFG|Last seen/);
  });
});

describe("OWN-2: an owner's build holds no sample", () => {
  it('picture, and all pictures of the owner', () => {
    expect(
      files
        .filter((file) => file.startsWith('pictures/'))
        .map((file) => file.replace(/\.(br|gz)$/, '')),
    ).toContain('pictures/me.svg');
    expect(
      files.filter((file) => file.startsWith('pictures/') && !file.includes('me.svg')),
    ).toEqual([]);
  });

  it('post', () => {
    const scripts = files
      .filter((file) => file.endsWith('.js'))
      .map(built)
      .join('\n');
    expect(scripts).toContain('No posts yet.');
    for (const { title, excerpt } of samplePosts) {
      expect(scripts).not.toContain(title);
      expect(scripts).not.toContain(excerpt.slice(0, 40));
    }
  });
});
