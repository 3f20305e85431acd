import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { kinds, registry } from '../../src/content/kinds.ts';
import { BROUGHT_FILE } from '../../src/content/moving-in/brought.ts';
import { mediaType } from '../../src/content/pictures/is-as-named.ts';
import { type TableRows, writeContentFile } from '../../src/content/write-content-file.ts';
import { markdownFolder } from '../../src/features/dashboard/markdown-folder.ts';
import { exportFolder, isFolderArgument } from '../../tools/owner/export-folder.ts';
import { isExportedFolder } from '../../tools/owner/folder-on-disk.ts';
import { importFolder } from '../../tools/owner/import-folder.ts';
import { importOptions } from '../../tools/owner/import-options.ts';
import { readContentFile } from '../../tools/owner/read-content-file.ts';
import { addContent, readTables, signIn } from '../../tools/owner/transfer.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { anyContent } from '../support/any-content.ts';
import { startCommand } from '../support/command.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { corners, picture } from '../support/made-pictures.ts';
import { takeConsole } from '../support/setup.ts';
import { nameOfPixel, redPixel } from '../support/small-pictures.ts';
import { root } from '../support/supabase-command.ts';

/** All content as a folder of Markdown and CSV: out of one real backend, and into another. */

const password = 'a-password-for-tests';
const backendOf = ({ url }: Embedded) => ({ url, key: PUBLISHABLE_KEY });
const asAdmin = (site: Embedded) => signIn(backendOf(site), 'admin@fieldnotes.local', password);

let full: Embedded;
beforeAll(async () => {
  full = await startEmbedded();
});
const folders: string[] = [];
afterAll(async () => {
  await full.stop();
  for (const it of folders) rmSync(it, { recursive: true, force: true });
});
const ends: (() => unknown)[] = [];
afterEach(async () => {
  // Visitors are not shown the roles, and the embedded API writes that to the console.
  const printed = takeConsole().filter((line) => !line.endsWith('denied for table user_roles'));
  expect(printed).toEqual([]);
  for (const end of ends.splice(0).reverse()) await end();
});

async function newSite(options: { seed?: boolean } = { seed: false }): Promise<Embedded> {
  const site = await startEmbedded(options);
  ends.push(site.stop);
  // Copies of one first start have one history, as no two sites do.
  await site.sql('select sync.reset()');
  return site;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-folder-'));
  folders.push(folder);
  return folder;
}

async function contentOf(site: Embedded): Promise<string> {
  const { content } = await readTables(backendOf(site), await asAdmin(site));
  return writeContentFile(content);
}

async function printedBy(command: () => Promise<void>): Promise<string[]> {
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
  try {
    await command();
  } finally {
    log.mockRestore();
  }
  return printed;
}

const opened = async (site: Embedded) => ({
  backend: backendOf(site),
  token: await asAdmin(site),
  name: 'the site',
});
const exportTo = (site: Embedded, folder: string, replace = false) =>
  printedBy(async () => exportFolder(await opened(site), folder, registry, replace));
async function importFrom(site: Embedded, folder: string, ...options: string[]): Promise<string[]> {
  const wanted = importOptions([folder, ...options]);
  return printedBy(async () => importFolder(await opened(site), wanted, registry));
}

function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (it) => it !== BROUGHT_FILE && statSync(join(folder, it)).isFile(),
  );
  return Object.fromEntries(names.sort().map((it) => [it, readFileSync(join(folder, it), 'utf8')]));
}

function edit(folder: string, path: string, change: (text: string) => string): void {
  const before = readFileSync(join(folder, path), 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(join(folder, path), after);
}

function write(folder: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** What tables of this site do not hold. */
function asInDatabase(content: TableRows): TableRows {
  return new Map(
    [...content].map(([table, rows]) => [
      table,
      rows.map((row, at) => ({
        ...row,
        ...('description' in row ? { description: row.description ?? '' } : {}),
        ...('is_current' in row ? { is_current: at === 0, type: row.type ?? 'track' } : {}),
      })),
    ]),
  );
}

const ids = {
  project: '10000000-0000-4000-8000-000000000001',
  first: '20000000-0000-4000-8000-000000000001',
  second: '20000000-0000-4000-8000-000000000002',
  third: '20000000-0000-4000-8000-000000000003',
  fourth: '20000000-0000-4000-8000-000000000004',
  learning: '30000000-0000-4000-8000-000000000001',
  draft: '30000000-0000-4000-8000-000000000002',
  tool: '40000000-0000-4000-8000-000000000001',
};

/** A site with a project, its board, two learnings and a tool. */
async function smallSite(): Promise<Embedded> {
  const site = await newSite();
  await site.sql(
    `insert into public.projects (id, title, details) values ($1, 'Evals: a lab', 'Words.')`,
    [ids.project],
  );
  for (const [at, id] of [ids.first, ids.second, ids.third, ids.fourth].entries())
    await site.sql(
      'insert into public.tasks (id, project_id, content, position) values ($1, $2, $3, $4)',
      [id, ids.project, `Task ${at + 1}`, at],
    );
  await site.sql(
    `insert into public.learnings (id, title, content, tags, former_slugs, created_at, published_at, project_id)
     values ($1, 'One', 'First.', '{sql}', '{uno}', '2026-03-01T09:00:00.123456Z', '2026-03-01T09:00:00.123456Z', $3),
            ($2, 'Two', 'Second.', null, null, null, null, null)`,
    [ids.learning, ids.draft, ids.project],
  );
  await site.sql(`insert into public.ai_tools (id, name, bio) values ($1, 'Plotter', 'Draws.')`, [
    ids.tool,
  ]);
  return site;
}

const rowsOf = (site: Embedded, table: string) =>
  site.sql(`select * from public.${table} order by id`);

const countOf = (text: string) =>
  Object.values(JSON.parse(text).content as Record<string, unknown[]>).flat().length;

describe('MOVE-20: a folder of Markdown and CSV', () => {
  it('makes an empty site the same, changes nothing the second time, and is written the same again', async () => {
    const folder = join(newFolder(), 'new');
    const text = await contentOf(full);
    await exportTo(full, folder);
    const site = await newSite();
    const came = await importFrom(site, folder);
    expect(came[0]).toBe(`${countOf(text)} new, 0 changed, 0 gone, 0 as they were.`);
    expect(await contentOf(site)).toBe(text);
    for (const it of [site, full]) {
      const again = await importFrom(it, folder);
      expect(again[0]).toBe(`0 new, 0 changed, 0 gone, ${countOf(text)} as they were.`);
      expect(await contentOf(it)).toBe(text);
    }
    const other = newFolder();
    await exportTo(site, other);
    expect(filesIn(other)).toEqual(filesIn(folder));
  });

  it('MOVE-16: is what the dashboard makes a zip of, to the byte, with what it remembers', async () => {
    const folder = newFolder();
    await exportTo(full, folder);
    const { content, epoch } = await readTables(backendOf(full), await asAdmin(full));
    const { files } = markdownFolder(content, epoch);
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    expect(texts.get(BROUGHT_FILE)).toBe(readFileSync(join(folder, BROUGHT_FILE), 'utf8'));
    const written = Object.keys(filesIn(folder)).filter((it) => !it.startsWith('pictures/'));
    expect([...texts.keys()].filter((it) => it !== BROUGHT_FILE).sort()).toEqual(written);
    for (const path of written)
      expect(texts.get(path)).toBe(readFileSync(join(folder, path), 'utf8'));
  });

  it('brings a thousand items with the strangest texts', async () => {
    const [first, second] = [await newSite(), await newSite()];
    const [content] = fc.sample(anyContent(registry, { least: 130, most: 130 }), {
      numRuns: 1,
      seed: 20,
    });
    if (content === undefined) throw new Error('There is no sample.');
    const token = await asAdmin(first);
    const there = await readTables(backendOf(first), token);
    const wanted = readContentFile(writeContentFile(asInDatabase(content)), kinds, there.content);
    await addContent(backendOf(first), token, kinds, wanted, there);
    const text = await contentOf(first);
    expect(countOf(text)).toBeGreaterThanOrEqual(1000);
    const folder = newFolder();
    await exportTo(first, folder);
    const came = await importFrom(second, folder);
    expect(came[0]).toBe(`${countOf(text)} new, 0 changed, 0 gone, 0 as they were.`);
    expect(came.at(-1)).toBe(`${countOf(text)} were added to the site, and 0 changed.`);
    const [lines, expected] = [(await contentOf(second)).split('\n'), text.split('\n')];
    expect(lines.filter((it, at) => it !== expected[at])).toEqual([]);
    expect(lines).toHaveLength(expected.length);
  });
});

it('MOVE-20: an import that was interrupted goes on, and so does an export', async () => {
  const [site, other] = [await smallSite(), await newSite()];
  const folder = newFolder();
  await exportTo(site, folder);
  const remembered = readFileSync(join(folder, BROUGHT_FILE));
  await importFrom(other, folder);
  // As if the second half had not arrived, and nothing had been written down.
  await other.sql('delete from public.learnings');
  await other.sql('delete from public.ai_tools');
  writeFileSync(join(folder, BROUGHT_FILE), remembered);
  expect((await importFrom(other, folder))[0]).toBe('3 new, 0 changed, 0 gone, 5 as they were.');
  expect(await contentOf(other)).toBe(await contentOf(site));

  const whole = filesIn(folder);
  rmSync(join(folder, BROUGHT_FILE));
  rmSync(join(folder, 'learnings'), { recursive: true });
  await exportTo(site, folder);
  expect(filesIn(folder)).toEqual(whole);
});

describe('MOVE-21: what other programs read', () => {
  it('has fields that they know, and the rest under one of ours', async () => {
    const site = await smallSite();
    const folder = newFolder();
    await exportTo(site, folder);
    const files = filesIn(folder);
    expect(Object.keys(files)).toEqual([
      'boards/evals-a-lab.md',
      'fieldnotes.json',
      'learnings/one.md',
      'learnings/two.md',
      'projects/evals-a-lab.md',
      'tools.csv',
    ]);
    expect(files['learnings/one.md']).toBe(
      [
        '---',
        'title: One',
        'tags:',
        '  - sql',
        'slug: one',
        'aliases:',
        '  - uno',
        'date: 2026-03-01T09:00:00.123456+00:00',
        'fieldnotes:',
        `  id: ${ids.learning}`,
        `  project_id: ${ids.project}`,
        '---',
        '',
        'First.',
        '',
      ].join('\n'),
    );
    expect(files['learnings/two.md']).toMatch(/^title: Two\n(.*\n)*draft: true\n/m);
    expect(files['boards/evals-a-lab.md']).toContain(
      `\n## To Do\n\n- [ ] Task 1 ^${ids.first}\n- [ ] Task 2 ^${ids.second}\n`,
    );
    expect(files['tools.csv']?.split('\n')[0]).toBe(
      'id,name,bio,picture,hyperlink,tag,created_at,updated_at,published_at',
    );
  });
});

describe('MOVE-22: a folder that was edited', () => {
  it('changes what was edited, adds what is new, and then nothing more', async () => {
    const site = await smallSite();
    const folder = newFolder();
    await exportTo(site, folder);
    edit(folder, 'learnings/one.md', (it) => it.replace('First.', 'First, and more.'));
    edit(folder, 'learnings/two.md', (it) => it.replace('draft: true\n', ''));
    edit(folder, 'projects/evals-a-lab.md', (it) => it.replace('slug: evals-a-lab', 'slug: lab'));
    edit(folder, 'boards/evals-a-lab.md', (it) =>
      it
        .replace(`- [ ] Task 1 ^${ids.first}\n`, '')
        .replace(`- [ ] Task 2`, `- [x] Task 2`)
        .replace(/$/, `- [ ] Task 1 ^${ids.first}\n- [ ] Brand new\n`),
    );
    edit(
      folder,
      'tools.csv',
      (it) => `${it.replace('Draws.', '"Draws, well."')},Loom,Weaves.,,,,,,\n`,
    );
    write(folder, 'learnings/new.md', 'Written in Obsidian.\n');
    const dry = await importFrom(site, folder, '--dry-run');
    expect(dry[0]).toBe('3 new, 6 changed, 0 gone, 2 as they were.');
    expect(await rowsOf(site, 'tasks')).toHaveLength(4);
    const came = await importFrom(site, folder);
    expect(came).toEqual([dry[0], '3 were added to the site, and 6 changed.']);

    const [one, two, written] = await rowsOf(site, 'learnings');
    expect(one).toMatchObject({ content: 'First, and more.', slug: 'one', former_slugs: ['uno'] });
    expect(one?.updated_at).not.toBeNull();
    expect(two).toMatchObject({ content: 'Second.' });
    expect(two?.published_at).not.toBeNull();
    expect(written).toMatchObject({ title: 'new', content: 'Written in Obsidian.' });
    expect(await rowsOf(site, 'projects')).toMatchObject([
      { slug: 'lab', former_slugs: ['evals-a-lab'] },
    ]);
    const tasks = await site.sql('select * from public.tasks order by status desc, position');
    expect(tasks.map(({ content, status, position }) => [content, status, position])).toEqual([
      ['Task 3', 'todo', 2],
      ['Task 4', 'todo', 3],
      ['Task 1', 'todo', 4],
      ['Brand new', 'todo', 5],
      ['Task 2', 'done', 1],
    ]);
    const tools = await rowsOf(site, 'ai_tools');
    expect(tools.map(({ name, bio }) => [name, bio]).sort()).toEqual([
      ['Loom', 'Weaves.'],
      ['Plotter', 'Draws, well.'],
    ]);

    const after = await contentOf(site);
    expect(await importFrom(site, folder)).toEqual([
      '0 new, 0 changed, 0 gone, 11 as they were.',
      '0 were added to the site, and 0 changed.',
    ]);
    edit(folder, 'learnings/one.md', (it) => it.replace('and more', 'and the rest'));
    edit(folder, 'learnings/new.md', () => 'Written again.');
    expect((await importFrom(site, folder))[0]).toBe('0 new, 2 changed, 0 gone, 9 as they were.');
    const undated = (text: string) => text.replaceAll(/"updated_at": .*/g, '');
    expect(undated(await contentOf(site))).toBe(
      undated(after)
        .replace('First, and more.', 'First, and the rest.')
        .replace('Written in Obsidian.', 'Written again.'),
    );
  });
});

describe('MOVE-23: what was edited on the site since', () => {
  it('is left alone, as is what was deleted there, unless the folder is to replace it', async () => {
    const site = await smallSite();
    const folder = newFolder();
    await exportTo(site, folder);
    await site.sql(`update public.learnings set content = 'On the site.' where id = $1`, [
      ids.learning,
    ]);
    await site.sql('delete from public.projects where id = $1', [ids.project]);
    edit(folder, 'learnings/one.md', (it) => it.replace('First.', 'In the folder.'));
    edit(folder, 'boards/evals-a-lab.md', (it) => `${it}- [ ] Brand new\n`);
    rmSync(join(folder, 'learnings/two.md'));
    const before = await contentOf(site);
    expect(await importFrom(site, folder)).toEqual([
      '0 new, 0 changed, 1 gone, 1 as they were, 1 edited here since, 5 deleted here since.',
      'learnings/one.md:10: edited here since, and left alone; --replace overwrites it',
      'projects/evals-a-lab.md:6: deleted here since, and left away; --replace brings it back',
      ...[14, 15, 16, 17].map(
        (line) =>
          `boards/evals-a-lab.md:${line}: deleted here since, and left away; --replace brings it back`,
      ),
      'boards/evals-a-lab.md:18: left away: what it belongs to was deleted here',
      `learnings/${ids.draft}: no more in the folder; on the site it stays`,
      '0 were added to the site, and 0 changed.',
    ]);
    expect(await contentOf(site)).toBe(before);

    expect((await importFrom(site, folder, '--replace'))[0]).toBe(
      '6 new, 1 changed, 1 gone, 1 as they were.',
    );
    const [one] = await rowsOf(site, 'learnings');
    expect(one).toMatchObject({ content: 'In the folder.', project_id: ids.project });
    expect(await rowsOf(site, 'tasks')).toHaveLength(5);
  });
});

describe('MOVE-24: what cannot be taken', () => {
  it('is told with file and line, all of it at once, and nothing changes', async () => {
    const site = await smallSite();
    const folder = newFolder();
    await exportTo(site, folder);
    edit(folder, 'learnings/one.md', (it) =>
      it.replace(/date: .*/, 'date: 03/04/2024').replace('draft', 'x'),
    );
    edit(folder, 'learnings/two.md', (it) => it.replace('draft: true', 'draft: [maybe'));
    edit(folder, 'projects/evals-a-lab.md', (it) =>
      it.replace('fieldnotes:', 'fieldnotes:\n  status: never'),
    );
    edit(folder, 'boards/evals-a-lab.md', (it) => it.replace('## To Do', '## Some day'));
    edit(folder, 'tools.csv', (it) => it.replace(/[^,]*\n$/, 'never\n'));
    write(folder, 'learnings/copy.md', readFileSync(join(folder, 'learnings/one.md')));
    write(folder, 'commentaries/latin.md', Buffer.from([0xe4, 0xf6]));
    const before = await contentOf(site);
    const list = join(newFolder(), 'list.txt');
    const refused = importFrom(site, folder, '--list', list);
    await expect(refused).rejects.toThrow(
      /^Nothing was changed: \d+ things must be mended first\./,
    );
    const lines = readFileSync(list, 'utf8').trim().split('\n');
    const time = 'it must be a time: 2024-03-14, or 2024-03-14T10:30:00+00:00';
    expect(lines).toEqual([
      ...[14, 15, 16, 17].map(
        (line) =>
          `boards/evals-a-lab.md:${line}: it stands under no column: put it under ## To Do, ## In Progress, ## Done`,
      ),
      'commentaries/latin.md: it is no text in UTF-8 of a size that can be read: save it as UTF-8',
      `learnings/copy.md:8: date: ${time}`,
      `learnings/one.md:8: date: ${time}`,
      'learnings/one.md:10: it has the id of learnings/copy.md:10: take the id away, and it becomes a new one',
      expect.stringMatching(/^learnings\/two\.md:5: it is no YAML: Flow sequence/),
      'projects/evals-a-lab.md:6: fieldnotes.status: it must be one of idea, in-progress, donezo, done',
      `tools.csv:2: published_at: ${time}`,
    ]);
    expect(await contentOf(site)).toBe(before);
  });

  it('no link is followed, and what is no part of the export is named', async () => {
    const site = await smallSite();
    const folder = newFolder();
    await exportTo(site, folder);
    symlinkSync('/etc/passwd', join(folder, 'learnings/passwd.md'));
    write(folder, 'README.md', '# Mine');
    write(folder, 'attachments/a.txt', 'x');
    // A terminal obeys the one, and shows a line of its own for the other.
    write(folder, 'attachments/b\u001b[2J\n9 new.txt', 'x');
    write(folder, '.obsidian/workspace.json', '{}');
    const named = [
      'README.md',
      'attachments/a.txt',
      'attachments/b?[2J?9 new.txt',
      'learnings/passwd.md',
    ];
    expect(await importFrom(site, folder)).toEqual([
      '0 new, 0 changed, 0 gone, 8 as they were.',
      ...named.map((it) => `${it}: is no part of the export, and is not taken`),
      '0 were added to the site, and 0 changed.',
    ]);
  });
});

describe('MOVE-25: an export into a folder', () => {
  it('that holds an earlier one brings it up to date, and touches nothing else in it', async () => {
    const site = await smallSite();
    const folder = newFolder();
    await exportTo(site, folder);
    write(folder, '.git/HEAD', 'ref');
    write(folder, 'README.md', '# Mine');
    const untouched = statSync(join(folder, 'learnings/two.md')).mtimeMs;
    await site.sql(`update public.learnings set content = 'Newer.', slug = 'uno' where id = $1`, [
      ids.learning,
    ]);
    await site.sql('delete from public.projects');
    await exportTo(site, folder);
    const fresh = newFolder();
    await exportTo(site, fresh);
    expect(filesIn(folder)).toEqual({
      ...filesIn(fresh),
      'README.md': '# Mine',
      [join('.git', 'HEAD')]: 'ref',
    });
    expect(statSync(join(folder, 'learnings/two.md')).mtimeMs).toBe(untouched);
    expect((await importFrom(site, folder))[0]).toBe('0 new, 0 changed, 0 gone, 3 as they were.');
  });

  it('overwrites nothing that was written into it and not imported', async () => {
    const site = await smallSite();
    const folder = newFolder();
    await exportTo(site, folder);
    await site.sql(`update public.learnings set content = 'On the site.'`);
    edit(folder, 'learnings/one.md', (it) => it.replace('First.', 'In the folder.'));
    write(folder, 'learnings/new.md', 'New.');
    const before = filesIn(folder);
    await expect(exportTo(site, folder)).rejects.toThrow(
      /Import it first, or add --replace to overwrite it:\nlearnings\/new\.md:1: was edited\nlearnings\/one\.md:10: was edited$/,
    );
    expect(filesIn(folder)).toEqual(before);
    await exportTo(site, folder, true);
    expect(readFileSync(join(folder, 'learnings/one.md'), 'utf8')).toContain('On the site.');
    expect(existsSync(join(folder, 'learnings/new.md'))).toBe(false);
  });

  it('writes nowhere else, whatever links are in it', async () => {
    const site = await smallSite();
    const [folder, elsewhere] = [newFolder(), newFolder()];
    await exportTo(site, folder);
    rmSync(join(folder, 'learnings'), { recursive: true });
    symlinkSync(elsewhere, join(folder, 'learnings'));
    await expect(exportTo(site, folder)).rejects.toThrow(/leads out of the folder/);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('that holds something else is refused', async () => {
    const folder = newFolder();
    write(folder, 'learnings/mine.md', 'Mine.');
    await expect(exportTo(full, folder)).rejects.toThrow(/holds other files/);
    expect(filesIn(folder)).toEqual({ [join('learnings', 'mine.md')]: 'Mine.' });
  });
});

describe('MOVE-26: pictures', () => {
  it('lie beside the texts, whose links lead to them, and come to another site', async () => {
    const name = `pictures/${nameOfPixel(redPixel)}`;
    const site = await smallSite();
    const headers = {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${await asAdmin(site)}`,
      'content-type': mediaType(name),
    };
    await fetch(`${site.url}/storage/v1/object/${name}`, {
      method: 'POST',
      headers,
      body: redPixel,
    });
    await site.sql(`update public.learnings set content = $1 where id = $2`, [
      `![x](/${name}) and https://example.com/${name}`,
      ids.learning,
    ]);
    await site.sql(`update public.projects set image_url = $1`, [`/${name}`]);
    const folder = newFolder();
    await exportTo(site, folder);
    const text = readFileSync(join(folder, 'learnings/one.md'), 'utf8');
    expect(text).toContain(`![x](../${name}) and https://example.com/${name}\n`);
    expect(existsSync(join(folder, 'learnings', `../${name}`))).toBe(true);
    expect(readFileSync(join(folder, 'projects/evals-a-lab.md'), 'utf8')).toContain(
      `cover: ../${name}\n`,
    );
    const other = await newSite();
    expect((await importFrom(other, folder)).at(-1)).toBe(
      '8 were added to the site, and 0 changed, with 1 file of pictures.',
    );
    expect(await contentOf(other)).toBe(await contentOf(site));
    const there = await fetch(`${other.url}/storage/v1/object/public/${name}`);
    expect(new Uint8Array(await there.arrayBuffer())).toEqual(redPixel);
    // Again nothing is fetched or sent that is there already.
    writeFileSync(join(folder, name), 'broken');
    await exportTo(site, folder);
    expect(new Uint8Array(readFileSync(join(folder, name)))).toEqual(redPixel);
  });
});

it('MOVE-26: pictures that were put into the folder come along, once, and are the site’s from then on', async () => {
  const site = await smallSite();
  const folder = newFolder();
  await exportTo(site, folder);
  write(
    folder,
    'attachments/a photo.jpg',
    new Uint8Array(await corners(64, 48).encode('jpeg', 90)),
  );
  write(folder, 'learnings/b.png', await picture('png', 32, 32));
  write(folder, 'unused.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  edit(folder, 'learnings/one.md', (it) =>
    it.replace('First.', 'First. ![[a photo.jpg|200]] ![B](b.png) ![svg](../unused.svg)'),
  );
  edit(folder, 'projects/evals-a-lab.md', (it) =>
    it.replace('fieldnotes:', 'cover: ../attachments/a photo.jpg\nfieldnotes:'),
  );
  const came = await importFrom(site, folder);
  expect(came).toEqual([
    '0 new, 2 changed, 0 gone, 6 as they were.',
    expect.stringMatching(/^learnings\/one\.md:10: \.\.\/unused\.svg is not taken in: /),
    '0 were added to the site, and 2 changed, with 2 files of pictures.',
  ]);
  const [one] = await rowsOf(site, 'learnings');
  const path = String.raw`/pictures/[0-9a-f]{32}-\d+x\d+-[0-9a-f]{6}\.\w+`;
  expect(one?.content).toMatch(
    new RegExp(
      `^First\\. !\\[\\]\\(${path}\\) !\\[B\\]\\(${path}\\) !\\[svg\\]\\(\\.\\./unused\\.svg\\)$`,
    ),
  );
  const [project] = await rowsOf(site, 'projects');
  expect(String(one?.content)).toContain(String(project?.image_url));
  expect((await importFrom(site, folder)).at(-1)).toBe('0 were added to the site, and 0 changed.');
  // What was imported is not in the way of the next export.
  await exportTo(site, folder);
  expect(readFileSync(join(folder, 'projects/evals-a-lab.md'), 'utf8')).toContain(
    `cover: ..${project?.image_url}`,
  );
});

describe('MOVE-20: npm run export and npm run import', () => {
  it('take a folder by its name, beside a site that runs', async () => {
    const site = await newSite();
    const run = async (name: 'export' | 'import', to: Embedded, ...words: string[]) => {
      const command = startCommand(
        'node',
        ['--import', 'tsx', join(root, 'tools/owner', `${name}.ts`), ...words],
        { VITE_SUPABASE_URL: to.url, VITE_SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY },
      );
      command.process.stdin?.end(`admin@fieldnotes.local\n${password}\n`);
      return { code: await command.ended, said: command.printed() };
    };
    const folder = `${join(newFolder(), 'new')}/`;
    const written = await run('export', full, folder);
    expect(written.said).toMatch(/\d+ items of http.* are in .*, and 0 files of pictures\./);
    expect(written.code).toBe(0);
    const came = await run('import', site, folder);
    expect(came.said).toMatch(/\d+ new, 0 changed/);
    expect(came.code).toBe(0);
    expect(await contentOf(site)).toBe(await contentOf(full));
    edit(folder, 'fieldnotes.json', (it) => it.replace('"version": 1', '"version": 2'));
    const refused = await run('import', site, folder);
    expect(refused.said).toMatch(
      /mended first\.\nfieldnotes\.json: it was written by a newer version/,
    );
    expect(refused.code).toBe(1);
  });

  it('know a folder by a slash at its end, or as it is there', () => {
    expect(isFolderArgument('new/')).toBe(true);
    expect(isFolderArgument(tmpdir())).toBe(true);
    expect(isFolderArgument('content.zip')).toBe(false);
    expect(isExportedFolder(tmpdir())).toBe(false);
  });
});
