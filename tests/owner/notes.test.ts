import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { plainWords } from '../../src/content/markdown/plain-words.ts';
import { BROUGHT_FILE } from '../../src/content/moving-in/brought.ts';
import { mostOfFiles } from '../../src/content/moving-in/gather-files.ts';
import { idOfNote } from '../../src/content/moving-in/note-ids.ts';
import { importNotes } from '../../tools/owner/import-notes.ts';
import { importOptions } from '../../tools/owner/import-options.ts';
import { openSource } from '../../tools/owner/import-source.ts';
import { readNotesFolder } from '../../tools/owner/notes-folder.ts';
import { readNotesZip } from '../../tools/owner/notes-zip.ts';
import { signIn } from '../../tools/owner/transfer.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { startCommand } from '../support/command.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { corners, jpegWithNotes, picture, pngWithNotes, SECRET } from '../support/made-pictures.ts';
import { takeConsole } from '../support/setup.ts';
import { root } from '../support/supabase-command.ts';

/** A folder of Markdown files becomes learnings of a real backend. */

let site: Embedded;
beforeAll(async () => {
  site = await startEmbedded({ seed: false });
});
afterAll(() => site.stop());
afterEach(async () => {
  // Visitors are not shown the roles, and the embedded API writes that to the console.
  const printed = takeConsole().filter((line) => !line.endsWith('denied for table user_roles'));
  expect(printed).toEqual([]);
  await site.sql('delete from public.learnings');
});

const folders: string[] = [];
afterAll(() => {
  for (const it of folders) rmSync(it, { recursive: true, force: true });
});
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-notes-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) write(folder, path, text);
  return folder;
}
function write(folder: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** @returns what is printed */
async function run(source: string, ...options: string[]): Promise<string[]> {
  const backend = { url: site.url, key: PUBLISHABLE_KEY };
  const token = await signIn(backend, 'admin@fieldnotes.local', 'a-password-for-tests');
  const wanted = importOptions([source, ...options]);
  const { gathered } = openSource(source, wanted.site);
  if (gathered === null) throw new Error('This is an export of our own.');
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
  try {
    await importNotes({ backend, token, name: 'the site' }, wanted, gathered);
  } finally {
    log.mockRestore();
  }
  return printed;
}

const stored = async (): Promise<string[]> =>
  (
    await site.sql(`select name from storage.objects where bucket_id = 'pictures' order by name`)
  ).map(({ name }) => String(name));
const learnings = () =>
  site.sql(
    'select id, title, slug, former_slugs, content, tags, published_at from public.learnings order by slug',
  );

const three = {
  'sql/one.md': '# One\n\nSee [[two]] and [two](two.md#part).\n',
  'sql/two.md': '---\ntitle: Second\naliases: [/old/second/]\n---\nWords.\n',
  'git/two.md': '---\ntitle: Second\ndraft: true\n---\nOther words.\n',
};

describe('MOVE-3: npm run import -- folder', () => {
  it('brings each file, also two of one title, and links lead to them', async () => {
    const folder = folderOf(three);
    const printed = await run(folder);
    expect(printed[0]).toBe('3 new, 0 changed, 0 gone, 0 as they were.');
    expect(printed.at(-1)).toBe('3 were added to the site, and 0 changed.');
    const second = idOfNote('sql/two.md');
    expect(await learnings()).toMatchObject([
      {
        title: 'One',
        slug: 'one',
        tags: ['sql'],
        content: `See [two](/learnings/${second}) and [two](/learnings/${second}#h-part).`,
      },
      { title: 'Second', slug: 'second', published_at: null, tags: ['git'] },
      { id: second, title: 'Second', slug: 'second-2' },
    ]);
  });

  it('again brings nothing new, and then only what has changed', async () => {
    const folder = folderOf(three);
    await run(folder);
    const before = await learnings();
    utimesSync(join(folder, 'sql/one.md'), 1, 1);
    expect((await run(folder))[0]).toBe('0 new, 0 changed, 0 gone, 3 as they were.');
    expect(await learnings()).toEqual(before);

    write(folder, 'sql/one.md', '# One\n\nOther words.\n');
    rmSync(join(folder, 'git/two.md'));
    write(folder, 'new.md', 'New.');
    const printed = await run(folder);
    expect(printed.slice(0, 2)).toEqual([
      '1 new, 1 changed, 1 gone, 1 as they were.',
      'git/two.md: no more in the folder; its learning stays',
    ]);
    expect(await learnings()).toHaveLength(4);
    expect((await run(folder))[0]).toBe('0 new, 0 changed, 1 gone, 3 as they were.');
  });

  it('ADDRESS-6: again brings the old paths that an earlier import did not, once', async () => {
    const folder = folderOf(three);
    await run(folder);
    write(folder, 'sql/one.md', `---\naliases: [/2019/one/]\n---\n${three['sql/one.md']}`);
    await site.sql(`update public.learnings set former_slugs = null where slug = 'second-2'`);
    expect((await run(folder))[0]).toBe('0 new, 2 changed, 0 gone, 1 as they were.');
    expect(await learnings()).toMatchObject([
      { slug: 'one', former_slugs: ['/2019/one'] },
      { slug: 'second', former_slugs: null },
      { slug: 'second-2', former_slugs: ['/old/second'] },
    ]);
    expect((await run(folder))[0]).toBe('0 new, 0 changed, 0 gone, 3 as they were.');
  });

  it('MOVE-15: knows a file that was renamed or moved, by command', async () => {
    const folder = folderOf({ ...three, 'three.md': 'Three, and [one](sql/one.md).' });
    await run(folder);
    const ids = (await learnings()).map(({ id }) => id).sort();
    renameSync(join(folder, 'sql/one.md'), join(folder, 'git/first.md'));
    write(folder, 'three.md', 'Three, and [one](git/first.md).');
    const list = join(folderOf({}), 'list.txt');
    const dry = await run(folder, '--dry-run', '--list', list);
    expect(dry[0]).toBe('0 new, 1 changed, 0 gone, 3 as they were, 1 moved.');
    expect(readFileSync(list, 'utf8')).toContain(
      'git/first.md: moved; it was sql/one.md, and keeps its learning\n',
    );
    expect((await run(folder))[0]).toBe(dry[0]);
    expect((await run(folder))[0]).toBe('0 new, 0 changed, 0 gone, 4 as they were.');
    write(folder, 'git/first.md', '# One\n\nOther words.\n');
    expect((await run(folder))[0]).toBe('0 new, 1 changed, 0 gone, 3 as they were.');
    const after = await learnings();
    expect(after.map(({ id }) => id).sort()).toEqual(ids);
    expect(after).toContainEqual(
      expect.objectContaining({ id: idOfNote('sql/one.md'), content: 'Other words.' }),
    );
  });

  it('MOVE-5: brings the pictures that notes show, once, and nothing of what cameras note in them', async () => {
    const photo = new Uint8Array(await corners(900, 600).encode('jpeg', 90));
    const small = await picture('png', 64, 32);
    const folder = folderOf({
      'sql/one.md':
        '# One\n\n![Four colours](img/photo.jpg)\n\n![[small.png|200]] ![x](<../Small.png>)\n',
      'sql/two.md': '# Two\n\n![Again](/sql/img/photo.jpg) ![lost](lost.png) ![svg](a.svg)\n',
      'sql/img/photo.jpg': jpegWithNotes(photo, 6),
      'small.png': pngWithNotes(small),
      'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'sql/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    const dry = await run(folder, '--dry-run');
    expect(dry).toContain('2 pictures would come along.');
    expect(await stored()).toEqual([]);
    const printed = await run(folder);
    expect(printed).toEqual([
      '2 new, 0 changed, 0 gone, 0 as they were.',
      'sql/two.md:3: the picture lost.png is not taken in; its place in the text stays',
      expect.stringMatching(/^sql\/two\.md:3: the picture a\.svg \(SVG files can contain scripts/),
      '2 were added to the site, and 0 changed, with 2 files of pictures.',
    ]);
    const names = await stored();
    // Upright, so it is higher than it is wide.
    const turned = names.find((it) => /^[0-9a-f]{32}-600x900-[0-9a-f]{6}\.(webp|jpg)$/.test(it));
    const as = names.find((it) => /^[0-9a-f]{32}-64x32-[0-9a-f]{6}\.png$/.test(it));
    expect([names.length, turned, as]).toEqual([2, expect.anything(), expect.anything()]);
    const [one] = await site.sql(`select content from public.learnings where title = 'One'`);
    expect(one).toEqual({
      content: `![Four colours](/pictures/${turned})\n\n![](/pictures/${as}) ![x](</pictures/${as}>)`,
    });
    for (const name of names) {
      const answer = await fetch(`${site.url}/storage/v1/object/public/pictures/${name}`);
      expect(Buffer.from(await answer.arrayBuffer()).includes(SECRET)).toBe(false);
    }

    // Again: nothing new, and nothing is made or sent a second time.
    const again = await run(folder);
    expect(again[0]).toBe('0 new, 0 changed, 0 gone, 2 as they were.');
    expect(again.at(-1)).toBe('0 were added to the site, and 0 changed.');
    // What an interruption has kept out comes with the next import.
    await site.sql('delete from storage.objects where name = $1', [as]);
    rmSync(join(site.backend.pictures, String(as)));
    expect((await run(folder)).at(-1)).toBe(
      '0 were added to the site, and 0 changed, with 1 file of pictures.',
    );
    expect(await stored()).toEqual(names);
  });

  it('leaves alone what was edited or deleted here, until it is told to replace it', async () => {
    const folder = folderOf(three);
    await run(folder);
    const [one, two] = [idOfNote('sql/one.md'), idOfNote('sql/two.md')];
    await site.sql('update public.learnings set content = $1 where id = $2', ['Mine.', one]);
    await site.sql('delete from public.learnings where id = $1', [two]);
    write(folder, 'sql/one.md', '# One\n\nTheirs.\n');
    expect((await run(folder)).slice(0, 3)).toEqual([
      '0 new, 0 changed, 0 gone, 1 as they were, 1 edited here since, 1 deleted here since.',
      'sql/one.md: edited here since, and left alone; --replace overwrites it',
      'sql/two.md: deleted here since, and left away; --replace brings it back',
    ]);
    expect(await site.sql('select content from public.learnings where id = $1', [one])).toEqual([
      { content: 'Mine.' },
    ]);
    expect((await run(folder, '--replace'))[0]).toBe('1 new, 1 changed, 0 gone, 1 as they were.');
    expect(await site.sql('select content from public.learnings where id = $1', [one])).toEqual([
      { content: 'Theirs.' },
    ]);
  });

  it('writes nothing in a dry run, but for the list that it is asked for', async () => {
    const folder = folderOf({ ...three, 'c.md': '---\nlayout: x\nbad: a: b\n---\n![x](a.png)' });
    const list = join(folderOf({}), 'list.txt');
    const printed = await run(folder, '--dry-run', '--list', list);
    expect(printed).toEqual([
      '4 new, 0 changed, 0 gone, 0 as they were.',
      expect.stringMatching(/^c\.md:3: The front matter stays in the text: it is no YAML: /),
      'c.md:5: the picture a.png is not taken in; its place in the text stays',
      'Nothing was changed: this was a dry run on the site.',
    ]);
    expect(readFileSync(list, 'utf8').split('\n').slice(0, 3)).toEqual([
      printed[0],
      'c.md: new',
      'git/two.md: new',
    ]);
    expect(await learnings()).toEqual([]);
    expect(existsSync(join(folder, BROUGHT_FILE))).toBe(false);
    await expect(run(folder, '--list', list)).rejects.toThrow('exists already');
  });

  it('goes on after an interruption, and knows what had arrived', async () => {
    const folder = folderOf(three);
    await run(folder);
    // Remembered before it was sent; one had not arrived.
    const remembered = JSON.parse(readFileSync(join(folder, BROUGHT_FILE), 'utf8'));
    for (const note of Object.values<{ sites: string[] }>(remembered.notes)) note.sites = [];
    write(folder, BROUGHT_FILE, JSON.stringify(remembered));
    await site.sql('delete from public.learnings where id = $1', [idOfNote('sql/one.md')]);
    write(folder, 'sql/two.md', '---\ntitle: Second\n---\nChanged.\n');
    expect((await run(folder))[0]).toBe('1 new, 1 changed, 0 gone, 1 as they were.');
  });

  const MANY = 2500;
  const each = <Made>(made: (n: number) => Made) => Array.from({ length: MANY }, (_, n) => made(n));
  const manyNotes = () =>
    folderOf(Object.fromEntries(each((n) => [`${n}.md`, `# Title ${n}\n\nWords.\n`])));
  const fileCalled = (name: string, text: string) => join(folderOf({ [name]: text }), name);
  const manyOfGhost = () => {
    const posts = each((n) => {
      const post = { id: `${n}`, slug: `title-${n}`, title: `Title ${n}`, html: '<p>Words.</p>' };
      return { ...post, status: 'published', published_at: '2024-03-14T10:30:00Z' };
    });
    return fileCalled('ghost.json', JSON.stringify({ db: [{ data: { posts, posts_tags: [] } }] }));
  };
  const manyOfWordPress = () => {
    const items = each(
      (n) => `<item><title>Title ${n}</title><link>https://b.org/2024/title-${n}/</link>
        <content:encoded><![CDATA[<p>Words.</p>]]></content:encoded><wp:post_id>${n}</wp:post_id>
        <wp:post_name>title-${n}</wp:post_name><wp:post_date_gmt>2024-03-14 10:30:00</wp:post_date_gmt>
        <wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`,
    );
    const head =
      '<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="c">';
    return fileCalled(
      'wordpress.xml',
      `${head}<channel><wp:base_blog_url>https://b.org</wp:base_blog_url>${items.join('')}</channel></rss>`,
    );
  };

  it.each([
    ['Markdown', manyNotes],
    ['Ghost’s export', manyOfGhost],
    ['WordPress’ export', manyOfWordPress],
  ])(
    'MOVE-3 MOVE-7: %s, killed in the middle, goes on and doubles nothing',
    async (_, made) => {
      const source = made();
      const command = startCommand(
        'node',
        ['--import', 'tsx', join(root, 'tools/owner/import.ts'), source],
        { VITE_SUPABASE_URL: site.url, VITE_SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY },
      );
      command.process.stdin?.end('admin@fieldnotes.local\na-password-for-tests\n');
      const titles = async () =>
        (await site.sql('select title from public.learnings')).map(({ title }) => title);
      while ((await titles()).length === 0) await delay(20);
      command.process.kill('SIGKILL');
      await command.ended;
      const arrived = await titles();
      expect(arrived.length).toBeLessThan(MANY);
      const [said] = await run(source);
      const [, added, , , same] =
        /^(\d+) new, (0) changed, (0) gone, (\d+) as/.exec(said ?? '') ?? [];
      expect(Number(added) + Number(same)).toBe(MANY);
      const all = await titles();
      expect([all.length, new Set(all).size]).toEqual([MANY, MANY]);
      expect((await run(source))[0]).toBe(`0 new, 0 changed, 0 gone, ${MANY} as they were.`);
    },
    300_000,
  );

  it('is a command, which works while the site runs, and says what is wrong with what it is given', async () => {
    const command = async (...words: string[]) => {
      const it = startCommand(
        'node',
        ['--import', 'tsx', join(root, 'tools/owner/import.ts'), ...words],
        { VITE_SUPABASE_URL: site.url, VITE_SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY },
      );
      it.process.stdin?.end('admin@fieldnotes.local\na-password-for-tests\n');
      return { code: await it.ended, said: it.printed() };
    };
    const folder = folderOf(three);
    const done = await command(folder);
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining('3 were added to http') });
    expect(await learnings()).toHaveLength(3);
    const wrong = await command('--dry', folder);
    expect(wrong).toMatchObject({ code: 1, said: expect.stringMatching(/'--dry'.*--dry-run/) });
    expect(wrong.said).not.toMatch(/^ +at /m);
  });
});

describe('MOVE-8: lists', () => {
  const rows = (table: string) => site.sql(`select * from public.${table}`);
  afterEach(async () => {
    await site.sql('delete from public.resources');
    await site.sql('delete from public.ai_tools');
  });

  it('bring resources and tools, once, and then what has changed', async () => {
    const csv =
      'title,url,tags,price\nOne,https://a.org,"x, y",3\n,https://b.org,,\nTwo,https://c.org,,\n';
    const folder = folderOf({
      'links.csv': csv,
      'tools.csv': 'name,url,category,draft\nT,https://t.org,Chat,true\n',
      'other.csv': 'a,b\n1,2\n',
      'one.md': '# One',
    });
    const printed = await run(folder, '--dry-run');
    expect(printed).toEqual([
      '4 new, 0 changed, 0 gone, 0 as they were.',
      'links.csv: 2 resources; title → title, url → link_url, tags → tags, price → nothing',
      'tools.csv: 1 AI tool; name → name, url → hyperlink, category → tag, draft → published_at',
      'other.csv: not taken: its first line names no column for the title (title, name, tool)',
      'links.csv:3: not taken: it has no title: fill that column, or delete the row',
      'Nothing was changed: this was a dry run on the site.',
    ]);
    expect((await run(folder)).at(-1)).toBe('4 were added to the site, and 0 changed.');
    expect(
      (await rows('resources')).sort((a, b) => (String(a.title) < String(b.title) ? -1 : 1)),
    ).toMatchObject([
      { title: 'One', link_url: 'https://a.org', tags: 'x, y', type: 'text', image_url: null },
      { title: 'Two', link_url: 'https://c.org', tags: null, description: '' },
    ]);
    expect(await rows('ai_tools')).toMatchObject([
      { name: 'T', hyperlink: 'https://t.org', tag: 'Chat', published_at: null },
    ]);
    expect((await run(folder))[0]).toBe('0 new, 0 changed, 0 gone, 4 as they were.');
    write(
      folder,
      'links.csv',
      csv.replace('Two', 'Zwei').replace('One,https://a.org,"x, y",3\n', ''),
    );
    const again = await run(folder);
    expect(again[0]).toBe('0 new, 1 changed, 1 gone, 2 as they were.');
    expect(again).toContain('links.csv#https://a.org: no more in the list; what it brought stays');
    await site.sql(`update public.resources set title = 'Mine' where title = 'Zwei'`);
    expect((await run(folder))[0]).toBe(
      '0 new, 0 changed, 1 gone, 2 as they were, 1 edited here since.',
    );
    expect((await run(folder, '--replace'))[0]).toBe('0 new, 1 changed, 1 gone, 2 as they were.');
  });

  it('may be a file alone, whose kind the owner says, and one that is none is refused', async () => {
    const csv = join(folderOf({ 'x.csv': 'title,url\nT,https://t.org\n' }), 'x.csv');
    expect((await run(csv, '--as', 'tools')).at(-1)).toBe(
      '1 were added to the site, and 0 changed.',
    );
    expect(await rows('ai_tools')).toHaveLength(1);
    writeFileSync(csv, 'a,b\n');
    await expect(run(csv)).rejects.toThrow(/x\.csv: its first line names no column for the title/);
    await expect(run(csv, '--as', 'posts')).rejects.toThrow("not of 'posts'");
  });
});

describe('MOVE-7: posts', () => {
  it('bring learnings with their pictures, once', async () => {
    const html =
      '<p>Words <a href="__GHOST_URL__/b/">b</a></p><img src="__GHOST_URL__/content/images/a.png">';
    const posts = ['a', 'b'].map((slug) => ({
      id: slug,
      uuid: `u-${slug}`,
      title: slug,
      slug,
      html,
      status: 'published',
      published_at: '2024-03-14T10:00:00.000Z',
    }));
    const zip = join(folderOf({}), 'backup.zip');
    const json = JSON.stringify({ db: [{ data: { posts, posts_tags: [] } }] });
    const small = await picture('png', 66, 33);
    writeFileSync(
      zip,
      zipSync({ 'data/blog.ghost.json': strToU8(json), 'content/images/a.png': small }),
    );
    expect((await run(zip)).at(-1)).toBe(
      '2 were added to the site, and 0 changed, with 1 file of pictures.',
    );
    expect((await learnings()).map(({ content }) => content)).toEqual(
      Array(2).fill(expect.stringMatching(/^Words \[\[b\]\]\n\n!\[\]\(\/pictures\/[^)]+\.png\)$/)),
    );
    expect((await run(zip))[0]).toBe('0 new, 0 changed, 0 gone, 2 as they were.');
  });
});

describe('MOVE-6: a zip of a folder', () => {
  const zipped = (files: Zippable) => {
    const zip = join(folderOf({}), 'notes.zip');
    writeFileSync(zip, zipSync(files));
    return zip;
  };
  const bytesOf = (files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]));
  const told = (zip: string) => {
    const { gathered } = openSource(zip, null);
    return {
      files: gathered?.files.map(({ path }) => path),
      refused: gathered?.refused.map(({ path, why }) => `${path}: ${why}`),
    };
  };

  it('brings what the folder brings, with its pictures, once, and is remembered beside it', async () => {
    const small = await picture('png', 68, 34);
    const all = { ...three, 'sql/three.md': '![x](a.png)' };
    const zip = zipped({ ...bytesOf(all), 'sql/a.png': small });
    const printed = await run(zip);
    expect(printed[0]).toBe('4 new, 0 changed, 0 gone, 0 as they were.');
    expect(printed.at(-1)).toBe(
      '4 were added to the site, and 0 changed, with 1 file of pictures.',
    );
    expect(existsSync(`${zip}${BROUGHT_FILE}`)).toBe(true);
    expect((await run(zip))[0]).toBe('0 new, 0 changed, 0 gone, 4 as they were.');
    const folder = folderOf({ ...all, 'sql/a.png': small });
    expect((await run(folder))[0]).toBe('0 new, 0 changed, 0 gone, 4 as they were.');
    writeFileSync(zip, zipSync(bytesOf({ ...three, 'sql/one.md': '# One\n\nOther words.' })));
    expect((await run(zip))[0]).toBe('0 new, 1 changed, 1 gone, 2 as they were.');
  });

  it('that was zipped with its name means the same notes', () => {
    const files = ['git/two.md', 'sql/one.md', 'sql/two.md'];
    const inFolder = Object.fromEntries(
      Object.entries(bytesOf(three)).map(([path, bytes]) => [`notes-main/${path}`, bytes]),
    );
    expect(told(zipped({ ...inFolder, '__MACOSX/._one.md': strToU8('x') })).files).toEqual(files);
  });

  it('is found within another zip, as Notion has it, in parts', () => {
    const part = (files: Readonly<Record<string, string>>) => zipSync(bytesOf(files));
    const id = '0123456789abcdef0123456789abcdef';
    const zip = zipped({
      'ExportBlock-1-Part-1.zip': part({ [`A ${id}.md`]: '# A' }),
      'ExportBlock-1-Part-2.zip': part({ [`Rows ${id}/B ${id}.md`]: '# B' }),
    });
    expect(told(zip).files).toEqual([`A ${id}.md`, `Rows ${id}/B ${id}.md`]);
  });

  it('is never unpacked: names that lead away, links and what cannot be read are told', () => {
    const zip = zipped({
      ...bytesOf({
        'a.md': 'x',
        '../up.md': 'x',
        '/root.md': 'x',
        'C:/c.md': 'x',
        'b/../../c.md': 'x',
      }),
      'd\\e.md': strToU8('x'),
      'link.md': [strToU8('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }],
      'large.md': strToU8('x'.repeat(mostOfFiles.bytes + 1)),
    });
    const away = 'its name leads out of the zip';
    expect(told(zip)).toEqual({
      files: ['a.md', 'd/e.md'],
      refused: [
        `../up.md: ${away}`,
        `/root.md: ${away}`,
        `C:/c.md: ${away}`,
        `b/../../c.md: ${away}`,
        'large.md: it has more than 1000000 bytes',
        'link.md: it is a link',
      ],
    });
    expect(readdirSync(dirname(zip))).toEqual(['notes.zip']);
  });

  it('that unpacks to more than it says, or to far too much, is refused with a word', () => {
    const bomb = Buffer.from(
      zipSync({ 'bomb.md': new Uint8Array(50_000_000), 'a.md': strToU8('x') }),
    );
    // What the list claims of the first file.
    const at = bomb.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    bomb.writeUInt32LE(1000, at + 24);
    const zip = join(folderOf({}), 'bomb.zip');
    writeFileSync(zip, bomb);
    expect(told(zip)).toEqual({
      files: ['a.md'],
      refused: [expect.stringMatching(/^bomb\.md: it cannot be read: /)],
    });
    const many = Buffer.from(zipSync(bytesOf(three)));
    const read = (most: Partial<Record<keyof typeof mostOfFiles, number>>) => () =>
      readNotesZip('many.zip', many, null, { ...mostOfFiles, ...most });
    expect(read({ entries: 2 })).toThrow('many.zip holds more than 2 files');
    expect(read({ notes: 2 })).toThrow('many.zip holds more than 2 Markdown files');
    expect(read({ allBytes: 20 })).toThrow('many.zip holds more than 20 bytes of text');
    many.writeUInt16LE(0xffff, many.length - 12);
    expect(read({})).toThrow('It holds more than 65,534 files');
    expect(() => readNotesZip('cut.zip', many.subarray(0, 90), null)).toThrow(
      'cannot be read as a zip',
    );
    expect(() => readNotesZip('no.zip', Buffer.from(zipSync({})), null)).toThrow(
      'no.zip holds no Markdown',
    );
    // A terminal would obey the one, and show a line of its own for the other.
    const named = Buffer.from(zipSync({ 'a\u001b[2J\n9 new.zip': strToU8('no zip') }));
    expect(() => readNotesZip('outer.zip', named, null)).toThrow(
      'outer.zip: a?[2J?9 new.zip cannot be read as a zip',
    );
    // As notes its projects and friends would come a second time.
    const own = Buffer.from(zipSync(bytesOf({ ...three, 'x/fieldnotes.json': '{}' })));
    expect(told(zipped(bytesOf({ 'a.md': 'x' }))).files).toEqual(['a.md']);
    expect(() => readNotesZip('two.zip', own, null)).not.toThrow();
    const exported = Buffer.from(zipSync(bytesOf({ ...three, 'fieldnotes.json': '{}' })));
    expect(() => readNotesZip('own.zip', exported, null)).toThrow('Unpack it');
  });
});

describe('MOVE-4: a folder', () => {
  const told = (folder: string) => {
    const { files, refused } = readNotesFolder(folder);
    return {
      files: files.map(({ path }) => path),
      refused: refused.map(({ path, why }) => `${path}: ${why}`),
    };
  };

  it('is read without what is hidden, and without what programs keep there', () => {
    const folder = folderOf({
      ...three,
      'A.MD': 'x',
      'b.mdx': 'x',
      'c.txt': 'x',
      '.obsidian/x.md': 'x',
      '.git/x.md': 'x',
      'node_modules/y/README.md': 'x',
    });
    expect(told(folder)).toEqual({
      files: ['A.MD', 'b.mdx', 'git/two.md', 'sql/one.md', 'sql/two.md'],
      refused: [],
    });
  });

  it('is never left', () => {
    const outside = folderOf({ 'secret.md': 'secret' });
    const folder = folderOf({ 'a.md': 'x' });
    symlinkSync(join(outside, 'secret.md'), join(folder, 'link.md'));
    symlinkSync(outside, join(folder, 'linked'));
    symlinkSync(folder, join(folder, 'round'));
    symlinkSync(join(folder, 'a.md'), join(folder, 'same.md'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'lost.md'));
    expect(told(folder)).toEqual({
      files: ['a.md', 'same.md'],
      refused: [
        'link.md: it is a link that leads out of the folder',
        expect.stringMatching(/^lost\.md: it cannot be read: /),
      ],
    });
  });

  it('may hold files that cannot be read; the others are', () => {
    const folder = folderOf({
      'a.md': 'x',
      'latin.md': Buffer.from('caf\xe9', 'latin1'),
      'utf16.md': Buffer.from('\ufeff# Caf\u00e9', 'utf16le'),
      'large.md': 'x'.repeat(mostOfFiles.bytes + 1),
    });
    expect(told(folder)).toEqual({
      files: ['a.md', 'utf16.md'],
      refused: [
        'large.md: it has more than 1000000 bytes',
        'latin.md: it is neither UTF-8 nor UTF-16: save it as UTF-8',
      ],
    });
    expect(readNotesFolder(folder).files[1]?.text).toBe('# Caf\u00e9');
  });

  it('that holds nothing, or far too much, is refused with a word', () => {
    expect(() => readNotesFolder(folderOf({ 'a.txt': 'x' }))).toThrow('holds no Markdown files');
    const folder = folderOf(three);
    expect(() => readNotesFolder(folder, { ...mostOfFiles, notes: 2 })).toThrow(
      'more than 2 Markdown files',
    );
    expect(() => readNotesFolder(folder, { ...mostOfFiles, entries: 3 })).toThrow(
      'more than 3 files',
    );
    write(folder, BROUGHT_FILE, '{"fieldnotes":"brought","version":2}');
    return expect(run(folder)).rejects.toThrow('is damaged, or of a newer version');
  });

  it('that git keeps has the dates of first commits', () => {
    const folder = folderOf({ 'old.md': 'x', 'deep/ä b.md': 'x' });
    const git = (...words: string[]) =>
      execFileSync('git', words, { cwd: folder, env: { ...process.env, ...dates } });
    const dates = {
      GIT_AUTHOR_DATE: '2020-05-06T07:08:09Z',
      GIT_COMMITTER_DATE: '2020-05-06T07:08:09Z',
      ...{
        GIT_AUTHOR_NAME: 'A',
        GIT_AUTHOR_EMAIL: 'a@x.org',
        GIT_COMMITTER_NAME: 'A',
        GIT_COMMITTER_EMAIL: 'a@x.org',
      },
    };
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'One');
    write(folder, 'new.md', 'x');
    const [deep, fresh, old] = ['deep/ä b.md', 'new.md', 'old.md'].map(
      (path) => readNotesFolder(folder).files.find((it) => it.path === path)?.changedAt,
    );
    expect([deep, old]).toEqual([Date.UTC(2020, 4, 6, 7, 8, 9), Date.UTC(2020, 4, 6, 7, 8, 9)]);
    expect(fresh).toBeGreaterThan(Date.UTC(2024, 0));
  });
});

/** A public collection, with its licence beside it; where it is not there, this is skipped. */
const posts = join(root, '../shared/material/til');

describe.skipIf(!existsSync(posts))('MOVE-3: real posts', () => {
  it('come whole, with every word and all code as it stands, and once', async () => {
    const folder = folderOf({});
    cpSync(posts, folder, { recursive: true });
    const { files } = readNotesFolder(folder);
    expect((await run(folder))[0]).toBe(`${files.length} new, 0 changed, 0 gone, 0 as they were.`);
    const rows = new Map((await learnings()).map((row) => [row.id, row]));
    expect(rows.size).toBe(files.length);
    const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const { path, text } of files) {
      const { title, content } = rows.get(idOfNote(path)) ?? {};
      expect([path, wordsIn(`${title} ${plainWords(String(content))}`)]).toEqual([
        path,
        wordsIn(plainWords(text)),
      ]);
      const fences = text.match(/^ *(```|~~~).*\n[\s\S]*?^ *\1$/gm) ?? [];
      expect(fences.filter((code) => !String(content).includes(code))).toEqual([]);
    }
    expect((await run(folder))[0]).toBe(`0 new, 0 changed, 0 gone, ${files.length} as they were.`);
  });
});
