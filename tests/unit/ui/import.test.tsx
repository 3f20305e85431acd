import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { unzipSync, zipSync } from 'fflate';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { idOfNote } from '../../../src/content/moving-in/note-ids.ts';
import { update } from '../../../src/engine/index.ts';
import { foundFiles } from '../../../src/features/import/found-files.ts';
import { readSource } from '../../../src/features/import/read-source.ts';
import { AllCaches } from '../../support/all-caches.ts';
import { learningRow } from '../../support/rows.ts';
import { admin, type Device, newDevice } from '../../support/site.tsx';

/** Notes come into the site from a page (MOVE-13). */

vi.mock('fflate', { spy: true });

let device: Device;
beforeEach(async () => {
  vi.stubGlobal('caches', new AllCaches());
  device = await newDevice({ account: admin });
  // An admin's device has all content only once it has come for an admin.
  await device.arrive({ learnings: [learningRow({ id: idOfNote('elsewhere'), title: 'Held' })] });
});

const one = ['notes/one.md', '# One\n\nThis leads to [two](two.md).\n'] as const;
const two = ['notes/two.md', '---\ntitle: Two\ndate: 2024-03-14\n---\nWords.\n'] as const;

function file([path, text]: readonly [string, string | Uint8Array<ArrayBuffer>]): File {
  const made = new File([text], path.split('/').at(-1) ?? '', { lastModified: 1_700_000_000_000 });
  Object.defineProperty(made, 'webkitRelativePath', { value: path.includes('/') ? path : '' });
  return made;
}

/** Chooses a folder with these files. */
async function choose(...files: readonly (readonly [string, string])[]): Promise<void> {
  const input = await screen.findByLabelText('Choose a folder');
  fireEvent.change(input, { target: { files: files.map(file) } });
}

const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const told = (words: string | RegExp) => screen.findByText(words);
const open = () => device.open('/admin/import');
const rows = async () =>
  new Map((await device.rowsOf('learnings')).map((row) => [row.title, row] as const));

async function bringBoth(): Promise<void> {
  await choose(one, two);
  await press('Import 2 items');
  await told(/^2 items added, 0 changed\./);
}

describe('MOVE-13: notes come in', () => {
  it('that are chosen in the moment in which the page appears', async () => {
    const appears = new MutationObserver(() => {
      const input = screen.queryByLabelText('Choose a folder');
      if (input === null) return;
      appears.disconnect();
      fireEvent.change(input, { target: { files: [file(one)] } });
    });
    appears.observe(document.body, { childList: true, subtree: true });
    open();
    await told('1 new, 0 changed, 0 gone, 0 as they were.');
  });

  it('says first what would happen, and then makes an edit of each, offline', async () => {
    open();
    await choose(one, two, ['notes/.obsidian/x.md', 'hidden'], ['notes/b.md', '[a](gone.md)']);
    await told('3 new, 0 changed, 0 gone, 0 as they were.');
    await told('b.md:1: gone.md leads to nothing in this folder; it stays as it is');
    expect(await device.waiting()).toHaveLength(0);
    await press('Import 3 items');
    await told(/^3 items added/);
    expect((await device.waiting()).map(({ label }) => label)).toEqual([
      'Add learning “b”',
      'Add learning “One”',
      'Add learning “Two”',
    ]);
    const held = await rows();
    expect(held.get('One')?.content).toBe('This leads to [[two]].');
    expect(held.get('Two')).toMatchObject({ id: idOfNote('two.md'), content: 'Words.' });
    expect(String(held.get('Two')?.created_at)).toMatch(/^2024-03-1[34]/);
  });

  it('again brings only what has changed, and leaves alone what was edited here', async () => {
    open();
    await bringBoth();
    await choose(one, two);
    await told('0 new, 0 changed, 0 gone, 2 as they were.');
    await device.editor.edit({
      label: 'x',
      changes: [update(learnings, idOfNote('two.md'), { content: 'Mine.' })],
    });
    await choose(['notes/one.md', '# One\n\nOther words.\n'], two);
    await told('0 new, 1 changed, 0 gone, 0 as they were, 1 edited here since.');
    await press('Import 1 item');
    await told(/^0 items added, 1 changed\./);
    expect((await rows()).get('One')?.content).toBe('Other words.');
    expect((await rows()).get('Two')?.content).toBe('Mine.');
    await choose(two);
    await told('0 new, 0 changed, 1 gone, 0 as they were, 1 edited here since.');
    fireEvent.click(screen.getByLabelText(/^Overwrite/));
    await press('Import 1 item');
    await told(/^0 items added, 1 changed\./);
    expect((await rows()).get('Two')?.content).toBe('Words.');
  });

  it('MOVE-15: knows a file that was renamed, also where nothing else is new', async () => {
    open();
    await bringBoth();
    const elsewhere = ['notes/more/second.md', two[1]] as const;
    await choose(one, elsewhere);
    // The other one leads to it by its path.
    await told('0 new, 2 changed, 0 gone, 0 as they were, 1 moved.');
    await press('Import 2 items');
    await told(/^0 items added, 2 changed\./);
    await choose(one, ['notes/more/third.md', two[1]]);
    await told('0 new, 0 changed, 0 gone, 2 as they were, 1 moved.');
    await press('Done');
    await choose(one, ['notes/more/third.md', two[1].replace('Words.', 'Other words.')]);
    await told('0 new, 1 changed, 0 gone, 1 as they were.');
    await press('Import 1 item');
    await told(/^0 items added, 1 changed\./);
    const held = await device.rowsOf('learnings');
    expect(held.filter(({ title }) => title === 'Two')).toMatchObject([
      { id: idOfNote('two.md'), content: 'Other words.' },
    ]);
  });

  it('leaves away what was deleted here', async () => {
    open();
    await bringBoth();
    await device.editor.edit({
      label: 'x',
      changes: [{ op: 'delete', table: 'learnings', id: idOfNote('two.md') }],
    });
    await choose(one, two);
    await told('0 new, 0 changed, 0 gone, 1 as they were, 1 deleted here since.');
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
  });

  it('that the device has no room for says so, keeps what has come, and goes on later', async () => {
    open();
    await choose(one, two);
    const full = new DOMException('full', 'QuotaExceededError');
    const add = device.database.outbox.add.bind(device.database.outbox);
    const adding = vi.spyOn(device.database.outbox, 'add');
    adding.mockImplementationOnce(add).mockRejectedValue(full);
    await press('Import 2 items');
    await told(/^Stopped after 1 of 2\. This device has no room left\./);
    adding.mockRestore();
    await press('Import 1 item');
    await told(/^1 item added/);
    expect(await device.waiting()).toHaveLength(2);
  });

  it('are forgotten by the device with a sign-out, so that nothing tells of them', async () => {
    open();
    await bringBoth();
    expect(await caches.keys()).toEqual(['fieldnotes-brought']);
    fireEvent.click(screen.getByRole('link', { name: 'Dashboard' }));
    await press('Sign Out');
    await press('Keep on this device');
    await waitFor(async () => expect(await caches.keys()).toEqual([]));
  });

  it('that are none are told', async () => {
    open();
    await choose(['notes/a.txt', 'words']);
    await told(/^notes holds no Markdown files \(\.md, \.mdx, \.markdown\)/);
    await choose(one, ['notes/fieldnotes.json', '{}']);
    await told(/^This is an export of this site\./);
    await choose(['notes/a.md', 'x'.repeat(1_000_001)], one);
    await told('a.md: not taken: it has more than 1000000 bytes');
  });

  it('come from a drop on the dashboard', async () => {
    device.open('/admin');
    await screen.findByRole('link', { name: 'Import notes' });
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    const items = [{ webkitGetAsEntry: () => folderOf('notes', [one, two]) }];
    Object.assign(drop, { dataTransfer: { types: ['Files'], items, files: [] } });
    fireEvent(window, drop);
    expect(drop.defaultPrevented).toBe(true);
    await told('2 new, 0 changed, 0 gone, 0 as they were.');
    within(screen.getByRole('main')).getByRole('heading', { name: 'notes' });
  });
});

function folderOf(name: string, files: readonly (readonly [string, string])[]): unknown {
  const entries = files.map((given) => ({
    isFile: true,
    name: given[0],
    fullPath: `/${given[0]}`,
    file: (take: (file: File) => void) => take(file(given)),
  }));
  const createReader = () => {
    const parts = [entries, []];
    return { readEntries: (take: (all: unknown) => void) => take(parts.shift()) };
  };
  return {
    isDirectory: true,
    name,
    fullPath: `/${name}`,
    createReader,
  };
}

describe('MOVE-14: a zip', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const zip = (files: Readonly<Record<string, Uint8Array>>) =>
    ({ path: 'x.zip', file: file(['x.zip', zipSync(files) as Uint8Array<ArrayBuffer>]) }) as const;

  const inner = zipSync({ 'notes/one.md': bytes('One'), 'notes/two.md': bytes('Two') });

  it.each([
    [
      'the folder that it holds, and no zip beside it',
      { 'notes/one.md': bytes('One'), 'notes/two.md': bytes('Two'), 'old.zip': zipSync({}) },
    ],
    ['the zip that it holds, and nothing else', { 'Part-1.zip': inner }],
  ])('is read like %s', async (_, holds) => {
    const given = zip({
      'notes/.git/x.md': bytes('no'),
      '__MACOSX/notes/._one.md': bytes('no'),
      ...holds,
    });
    const { name, files } = await foundFiles([given]);
    expect(name).toBe('x.zip');
    expect(files.map(({ path }) => path)).toEqual(['one.md', 'two.md']);
    const texts = await Promise.all(files.map(({ read }) => read()));
    expect(texts.map((it) => new TextDecoder().decode(it))).toEqual(['One', 'Two']);
  });

  it('with names that lead out of it says so, and means its other files as the command does', async () => {
    const found = await foundFiles([
      zip({
        '../../etc/a.md': bytes('A'),
        '/b.md': bytes('B'),
        'notes/c.md': bytes('C'),
        LICENSE: bytes('D'),
      }),
    ]);
    const { notes, refused } = await readSource(
      found,
      () => {},
      () => false,
    );
    const why = 'its name leads out of the zip';
    expect(refused).toEqual([
      { path: '../../etc/a.md', why },
      { path: '/b.md', why },
    ]);
    // Not everything stands in that folder, so its name stays.
    expect(notes.map(({ path }) => path)).toEqual(['notes/c.md']);
  });

  it('of many notes is gone through a few times, not once for each of them', async () => {
    const names = Array.from({ length: 400 }, (_, n) => `${n}.md`);
    const given = zip(Object.fromEntries(names.map((name) => [name, bytes(`Words of ${name}`)])));
    vi.mocked(unzipSync).mockClear();
    const { files } = await foundFiles([given]);
    const texts = await Promise.all(files.map(({ read }) => read()));
    expect(texts.map((it) => new TextDecoder().decode(it))).toEqual(
      files.map(({ path }) => `Words of ${path}`),
    );
    expect(vi.mocked(unzipSync).mock.calls.length).toBeLessThan(5);
  });

  it('with a damaged note has the others', async () => {
    const whole = zipSync({ 'a.md': bytes('A'.repeat(500)), 'b.md': bytes('B'.repeat(500)) });
    // The data of the first file begins after its header and its name.
    whole.fill(255, 30 + 4, 30 + 4 + 4);
    const given = { path: 'x.zip', file: file(['x.zip', whole as Uint8Array<ArrayBuffer>]) };
    const [a, b] = (await foundFiles([given])).files;
    await expect(a?.read()).rejects.toThrow('a.md in the zip is damaged.');
    expect(new TextDecoder().decode(await b?.read())).toBe('B'.repeat(500));
  });

  it('that is none, damaged, or claims too much is refused with a word', async () => {
    const none = { path: 'x.zip', file: file(['x.zip', 'words']) };
    await expect(foundFiles([none])).rejects.toThrow('x.zip is damaged, or is no zip.');
    const bomb = zip({ 'a.md': new Uint8Array(40_000_000) });
    const read = readSource(
      await foundFiles([bomb]),
      () => {},
      () => false,
    );
    await expect(read).rejects.toThrow('x.zip: it has more than 1000000 bytes.');
  });
});
