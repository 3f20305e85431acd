import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepAllPictures, keepPictures, type PictureParts } from '../../src/lib/keep-pictures.ts';
import { SILENCE_MS } from '../../src/lib/limits.ts';
import { PICTURE_CACHE } from '../../src/lib/storage-keys.ts';
import { testLocks } from '../support/locks.ts';

/** A browser's caches in a few lines: addresses and their responses. */
class TestCaches {
  readonly kept = new Map<string, Response>();
  async open(name: string) {
    expect(name).toBe(PICTURE_CACHE);
    return {
      keys: async () => [...this.kept.keys()].map((url) => ({ url })),
      match: async (url: string) => this.kept.get(url)?.clone(),
      put: async (url: string, response: Response) => void this.kept.set(url, response),
      delete: async (url: string) => this.kept.delete(url),
    };
  }
}

const picture = (bytes: number) =>
  new Response(new Blob(['x'.repeat(bytes)], { type: 'image/png' }), {
    headers: { 'content-type': 'image/png' },
  });
const address = (n: number) => `https://example.org/${n}.png`;
const addresses = (count: number) => Array.from({ length: count }, (_, n) => address(n));
const MB = 1_000_000;

let caches: TestCaches;
let asked: string[];
let notes: Map<string, string>;
let now: number;

beforeEach(() => {
  [caches, asked, notes, now] = [new TestCaches(), [], new Map(), 0];
});

function parts(
  over: Partial<PictureParts> & {
    answer?: (url: string, signal: AbortSignal) => Promise<Response>;
  } = {},
) {
  const { answer = async () => picture(10), ...others } = over;
  return {
    caches: caches as unknown as CacheStorage,
    fetch: (url: string, { signal }: { signal: AbortSignal }) => {
      asked.push(url);
      return answer(url, signal);
    },
    elsewhere: () => null,
    locks: testLocks(),
    remembered: {
      get: (key: string) => notes.get(key) ?? null,
      set: (key: string, value: string | null) => notes.set(key, value ?? '') === notes,
    },
    connection: undefined,
    isUndisturbed: () => true,
    now: () => now,
    ...others,
  } satisfies PictureParts;
}

describe('the pictures that are kept', () => {
  it('are fetched again after the network or the page went away in the middle', async () => {
    const away = parts({
      answer: async () => {
        throw new TypeError('no network');
      },
      isUndisturbed: () => false,
    });
    await keepPictures(addresses(3), away);
    await keepPictures(addresses(3), parts());
    expect([...caches.kept.keys()].sort()).toEqual(addresses(3));
  });

  it('are the pictures of the content', async () => {
    await keepPictures(addresses(3), parts());
    await keepPictures([address(1), address(5), 'mailto:nobody'], parts());
    expect([...caches.kept.keys()]).toEqual([address(1), address(5)]);
    expect(asked).toHaveLength(4);
  });

  it('take 60 MB in all, however often they are checked', async () => {
    const large = parts({ answer: async () => picture(25 * MB) });
    for (let run = 0; run < 3; run += 1) await keepPictures(addresses(5), large);
    expect([...caches.kept.keys()]).toEqual([address(0), address(1)]);
  });

  it('PICTURE-1: come from elsewhere where their own address has none, and are kept at that', async () => {
    const [here, there] = [address(0), address(1)];
    const other = parts({
      answer: async (url) =>
        url === there
          ? picture(10)
          : new Response('A page', { headers: { 'content-type': 'text/html' } }),
      elsewhere: (url) => (url === here ? there : null),
    });
    await keepPictures([here, address(2)], other);
    expect([...caches.kept.keys()]).toEqual([here]);
    expect(asked.sort()).toEqual([here, there, address(2)]);
  });

  it('are not retried for a day after a failure', async () => {
    const broken = parts({
      answer: async (url) => {
        if (url === address(0)) throw new TypeError('no CORS');
        return new Response('not here', { status: 404 });
      },
    });
    await keepPictures(addresses(2), broken);
    now += 86_000_000;
    await keepPictures(addresses(2), broken);
    // The unanswered one was asked for twice.
    expect(asked).toHaveLength(3);
    now += 1_000_000;
    await keepPictures(addresses(2), broken);
    expect(asked).toHaveLength(6);
  });

  it('are fetched once more when a request was lost or cut off', async () => {
    const lossy = parts({
      answer: async (url) => {
        if (asked.filter((it) => it === url).length > 1) return picture(10);
        throw new TypeError('broken off');
      },
    });
    await keepPictures(addresses(3), lossy);
    expect([...caches.kept.keys()].sort()).toEqual(addresses(3));
  });

  it('LIMIT-1: take as long as something of them arrives, and have failed when nothing does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hosts: ReadableStreamDefaultController<Uint8Array>[] = [];
    const slow = parts({
      answer: async (_, signal) => {
        const body = new ReadableStream<Uint8Array>({
          start(host) {
            hosts.push(host);
            signal.addEventListener('abort', () => host.error(signal.reason));
          },
        });
        return new Response(body, { headers: { 'content-type': 'image/png' } });
      },
    });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    async function answer(count: number): Promise<void> {
      while (hosts.length < count) await turn();
      for (let part = 0; part < 20; part += 1) {
        hosts.at(-1)?.enqueue(new Uint8Array(10));
        await turn();
        await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
      }
    }
    const kept = keepPictures([address(0)], slow);
    await answer(1);
    hosts[0]?.close();
    await kept;
    expect((await caches.kept.get(address(0))?.clone().blob())?.size).toBe(200);
    const silent = keepPictures([address(1)], slow);
    for (const attempt of [2, 3]) {
      await answer(attempt);
      await vi.advanceTimersByTimeAsync(1);
    }
    await silent;
    expect([...caches.kept.keys()]).toEqual([]);
    vi.useRealTimers();
  });

  it('are handled by one run at a time; the next one knows the newest list', async () => {
    const waiting: (() => void)[] = [];
    let together = 0;
    const slow = parts({
      answer: () => {
        together = Math.max(together, waiting.length + 1);
        return new Promise((resolve) =>
          waiting.push(() => {
            waiting.shift();
            resolve(picture(10));
          }),
        );
      },
    });
    const first = keepPictures(addresses(4), slow);
    await expect.poll(() => waiting.length).toBe(2);
    await keepPictures([address(7)], slow);
    await keepPictures([address(8)], slow);
    const done = first.then(() => true);
    while (!(await Promise.race([done, new Promise((end) => setImmediate(end, false))])))
      waiting[0]?.();
    expect(together).toBe(2);
    expect([...caches.kept.keys()]).toEqual([address(8)]);
    expect(asked).not.toContain(address(7));
  });

  it('wait for the tab that is fetching them, and are not fetched twice', async () => {
    const locks = testLocks();
    const [one, two] = [parts({ locks }), parts({ locks })];
    await Promise.all([keepPictures(addresses(2), one), keepPictures(addresses(2), two)]);
    expect(asked).toHaveLength(2);
    expect([...caches.kept.keys()]).toEqual(addresses(2));
  });

  it.each([{ saveData: true }, { type: 'cellular' }])(
    'are not fetched where data is dear: %o',
    async (connection) => {
      await keepPictures(addresses(2), parts());
      await keepPictures([address(1), address(2)], parts({ connection }));
      expect([...caches.kept.keys()]).toEqual([address(1)]);
    },
  );

  it('are all kept where a person asks: beyond every limit, on a dear connection, and those that failed', async () => {
    const many = addresses(301);
    const refusing = parts({ answer: async () => new Response('not here', { status: 404 }) });
    await keepPictures([address(0)], refusing);
    expect(caches.kept.size).toBe(0);
    const dear = parts({
      connection: { saveData: true },
      answer: async (url) => picture(url === address(0) ? 61 * MB : 10),
    });
    await keepAllPictures(many, dear);
    expect([...caches.kept.keys()].sort()).toEqual([...many].sort());
    // The next automatic run does not ask for them again.
    await keepPictures(many, parts());
    expect(caches.kept.size).toBe(301);
  });
});
