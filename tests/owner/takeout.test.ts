import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { kinds } from '../../src/content/kinds.ts';
import { mediaType } from '../../src/content/pictures/is-as-named.ts';
import {
  type Row,
  type TableRows,
  writeContentFile,
} from '../../src/content/write-content-file.ts';
import { contentFile, writeContentZip } from '../../src/content/write-content-zip.ts';
import type { Backend } from '../../src/engine/supabase/http.ts';
import { pictureFilesIn } from '../../src/lib/site-picture.ts';
import { decodedText } from '../../src/lib/text-files.ts';
import { contentSchema } from '../../tools/owner/content-schema.ts';
import { importOptions } from '../../tools/owner/import-options.ts';
import { openSource } from '../../tools/owner/import-source.ts';
import { importTakeout } from '../../tools/owner/import-takeout.ts';
import { addPictures, fetchPictures } from '../../tools/owner/move-pictures.ts';
import { readContentFile } from '../../tools/owner/read-content-file.ts';
import { readTakeout } from '../../tools/owner/read-takeout.ts';
import { type Added, addContent, readTables, signIn } from '../../tools/owner/transfer.ts';
import { openDataFolder } from '../../tools/server/database/data-folder.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { startCommand } from '../support/command.ts';
import { copyFirstStarted, type Embedded, startEmbedded } from '../support/embedded.ts';
import { freePort } from '../support/free-port.ts';
import { corners } from '../support/made-pictures.ts';
import { projectRow } from '../support/rows.ts';
import { takeConsole } from '../support/setup.ts';
import { nameOfPixel, redPixel } from '../support/small-pictures.ts';
import { root } from '../support/supabase-command.ts';

/** All content as a file: out of one real backend, and into another. */

const password = 'a-password-for-tests';
const backendOf = ({ url }: Embedded): Backend => ({ url, key: PUBLISHABLE_KEY });
const asAdmin = (site: Embedded) => signIn(backendOf(site), 'admin@fieldnotes.local', password);

let full: Embedded;
let folder: string;
beforeAll(async () => {
  full = await startEmbedded();
  folder = mkdtempSync(join(tmpdir(), 'fieldnotes-takeout-'));
});
afterAll(async () => {
  await full.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  // Visitors are not shown the roles, and the embedded API writes that to the console.
  const printed = takeConsole().filter((line) => !line.endsWith('denied for table user_roles'));
  expect(printed).toEqual([]);
  for (const end of ends.splice(0).reverse()) await end();
});

async function emptySite(): Promise<Embedded> {
  const site = await startEmbedded({ seed: false });
  ends.push(site.stop);
  return site;
}

async function exported(site: Embedded): Promise<string> {
  const { content } = await readTables(backendOf(site), await asAdmin(site));
  return writeContentFile(content);
}

async function imported(site: Embedded, text: string, token?: string): Promise<Added> {
  const session = token ?? (await asAdmin(site));
  const there = await readTables(backendOf(site), session);
  const wanted = readContentFile(text, kinds, there.content);
  return addContent(backendOf(site), session, kinds, wanted, there);
}

/** Uploads a picture as a device does. */
async function sent(
  site: Embedded,
  { name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<Response> {
  const headers = {
    apikey: PUBLISHABLE_KEY,
    authorization: `Bearer ${await asAdmin(site)}`,
    'content-type': mediaType(name),
  };
  return fetch(`${site.url}/storage/v1/object/${name}`, { method: 'POST', headers, body: bytes });
}

const countOf = (text: string) =>
  Object.values(JSON.parse(text).content as Record<string, unknown[]>).flat().length;

describe('TAKE-1: the file of all content', () => {
  it('makes an empty site the same, with the same ids, and adds nothing the second time', async () => {
    const site = await emptySite();
    const text = await exported(full);
    expect(countOf(text)).toBeGreaterThan(50);
    expect(await imported(site, text)).toEqual({ added: countOf(text), same: 0, different: 0 });
    expect(await exported(site)).toBe(text);
    expect(await imported(site, text)).toEqual({ added: 0, same: countOf(text), different: 0 });
    expect(await exported(site)).toBe(text);
    // And back.
    expect(await imported(full, await exported(site))).toEqual({
      added: 0,
      same: countOf(text),
      different: 0,
    });
  });

  it('adds what is missing, and leaves what was changed as it is', async () => {
    const site = await emptySite();
    const text = await exported(full);
    await imported(site, text);
    const [friend, other] = await site.sql('select id from public.friends order by id');
    await site.sql('update public.friends set name = $1 where id = $2', ['Changed', friend?.id]);
    await site.sql('delete from public.friends where id = $1', [other?.id]);
    expect(await imported(site, text)).toEqual({
      added: 1,
      same: countOf(text) - 2,
      different: 1,
    });
    const [{ name } = {}] = await site.sql('select name from public.friends where id = $1', [
      friend?.id,
    ]);
    expect(name).toBe('Changed');
  });

  it('R36: is not made while a table cannot be read, as a part would be missing', async () => {
    const site = await emptySite();
    await site.sql(`insert into public.friends (name) values ('Ada')`);
    await site.sql(
      'create policy "broken" on public.friends as restrictive for select using (1 / (length(name) - 3) = 0)',
    );
    await expect(exported(site)).rejects.toThrow('cannot read friends');
  });

  it('takes in more than one request may hold', async () => {
    const site = await emptySite();
    const rows = Array.from(
      { length: 2_300 },
      (_, i): Row => ({
        ...blankTool,
        id: randomUUID(),
        name: `Tool ${i}`,
        // 3.2 MB of text in all.
        bio: 'x'.repeat(1_400),
      }),
    );
    const text = writeContentFile(new Map([['ai_tools', rows]]));
    expect((await imported(site, text)).added).toBe(2_300);
    expect(await exported(site)).toBe(text);
  });
});

const blankTool = {
  bio: null,
  picture: null,
  hyperlink: null,
  tag: null,
  created_at: '2026-01-01T00:00:00+00:00',
  updated_at: null,
  published_at: '2026-01-01T00:00:00+00:00',
};
const id = '1111111a-1111-4111-8111-11111111111a';
const tool: Row = { ...blankTool, id, name: 'A tool' };
const file = (content: unknown, version: unknown = 1) =>
  JSON.stringify({ fieldnotes: 'content', version, content });
const learning = {
  id,
  title: 'A learning',
  description: '',
  content: null,
  tags: null,
  link: null,
  project_id: '2222222b-2222-4222-8222-22222222222b',
  rank: null,
  created_at: null,
};

it('TAKE-2: a file from before a column was added is taken in, and the database fills the column', async () => {
  const site = await emptySite();
  const { bio: _, created_at, ...before } = tool;
  const text = file({ ai_tools: [before] });
  expect(await imported(site, text)).toEqual({ added: 1, same: 0, different: 0 });
  const [row] = await site.sql('select bio, created_at from public.ai_tools where id = $1', [id]);
  expect(row).toEqual({ bio: null, created_at: expect.any(String) });
  expect(await imported(site, text)).toEqual({ added: 0, same: 1, different: 0 });
});

describe('TAKE-2: a file that cannot be taken in is refused with the reason, and nothing changes:', () => {
  const unusable: [string, string, RegExp][] = [
    ['no JSON', 'hello', /no file of exported content/],
    ['half of one', writeContentFile(new Map([['ai_tools', [tool]]])).slice(0, 200), /no file of/],
    ['another JSON', '[]', /no file of exported content/],
    ['exported edits', '{"fieldnotes":"outbox","version":1}', /no file of exported content/],
    ['a newer version', file({}, 2), /newer version/],
    ['no content', file(null), /damaged/],
    ['a list that is none', file({ ai_tools: {} }), /damaged/],
    [
      'an unknown kind',
      file({ 'user_roles\u001b[31m': [] }),
      /'user_roles\?\[31m', which this site/,
    ],
    [
      'a prototype',
      '{"fieldnotes":"content","version":1,"content":{"ai_tools":[{"__proto__":{"id":1}}]}}',
      /row 1/,
    ],
    ['a row without an id', file({ ai_tools: [tool, { ...tool, id: undefined }] }), /row 2, 'id'/],
    ['an id that is none', file({ ai_tools: [{ ...tool, id: "1' or 1=1" }] }), /row 1, 'id'/],
    ['a value of another type', file({ ai_tools: [{ ...tool, name: 1 }] }), /row 1, 'name'/],
    ['no name', file({ ai_tools: [{ ...tool, name: undefined }] }), /row 1, 'name' is missing/],
    [
      'a name of which nothing can be seen',
      file({ ai_tools: [tool, { ...tool, id: randomUUID(), name: '\u200b\u3164' }] }),
      /in ai_tools, row 2, nothing can be seen of 'name': write one\./,
    ],
    ['an id twice', file({ ai_tools: [tool, tool] }), /row 2 has the id of an earlier one/],
    [
      'a project that is nowhere',
      file({ learnings: [learning] }),
      /the project_id of learnings, row 1/,
    ],
    [
      'a text that cannot be stored',
      file({ ai_tools: [{ ...tool, bio: '\u0000' }] }),
      /cannot be stored/,
    ],
    [
      'a deep nesting',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      /no file of exported content/,
    ],
    // Only the database knows this one.
    [
      'one row of many that breaks a check',
      file({
        ai_tools: [tool, { ...tool, id: randomUUID(), created_at: '0500-01-01T00:00:00+00:00' }],
      }),
      /The server did not take it: .*ai_tools_created_at_readable.* Nothing was changed\./,
    ],
  ];
  it.each(unusable)('%s', async (_, text, reason) => {
    const before = await exported(full);
    await expect(imported(full, text)).rejects.toThrow(reason);
    expect(await exported(full)).toBe(before);
  });

  it('only admins add content', async () => {
    const site = await emptySite();
    const account = { email: 'visitor@example.com', password };
    await fetch(`${site.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    const token = await signIn(backendOf(site), account.email, account.password);
    const text = file({ ai_tools: [tool] });
    await expect(imported(site, text, token)).rejects.toThrow(/only admins can change content/);
    expect(countOf(await exported(site))).toBe(0);
  });
});

it('MOVE-9: a damaged file is told of all at once, with what each value takes', () => {
  const rows = [
    { ...tool, name: 1, created_at: 'soon' },
    { ...tool, id: 'x' },
    { ...tool, name: undefined },
  ];
  const read = () => readContentFile(file({ ai_tools: rows }), kinds, new Map());
  expect(read).toThrow(
    [
      "This file is damaged: in ai_tools, row 1, 'name' is no such value: it takes text.",
      "in ai_tools, row 1, 'created_at' is no such value: it takes a time such as 2026-01-31T10:00:00Z, or null.",
      "in ai_tools, row 2, 'id' is no such value: it takes a uuid such as 0b9a1b5e-7c1c-4b5e-9c3b-2f6b4b1c9d11.",
      "in ai_tools, row 3, 'name' is missing: it takes text.",
    ].join('\n'),
  );
  const many = Array.from({ length: 60 }, () => ({ ...tool, id: randomUUID(), name: 1 }));
  expect(() => readContentFile(file({ ai_tools: many }), kinds, new Map())).toThrow(
    '… and 10 more.',
  );
});

it('DATA-6: a name of which nothing can be seen is read where the site has had it before', () => {
  const unseen = { ...tool, name: '\u200b' };
  const there = new Map([['ai_tools', [unseen]]]);
  const read = (name: string) => () =>
    readContentFile(file({ ai_tools: [{ ...unseen, name }] }), kinds, there);
  expect(read('\u200b')).not.toThrow();
  expect(read('\u3164')).toThrow("nothing can be seen of 'name'");
});

describe('MOVE-9: the JSON Schema of an export', () => {
  const schema = contentSchema(kinds);
  const check = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

  it('is in docs/content.schema.json, as the columns have it', () => {
    const written = readFileSync(join(root, 'docs/content.schema.json'), 'utf8');
    expect(JSON.parse(written), '`npm run types` writes it').toEqual(
      JSON.parse(JSON.stringify(schema)),
    );
  });

  it('is kept by what an export writes', async () => {
    check(JSON.parse(await exported(full)));
    expect(check.errors).toBeNull();
  });

  it.each<[string, unknown, boolean]>([
    ['a row of this site', [tool], true],
    ['a row with a name alone', [{ id, name: 'A' }], true],
    ['no name', [{ ...tool, name: undefined }], false],
    ['a value of another type', [{ ...tool, name: 1 }], false],
    ['an id that is none', [{ ...tool, id: 'x' }], false],
    ['a time that is none', [{ ...tool, created_at: 'soon' }], false],
  ])('says of %s what an import says', (_, rows, isTaken) => {
    const text = file({ ai_tools: rows });
    expect(check(JSON.parse(text))).toBe(isTaken);
    const read = () => readContentFile(text, kinds, new Map());
    if (isTaken) expect(read).not.toThrow();
    else expect(read).toThrow('damaged');
  });
});

describe('MOVE-9: an import of our own export', () => {
  async function run(site: Embedded, text: string, ...options: string[]): Promise<string[]> {
    const source = join(folder, `${randomUUID()}.json`);
    writeFileSync(source, text);
    const wanted = importOptions([source, ...options]);
    const { takeout } = openSource(source, null);
    if (takeout === null) throw new Error('This is none of our own.');
    const printed: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
    try {
      const token = await asAdmin(site);
      await importTakeout({ backend: backendOf(site), token, name: 'the site' }, wanted, takeout);
    } finally {
      log.mockRestore();
    }
    return printed;
  }

  it('says in a dry run what it would do, and replaces what it is told to replace', async () => {
    const site = await emptySite();
    const other = { ...tool, id: randomUUID(), name: 'Another' };
    const text = file({ ai_tools: [tool, other] });
    const list = join(folder, `${randomUUID()}.txt`);
    const none = 'Nothing was changed: this was a dry run on the site.';
    expect(await run(site, text, '--dry-run', '--list', list)).toEqual([
      '2 new, 0 changed, 0 gone, 0 as they were.',
      none,
    ]);
    expect(readFileSync(list, 'utf8')).toContain(`ai_tools ${id}: new\n`);
    expect(countOf(await exported(site))).toBe(0);
    await run(site, text);
    await site.sql(`update public.ai_tools set name = 'Mine', tag = 'x' where id = $1`, [id]);
    expect(await run(site, text, '--dry-run')).toEqual([
      '0 new, 0 changed, 0 gone, 1 as they were, 1 edited here since.',
      `ai_tools ${id}: other values here, and left alone; --replace overwrites them`,
      none,
    ]);
    expect(await run(site, text, '--dry-run', '--replace')).toEqual([
      '0 new, 1 changed, 0 gone, 1 as they were.',
      none,
    ]);
    expect(await run(site, text, '--replace')).toContain('1 were changed.');
    const rows = JSON.parse(await exported(site)).content.ai_tools;
    expect(rows.find((row: Row) => row.id === id)).toMatchObject({ name: 'A tool', tag: null });
  });
});

it.each([
  ['UTF-8', Buffer.from('{"ä":1}')],
  ['UTF-8 with a mark', Buffer.from('\ufeff{"ä":1}')],
  ['UTF-16 with a mark', Buffer.from('\ufeff{"ä":1}', 'utf16le')],
  ['UTF-16 without', Buffer.from('{"ä":1}', 'utf16le')],
  ['UTF-16 of the other order', Buffer.from('\ufeff{"ä":1}', 'utf16le').swap16()],
  ['the same without a mark', Buffer.from('{"ä":1}', 'utf16le').swap16()],
])('TAKE-1: a file is read that an editor has saved as %s', (_, bytes) => {
  expect(JSON.parse(decodedText(bytes))).toEqual({ ä: 1 });
});

it('TAKE-1: what an earlier site kept otherwise is read as this site keeps it', () => {
  const content: TableRows = new Map([
    ['learnings', [{ ...learning, project_id: null, tags: 'a, b', legacy: true }]],
  ]);
  const [row] = readContentFile(writeContentFile(content), kinds, new Map()).get('learnings') ?? [];
  expect(row).not.toHaveProperty('legacy');
  expect(row?.tags).toBe('a, b');
});

it('TAKE-1: ids in capitals are those that the site has', () => {
  const project = { ...projectRow(), id: learning.project_id.toUpperCase() };
  const content: TableRows = new Map([
    ['projects', [project]],
    ['learnings', [{ ...learning, id: id.toUpperCase(), project_id: project.id }]],
  ]);
  const read = readContentFile(writeContentFile(content), kinds, new Map());
  expect(read.get('projects')).toMatchObject([{ id: learning.project_id }]);
  expect(read.get('learnings')).toMatchObject([{ id, project_id: learning.project_id }]);
});

describe('PICTURE-5: the pictures that rows name', () => {
  const pixel = (last: number) => {
    const bytes = new Uint8Array([...redPixel, last]);
    return { bytes, name: `pictures/${nameOfPixel(bytes)}` };
  };
  const [one, two, lost] = [pixel(1), pixel(2), pixel(3)];
  let wide: { bytes: Uint8Array<ArrayBuffer>; name: string };
  let card: string;
  /** A site that has all of them but one, and not the wide one's card. */
  let pictured: Embedded;

  beforeAll(async () => {
    const bytes = new Uint8Array(await corners(1000, 500).encode('webp', 80));
    wide = { bytes, name: `pictures/${nameOfPixel(bytes, 'webp').replace('1x1', '1000x500')}` };
    card = wide.name.replace('.webp', '-card.webp');
    pictured = await startEmbedded({ seed: false });
    for (const it of [one, two, wide]) expect((await sent(pictured, it)).status).toBe(200);
    const text = [one, two, lost].map(({ name }) => `![x](/${name})`).join('\n\n');
    await pictured.sql(
      `insert into public.commentaries (title, content, image_url) values ('Pictured', $1, $2)`,
      [text, `/${wide.name}`],
    );
  });
  afterAll(() => pictured.stop());

  async function written(): Promise<{ zip: string; missing: string[] }> {
    const zip = join(folder, `${randomUUID()}.zip`);
    const missing: string[] = [];
    const text = await exported(pictured);
    const pictures = fetchPictures(backendOf(pictured), pictureFilesIn(text), (it) =>
      missing.push(it),
    );
    const blob = await writeContentZip([contentFile(text)], pictures);
    writeFileSync(zip, Buffer.from(await blob.arrayBuffer()));
    return { zip, missing };
  }

  async function added(site: Embedded, takeout: string) {
    const read = readTakeout(takeout);
    return addPictures(backendOf(site), await asAdmin(site), pictureFilesIn(read.text), read);
  }

  it('are in the zip, and come to another site once, as the same bytes', async () => {
    const { zip, missing } = await written();
    // The card was never sent.
    expect(missing.sort()).toEqual([lost.name, card].sort());
    const files = unzipSync(readFileSync(zip));
    expect(Object.keys(files).sort()).toEqual(
      ['content.json', one.name, two.name, wide.name].sort(),
    );
    const site = await emptySite();
    expect(await added(site, zip)).toEqual({
      added: 4,
      same: 0,
      missing: [lost.name],
      refused: [],
    });
    const kept = async (name: string) =>
      new Uint8Array(
        await (await fetch(`${site.url}/storage/v1/object/public/${name}`)).arrayBuffer(),
      );
    for (const { name, bytes } of [one, two, wide]) expect(await kept(name)).toEqual(bytes);
    // A picture without a card is its own.
    expect(await kept(card)).toEqual(wide.bytes);
    expect(await added(site, zip)).toMatchObject({ added: 0, same: 4, refused: [] });
    expect(readdirSync(site.backend.pictures)).toHaveLength(4);
  });

  it('are not added if they are not what their names say, and hold up nothing else', async () => {
    const { zip } = await written();
    const unpacked = join(folder, randomUUID());
    mkdirSync(join(unpacked, 'pictures'), { recursive: true });
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(zip))))
      writeFileSync(join(unpacked, name), bytes);
    writeFileSync(join(unpacked, two.name), one.bytes);
    const site = await emptySite();
    const why = 'its bytes are not those that its name says';
    expect(await added(site, unpacked)).toEqual({
      added: 3,
      same: 0,
      missing: [lost.name],
      refused: [{ name: two.name, why }],
    });
    expect(await added(site, zip)).toMatchObject({ added: 1, same: 3, refused: [] });
  });

  it('say that the bucket is missing, and are no reason to leave out the rows', async () => {
    const { zip } = await written();
    const site = await emptySite();
    await site.sql(`delete from storage.buckets where id = 'pictures'`);
    const { refused, added: count } = await added(site, zip);
    expect([count, refused.length]).toEqual([0, 4]);
    expect(refused[0]?.why).toMatch(/no bucket for pictures; .*db push/);
  });

  it('are not added by an account that may not', async () => {
    const { zip } = await written();
    const site = await emptySite();
    await site.sql('delete from public.user_roles');
    const { refused } = await added(site, zip);
    expect(refused.map(({ why }) => why)).toEqual(Array(4).fill('only admins may add pictures'));
    expect(readdirSync(site.backend.pictures)).toEqual([]);
  });
});

describe('TAKE-1: npm run export and npm run import', () => {
  async function run(
    name: 'export' | 'import',
    words: readonly string[],
    env: Record<string, string>,
    answers: readonly string[] = [],
  ): Promise<{ code: number | null; said: string }> {
    const command = startCommand(
      'node',
      ['--import', 'tsx', join(root, 'tools/owner', `${name}.ts`), ...words],
      env,
    );
    command.process.stdin?.end(answers.map((answer) => `${answer}\n`).join(''));
    return { code: await command.ended, said: command.printed() };
  }

  it('take a hosted site, with an admin who signs in, to an embedded one', async () => {
    const hosted = { VITE_SUPABASE_URL: full.url, VITE_SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY };
    const dataDir = join(folder, 'data');
    await copyFirstStarted(dataDir, { seed: false });
    const embedded = {
      VITE_SUPABASE_URL: '',
      VITE_SUPABASE_PUBLISHABLE_KEY: '',
      SITE_DATA_DIR: dataDir,
    };
    const [one, two] = [join(folder, 'one.zip'), join(folder, 'two.json')];
    const picture = `pictures/${nameOfPixel(redPixel)}`;
    expect((await sent(full, { name: picture, bytes: redPixel })).status).toBe(200);
    await full.sql(
      `insert into public.commentaries (title, content) values ('Red', '![x](/${picture})')`,
    );
    ends.push(() => full.sql(`delete from public.commentaries where title = 'Red'`));

    const refused = await run('export', [one], hosted, ['admin@fieldnotes.local', 'wrong']);
    expect(refused.said).toMatch(/The sign-in was refused/);
    expect(refused.code).toBe(1);
    expect(existsSync(one)).toBe(false);

    const written = await run('export', [one], hosted, ['admin@fieldnotes.local', password]);
    expect(written).toMatchObject({ code: 0, said: expect.stringMatching(/\d+ items of/) });
    expect(written.said).not.toContain(password);
    expect(unzipSync(readFileSync(one))).toEqual({
      'content.json': new Uint8Array(Buffer.from(await exported(full))),
      [picture]: redPixel,
    });

    const came = await run('import', [one], embedded);
    expect(came.said).toMatch(/items were added to .*; 0 were there/);
    expect(came.said).toContain('Pictures: 1 added, 0 were there already.');
    expect(new Uint8Array(readFileSync(join(dataDir, picture)))).toEqual(redPixel);
    const again = await run('import', [one], embedded);
    expect(again.said).toMatch(/^0 items were added/);
    expect(again.said).toContain('Pictures: 0 added, 1 were there already.');
    const rows = await run('export', [two], embedded);
    expect(rows.code).toBe(0);
    expect(rows.said).toContain('pictures are not in it: with a name that ends in .zip they are');
    expect(readFileSync(two, 'utf8')).toBe(await exported(full));
  });

  it('say what is wrong, and overwrite no file', async () => {
    const dataDir = join(folder, 'other-data');
    await copyFirstStarted(dataDir, { seed: false });
    const env = {
      VITE_SUPABASE_URL: '',
      VITE_SUPABASE_PUBLISHABLE_KEY: '',
      SITE_DATA_DIR: dataDir,
    };
    const there = join(folder, 'there.json');
    writeFileSync(there, 'mine');
    // Told at once: not after a sign-in, and where nothing answers.
    const nowhere = {
      VITE_SUPABASE_URL: `http://127.0.0.1:${await freePort()}`,
      VITE_SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    };
    const wrong = [
      [await run('export', [there], nowhere), /exists already/],
      [await run('export', [], nowhere), /Name a file/],
      [await run('export', ['--help'], nowhere), /^--help is not known/],
      [await run('export', [`${folder}/`], nowhere), /holds other files/],
      [await run('import', [], nowhere), /Name a file or a folder/],
      [await run('import', [there], nowhere), /no file of exported content/],
      [await run('import', [join(folder, 'gone\u001b[2J.json')], nowhere), /cannot be read/],
    ] as const;
    for (const [{ code, said }, words] of wrong) {
      expect(said).toMatch(words);
      expect(said.trim().split('\n')).toHaveLength(1);
      expect(said.trim()).not.toMatch(/(?!\n)\p{Cc}/u);
      expect(code).toBe(1);
    }
    expect(readFileSync(there, 'utf8')).toBe('mine');

    const running = openDataFolder(dataDir);
    const beside = await run('export', [join(folder, 'new.json')], env);
    running.release();
    expect(beside.said).toMatch(/in use by .* VITE_SUPABASE_URL=http:\/\/localhost:\d+ /);
    expect(beside.said.trim().split('\n')).toHaveLength(1);
    expect(beside.code).toBe(1);
  });
});
