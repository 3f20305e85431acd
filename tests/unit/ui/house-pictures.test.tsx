import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { learnings as learningKind } from '../../../src/content/learnings/learnings.ts';
import { type NewFile, update } from '../../../src/engine/index.ts';
import { memoryOf } from '../../../src/engine/mirror/memory.ts';
import { fileIsRefused } from '../../../src/engine/outbox/files-to-send.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { openDashboard } from '../../support/dashboard.tsx';
import { pictureOf } from '../../support/named-files.ts';
import { learningRow } from '../../support/rows.ts';
import { admin, answer, type Device, newDevice, type Row, toast } from '../../support/site.tsx';

/** All pictures on the screen of an admin: where they are used, which are unused, and what can be done about it. */

const DAY_MS = 86_400_000;
const old = new Date(Date.now() - 40 * DAY_MS).toISOString();
const recent = new Date(Date.now() - 5 * DAY_MS).toISOString();
const name = (n: number) => `${String(n).repeat(32)}-1200x800-a1b2c3.webp`;
const shortly = (n: number) => String(n).repeat(8);
const path = (n: number) => `/pictures/${name(n)}`;
const card = (n: number) => name(n).replace('.webp', '-card.webp');
const stored = (n: number, at = old) => [
  { name: name(n), bytes: 300_000, at },
  { name: card(n), bytes: 40_000, at },
];
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const elsewhere = 'https://x.example/a.png';

let device: Device;
beforeEach(async () => {
  device = await newDevice({
    rows: {
      learnings: [
        learningRow({ id: id(1), title: 'L1', content: `![a](${path(1)}) ![](${elsewhere})` }),
        learningRow({ id: id(2), title: 'L2', content: `![](${path(1)})` }),
      ],
      commentaries: [
        {
          id: id(3),
          title: 'C1',
          content: 'x',
          image_url: elsewhere,
          created_at: old,
          published_at: old,
        } as Row,
      ],
    },
    account: admin,
  });
  device.pictures.files = [1, 2].flatMap((n) => stored(n));
});

const open = (search = '') => device.open(`/admin/pictures${search}`);
const lines = async () =>
  within(await screen.findByRole('list', { name: 'Pictures' }))
    .getAllByRole('listitem')
    .filter((it) => it.parentElement?.getAttribute('aria-label') === 'Pictures');
const line = async (words: string) => {
  const found = (await lines()).find(({ textContent }) => textContent?.includes(words));
  if (found === undefined) throw new Error(`No picture is called ${words}.`);
  return found;
};
const names = async () =>
  (await lines()).map((it) => it.querySelector('p')?.textContent?.slice(0, 2));
const told = () => waitFor(() => expect(screen.queryByText(/^Asking the server/)).toBeNull());
const show = async (label: string) =>
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${label} \\(`) }));
const clear = () => screen.queryByRole('button', { name: /^Delete .* unused/ });

/** An edit that the server refuses for its picture: it is shown no longer, and may be sent again. */
async function refusedFor(file: NewFile, code: string): Promise<void> {
  await device.editor.edit({
    label: 'x',
    changes: [update(learningKind, id(2), { content: `![a](/${file.name})` })],
    files: [file],
  });
  await memoryOf(device.database).load([]);
  await fileIsRefused(device.database, file.name, { code, message: 'x' }, Date.now(), null);
}

describe('PICTURE-10: the page of pictures', () => {
  it('says what each is, and leads to where it is used', async () => {
    open();
    await told();
    const one = await line(shortly(1));
    expect(within(one).getByText('1200 × 800 px · 340 kB')).toBeTruthy();
    expect(within(one).getByText(/^stored /)).toBeTruthy();
    const uses = within(one).getAllByRole('link');
    expect(uses.map((it) => [it.textContent, it.getAttribute('href')])).toEqual([
      ['“L1”', `/admin/learnings/${id(1)}`],
      ['“L2”', `/admin/learnings/${id(2)}`],
    ]);
    expect(within(one).getAllByText('no alternative text')).toHaveLength(1);
    const other = await line('x.example');
    expect(other.textContent).toContain('“C1” (commentary, Image URL)');
    expect((await line(shortly(2))).textContent).toContain('Nothing needs it.');
  });

  it.each([
    ['Without alternative text', ['11', 'x.']],
    ['Unused', ['22']],
    ['Elsewhere', ['x.']],
  ])('%s', async (label, shown) => {
    open();
    await told();
    expect(await names()).toHaveLength(3);
    await show(label);
    await waitFor(async () => expect((await names()).sort()).toEqual(shown));
    await show(label);
    await waitFor(async () => expect(await names()).toHaveLength(3));
  });

  it('without a network shows what the device knows, and says so', async () => {
    device.pictures.failure = new Failure('unreachable', 'no-answer', 'away');
    open();
    await screen.findByText('The server can’t be reached.');
    await screen.findByText('These are the pictures that the items on this device name.');
    expect((await names()).sort()).toEqual(['11', 'x.']);
    await show('Unused');
    await screen.findByText('No pictures.');
    expect(clear()).toBeNull();
    device.pictures.failure = null;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await names()).toEqual(['22']));
  });

  it('without a network shows what the server said last, and deletes nothing', async () => {
    device.pictures.isEarlier = true;
    open('?show=unused');
    await screen.findByText('Of the server’s pictures this is what it said last.');
    expect(await names()).toEqual(['22']);
    expect(clear()).toBeNull();
  });

  it('follows what is edited', async () => {
    open('?show=unused');
    await told();
    expect(await names()).toEqual(['22']);
    await device.editor.edit({
      label: 'x',
      changes: [update(learningKind, id(2), { content: `![a](${path(2)})` })],
    });
    await screen.findByText('No pictures.');
  });

  it('is shown to nobody else', async () => {
    await device.signIn(null);
    open();
    await screen.findByText('Only admins can see this.');
  });
});

describe('PICTURE-11: unused pictures', () => {
  it('are deleted after a question, with their files for cards', async () => {
    const confirm = answer(false);
    open('?show=unused');
    await told();
    fireEvent.click(
      await screen.findByRole('button', { name: 'Delete 1 unused picture (340 kB)' }),
    );
    expect(confirm).toHaveBeenCalledWith(
      'Delete this unused picture from the server? This cannot be undone.',
    );
    expect(device.pictures.asked).toEqual([]);
    answer(true);
    fireEvent.click(screen.getByRole('button', { name: /^Delete 1 unused/ }));
    await toast('1 picture deleted');
    expect(device.pictures.asked).toEqual([[name(2), card(2)]]);
    await screen.findByText('No pictures.');
  });

  it('stay where the database keeps them all the same, and it is told', async () => {
    answer(true);
    device.pictures.files = [2, 3].flatMap((n) => stored(n));
    device.pictures.keeps.add(name(3));
    open('?show=unused');
    await told();
    fireEvent.click(await screen.findByRole('button', { name: /^Delete 2 unused/ }));
    await toast('1 picture deleted', '1 picture stayed: something needs it again.');
  });

  it.each([
    ['past', 'An earlier version needs it, or a deleted item that can be restored.'],
    ['row', 'An item on the server needs it.'],
    ['lately', 'Something needed it within the last 30 days.'],
  ] as const)('that the server needs (%s) are none', async (use, words) => {
    device.pictures.uses = { [String(2).repeat(32)]: use };
    open('?show=unused');
    await told();
    expect((await line(shortly(2))).textContent).toContain(words);
    expect(clear()).toBeNull();
  });

  it('are none within 30 days', async () => {
    device.pictures.files = stored(2, recent);
    open('?show=unused');
    await told();
    expect((await line(shortly(2))).textContent).toContain('not 30 days old yet');
    expect(clear()).toBeNull();
  });

  it('are none while an edit that waits names them, or a draft', async () => {
    const [ofEdit, ofDraft] = [pictureOf('edit'), pictureOf('draft')];
    device.pictures.files = [ofEdit, ofDraft].map((file) => ({
      name: file.name.replace('pictures/', ''),
      bytes: 1,
      at: old,
    }));
    await refusedFor(ofEdit, '413');
    const place = { account: admin.userId, place: 'learnings/x' };
    const fields = { content: `![](/${ofDraft.name})` };
    await device.editor.drafts.give(place, { fields, from: null });
    open('?show=unused');
    await told();
    for (const { name } of [ofEdit, ofDraft])
      expect((await line(name.slice('pictures/'.length).slice(0, 8))).textContent).toContain(
        'An edit or a draft on this device needs it.',
      );
    expect(clear()).toBeNull();
  });

  it('are not deleted where the database cannot say what it needs', async () => {
    device.pictures.uses = null;
    open('?show=unused');
    await screen.findByText(/Run “supabase db push”\.$/);
    expect((await line(shortly(2))).textContent).toContain('No item on this device needs it.');
    expect(clear()).toBeNull();
  });

  it('say why they are still there if the server does not answer', async () => {
    answer(true);
    open('?show=unused');
    await told();
    const button = await screen.findByRole('button', { name: /^Delete 1 unused/ });
    device.pictures.failure = new Failure('unreachable', 'no-answer', 'away');
    fireEvent.click(button);
    await screen.findByText(
      'Not all were deleted. The server can’t be reached. Connect, and try again.',
    );
  });
});

describe('PICTURE-12: a picture of another site', () => {
  const keep = async () =>
    fireEvent.click(
      within(await line('x.example')).getByRole('button', { name: /^Keep a copy here/ }),
    );

  it('is not taken in where that site does not allow it, and it is said', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('CORS');
    });
    open();
    await keep();
    await within(await line('x.example')).findByText(/^x\.example doesn’t let this site read/);
    expect(await device.waiting()).toEqual([]);
  });

  it('is not asked for without a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open();
    await keep();
    await within(await line('x.example')).findByText(/^There is no network/);
    vi.restoreAllMocks();
  });

  it('is not taken in where it is no picture', async () => {
    vi.stubGlobal('fetch', async () => {
      return new Response('words', { headers: { 'content-type': 'image/png' } });
    });
    open();
    await keep();
    await within(await line('x.example')).findByText(/isn’t a picture/);
    expect(await device.waiting()).toEqual([]);
  });
});

describe('PICTURE-13: a server without a place for pictures', () => {
  const notice = 'The server has no place for pictures yet. Run “supabase db push”.';

  it('is told on the page, which shows what the device knows', async () => {
    device.pictures.failure = new Failure('refused', '404', 'Bucket not found');
    open();
    await screen.findByText(notice);
    expect((await names()).sort()).toEqual(['11', 'x.']);
  });

  it('is told on the dashboard once an edit was refused for it, and not before', async () => {
    await openDashboard(device, 'commentaries');
    expect(screen.queryByText(notice)).toBeNull();
    await refusedFor(pictureOf('x'), '404');
    await screen.findByText(notice);
    await screen.findByText(/^1 edit with pictures will be sent again then/);
  });
});
