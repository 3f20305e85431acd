import { beforeEach, describe, expect, it, vi } from 'vitest';
import { resourceOf } from '../../src/content/resources/captured.ts';
import { capture } from '../../src/features/capture/capture.ts';
import { captureRefusal, dropCapture, listCaptures } from '../../src/lib/captures.ts';

// @vitest-environment happy-dom

const nothing = { title: '', text: '', url: '' };
const read = (shared: Partial<typeof nothing>) => resourceOf({ ...nothing, ...shared }).values;

describe('CAPTURE-2: what was shared, as a resource', () => {
  it.each([
    [
      'a page of a browser',
      { title: 'Evals first', url: 'https://www.example.org/evals?a=1' },
      {
        title: 'Evals first',
        description: '',
        link_url: 'https://www.example.org/evals?a=1',
        type: 'text',
        Source: 'example.org',
      },
    ],
    [
      'a title of which nothing can be seen',
      { title: '\u200b\u3164', text: 'Seen', url: 'https://www.example.org/evals' },
      {
        title: 'Seen',
        description: '',
        link_url: 'https://www.example.org/evals',
        type: 'text',
        Source: 'example.org',
      },
    ],
    [
      'an app that puts title and address into the text',
      { text: 'Attention, explained https://youtu.be/abc' },
      {
        title: 'Attention, explained',
        description: '',
        link_url: 'https://youtu.be/abc',
        type: 'video',
        Source: 'youtu.be',
      },
    ],
    [
      'words that were selected',
      {
        title: 'A talk',
        text: 'The best part.\nAnd more.',
        url: 'https://open.spotify.com/episode/1',
      },
      { title: 'A talk', description: 'The best part.\nAnd more.', type: 'audio' },
    ],
    [
      'an address alone',
      { text: 'https://example.org' },
      { title: 'example.org', description: '' },
    ],
    ['a file of sound', { url: 'https://example.org/a/talk.MP3' }, { type: 'audio' }],
    ['a film', { url: 'https://cdn.example.org/film.webm' }, { type: 'video' }],
    [
      'words alone',
      { text: 'A thought\nwith a second line' },
      {
        title: 'A thought',
        description: 'A thought\nwith a second line',
        link_url: null,
        type: 'text',
        Source: null,
      },
    ],
    [
      'an address that is none of a website',
      { title: 'x', url: 'javascript:alert(1)' },
      { title: 'x', description: 'javascript:alert(1)', link_url: null, type: 'text' },
    ],
    [
      'a title of which nothing can be seen',
      { title: '\u200b', url: 'https://example.org/a' },
      { title: 'example.org', description: '' },
    ],
    ['a host that only looks like one', { url: 'https://notyoutube.com/x' }, { type: 'text' }],
  ])('%s', (_, shared, values) => {
    expect(read(shared)).toMatchObject(values);
  });
});

describe('what was shared', () => {
  beforeEach(() => localStorage.clear());
  /** @returns what happened to the history */
  const share = (query: string) => {
    const location = new URL(`https://site.example/capture${query}`) as unknown as Location;
    const replaceState = vi.fn();
    capture({ location, history: { state: 'held', replaceState } as unknown as History });
    return replaceState.mock.calls;
  };

  it('CAPTURE-1: waits on the device, in order, and leads to /admin in the same history entry', () => {
    const changes = share('?title=One&url=https%3A%2F%2Fexample.org');
    expect(changes).toEqual([['held', '', '/admin']]);
    share('?text=Two');
    expect(listCaptures()).toEqual([
      { title: 'One', text: '', url: 'https://example.org' },
      { title: '', text: 'Two', url: '' },
    ]);
    dropCapture();
    expect(listCaptures()).toEqual([{ title: '', text: 'Two', url: '' }]);
    dropCapture();
    expect(localStorage).toHaveLength(0);
  });

  it('is nothing where nothing was', () => {
    share('');
    share('?title=%20');
    expect(listCaptures()).toEqual([]);
  });

  it('CAPTURE-3: is at most twenty: the next is refused, and none that waits is lost', () => {
    for (let i = 0; i < 20; i += 1) share(`?title=${i}`);
    expect(captureRefusal()).toBeNull();
    share('?title=20');
    expect(captureRefusal()).toBe('many');
    expect(listCaptures().map(({ title }) => title)).toEqual(
      Array.from({ length: 20 }, (_, i) => `${i}`),
    );
    dropCapture();
    share('?title=20');
    expect(captureRefusal()).toBeNull();
    expect(listCaptures()).toHaveLength(20);
  });

  it('CAPTURE-3: is kept once, however often it is shared before an admin takes it', () => {
    for (let i = 0; i < 25; i += 1) share('?title=Again');
    expect(captureRefusal()).toBeNull();
    expect(listCaptures()).toHaveLength(1);
  });

  it.each(['title', 'text', 'url'])('CAPTURE-3: is refused if its %s is too long', (name) => {
    share(`?${name}=${'x'.repeat(20_000)}`);
    expect(captureRefusal()).toBeNull();
    share(`?${name}=${'x'.repeat(20_001)}`);
    expect(captureRefusal()).toBe('long');
    expect(listCaptures()).toHaveLength(1);
  });

  it('CAPTURE-3: is refused if the device does not store it', () => {
    share('?title=One');
    vi.stubGlobal('localStorage', {
      getItem: localStorage.getItem.bind(localStorage),
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    share('?title=Two');
    expect(captureRefusal()).toBe('device');
    expect(listCaptures()).toMatchObject([{ title: 'One' }]);
    vi.unstubAllGlobals();
  });

  it.each(['{', '7', '[{"title":1}]'])('is not what somebody else wrote there: %s', (held) => {
    localStorage.setItem('fieldnotes.captured', held);
    expect(listCaptures()).toEqual([]);
  });
});
