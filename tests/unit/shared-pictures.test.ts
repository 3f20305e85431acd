import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commentaryOf } from '../../src/content/commentaries/shared-commentary.ts';
import {
  dropShared,
  dropSharedAfter,
  filesOf,
  keepShared,
  listShared,
  type SharedWords,
  sharedIsOpened,
} from '../../src/lib/shared-pictures.ts';

const photo = new File([new Uint8Array(3)], 'photo.png', { type: 'image/png' });
const walk = { title: 'A walk', text: '', url: '' };
const keep = (of: Partial<SharedWords> = {}, files: readonly File[] = [photo]) =>
  keepShared({ ...walk, ...of }, files);

describe('PICTURE-9: pictures that were shared', () => {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    return () => vi.unstubAllGlobals();
  });

  it('wait on the device, the oldest first, until they are dropped', async () => {
    expect(await keep({ title: 'One' })).toBeNull();
    expect(await keep({ title: 'Two' })).toBeNull();
    const [one, two] = await listShared();
    expect([one?.title, two?.title]).toEqual(['One', 'Two']);
    const [file] = filesOf(one!);
    expect([file?.name, file?.type, file?.size]).toEqual(['photo.png', 'image/png', 3]);
    await sharedIsOpened(one!);
    expect((await listShared()).map(({ isOpened }) => isOpened)).toEqual([true, undefined]);
    await sharedIsOpened(one!, 'learnings');
    expect((await listShared()).map(({ table }) => table)).toEqual(['learnings', undefined]);
    await dropShared(one!);
    expect((await listShared()).map(({ title }) => title)).toEqual(['Two']);
  });

  it('are refused with a reason, and none that waits is given up', async () => {
    expect(await keep({ text: 'x'.repeat(20_001) })).toBe('long');
    const large = new File([], 'large.png');
    Object.defineProperty(large, 'size', { value: 100_000_001 });
    expect(await keep({}, [large])).toBe('large');
    expect(await keep({}, Array(21).fill(photo))).toBe('large');
    for (let i = 0; i < 20; i += 1) expect(await keep()).toBeNull();
    expect(await keep()).toBe('many');
    expect(await listShared()).toHaveLength(20);
  });

  it('are refused where the device cannot store them', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('no', 'SecurityError');
      },
    });
    expect(await keep()).toBe('device');
    expect(await listShared()).toEqual([]);
  });

  it('are on the disk for a while after they are settled, and offered no more meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await keep();
    const [one] = await listShared();
    const undo = dropSharedAfter(9_000, one!);
    expect(await listShared()).toEqual([]);
    undo();
    expect(await listShared()).toHaveLength(1);
    vi.advanceTimersByTime(20_000);
    expect(await listShared()).toHaveLength(1);

    vi.useRealTimers();
  });

  it.each([
    [{ text: ' By the river. ' }, { title: 'A walk', content: 'By the river.' }],
    [
      { text: 'Seen', url: 'https://a.example/1' },
      { title: 'A walk', content: 'Seen\n\nhttps://a.example/1' },
    ],
    [
      { text: 'Seen https://a.example/1', url: 'https://a.example/1' },
      { title: 'A walk', content: 'Seen https://a.example/1' },
    ],
    [{ title: '' }, { title: '', content: '' }],
  ])('begin a commentary with the words that came along: %j', (of, values) => {
    expect(commentaryOf({ ...walk, ...of }).values).toEqual(values);
  });
});
