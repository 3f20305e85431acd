import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { insert } from '../../../src/engine/mutation.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { editsFileName } from '../../../src/lib/text-files.ts';
import { pictureOf } from '../../support/named-files.ts';
import {
  button,
  choose,
  editingDevice,
  openPage,
  section,
  titles,
} from '../../support/outbox-page.ts';

let device: Awaited<ReturnType<typeof editingDevice>>;
beforeEach(async () => {
  device = await editingDevice();
});

describe('export and import', () => {
  const take = async (content: BlobPart) =>
    fireEvent.change(await screen.findByLabelText('File to import edits from'), {
      target: { files: [new File([content], 'edits.json', { type: 'application/json' })] },
    });

  it('show the progress of an import, and do not say meanwhile that everything is on the server', async () => {
    const { importOutbox } = device.editor;
    let tell = (_: { done: number; of: number }) => {};
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await device.edited('One');
    const file = await device.editor.exportOutbox();
    for (const { id } of (await device.editor.outbox()).waiting) await device.editor.discard(id);
    device.editor.importOutbox = async (json, onProgress) => {
      tell = onProgress ?? tell;
      await gate;
      return importOutbox(json, onProgress);
    };
    await openPage(device);
    await screen.findByText(/^Everything is on the server/);
    await take(file);
    expect(await screen.findByText('Reading the file…')).toBeTruthy();
    expect(screen.queryByText(/on the server/)).toBeNull();
    expect((await button('Importing…')).getAttribute('aria-disabled')).toBe('true');
    act(() => tell({ done: 1_250, of: 5_000 }));
    expect(screen.getByText('1,250 of 5,000 edits imported…')).toBeTruthy();
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Import' });
    expect([bar.value, bar.max]).toEqual([1_250, 5_000]);
    expect(screen.queryByText(/on the server/)).toBeNull();
    goOn();
    expect(await screen.findByText('1 edit imported.')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('take a file that an editor has saved as UTF-16', async () => {
    await device.edited('Ünë');
    const file = await device.editor.exportOutbox();
    for (const { id } of (await device.editor.outbox()).waiting) await device.editor.discard(id);
    await openPage(device);
    await take(Buffer.from(`\ufeff${file}`, 'utf16le'));
    expect(await screen.findByText('1 edit imported.')).toBeTruthy();
  });

  it('say that a file is too large before it is read', async () => {
    await openPage(device);
    const large = new File(['{}'], 'edits.json', { type: 'application/json' });
    Object.defineProperty(large, 'size', { value: 100_000_001 });
    fireEvent.change(await screen.findByLabelText('File to import edits from'), {
      target: { files: [large] },
    });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This file is larger than 100 MB. At most 5,000 edits, or 100 MB, can be taken in at once. Nothing was changed.',
    );
  });

  it('PICTURE-8: carry the pictures of edits, and say how many; one that is not what its name says is refused', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push(file as Blob);
      return 'blob:saved';
    });
    const picture = pictureOf('a picture');
    const { name, bytes } = picture;
    const text = `![x](/${name})`;
    await device.editor.edit({
      label: 'Pictured',
      changes: [insert(learnings, { title: 'Pictured', content: text })],
      files: [picture],
    });
    await openPage(device);
    await choose('Export as JSON');
    expect(await screen.findByText('Exported, with 1 picture file.')).toBeTruthy();
    const exported = await saved[0]!.text();
    for (const { id } of (await device.editor.outbox()).waiting) await device.editor.discard(id);
    expect(await device.editor.fileOf(name)).toBeUndefined();

    await take(exported.replace(/(?<="bytes": ")./, '0'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'A picture in this file is not what its name says. Nothing was changed.',
    );
    expect((await device.editor.outbox()).waiting).toEqual([]);

    await take(exported);
    expect(await screen.findByText('1 edit imported.')).toBeTruthy();
    expect((await device.editor.fileOf(name))?.size).toBe(bytes.byteLength);
    vi.restoreAllMocks();
  });

  it('say how far an import came that stopped in the middle', async () => {
    device.editor.importOutbox = async (_, onProgress) => {
      onProgress?.({ done: 250, of: 400 });
      throw new Failure('device', 'full', 'no room');
    };
    await openPage(device);
    await take('{}');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This device has no room left: 250 of 400 edits were imported. Import the file again for the rest.',
    );
  });

  it('draw a hundred of many edits, and more on request', async () => {
    for (let i = 0; i < 102; i += 1) {
      await device.editor.edit({ label: `${i}`, changes: [insert(learnings, { title: `${i}` })] });
    }
    await openPage(device);
    const waiting = await section('Waiting');
    expect(titles(waiting)).toHaveLength(100);
    await choose('Show more of the 2 edits behind these');
    expect(titles(waiting)).toHaveLength(102);
  });

  it('name the file after the day', () => {
    expect(editsFileName('2026-01-05')).toBe('fieldnotes-outbox-2026-01-05.json');
  });
});
