import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withCrossFade } from '../../src/app/cross-fade.ts';
import { navigationAt } from '../support/navigation.ts';

/** A browser that is ready for a fade when the test says so. */
function open(path: string, canFade = true, pictures: readonly object[] = []) {
  const waiting: (() => Promise<void>)[] = [];
  const page = {
    startViewTransition(bring: () => Promise<void>) {
      waiting.push(bring);
      return {
        ready: Promise.reject(new DOMException('Transition was skipped', 'AbortError')),
        finished: Promise.resolve(),
      };
    },
    querySelectorAll: (of: string) => (of === 'main img' ? pictures : []),
  } as unknown as Document;
  const navigation = navigationAt([path]);
  const shown: string[] = [];
  navigation.subscribe(
    withCrossFade(
      navigation,
      ({ location }) => {
        const at = location.pathname + location.search;
        if (shown.at(-1) !== at) shown.push(at);
      },
      canFade ? page : ({} as Document),
    ),
  );
  const ready = async () => {
    const brought = waiting.splice(0).map((bring) => bring());
    await Promise.all(brought);
  };
  return { ...navigation.navigator, shown, ready, waiting };
}

describe('a cross-fade', () => {
  it('brings another page when the browser is ready for it', () => {
    const { push, shown, ready } = open('/');
    push('/projects');
    expect(shown).toEqual([]);
    void ready();
    expect(shown).toEqual(['/projects']);
  });

  it('applies only to another page: a filter shows at once', () => {
    const { push, shown, waiting } = open('/resources');
    push('/resources?q=x');
    expect([shown, waiting]).toEqual([['/resources?q=x'], []]);
  });

  it('ends with the newest page, whatever was overtaken', () => {
    const { push, go, shown, ready } = open('/');
    push('/projects');
    push('/contact');
    go(-1);
    void ready();
    expect(shown).toEqual(['/projects']);
  });

  it('does not bring back a page that was left before the browser was ready', () => {
    const { push, go, shown, ready } = open('/');
    push('/projects');
    // To the same path: it is no other page, so there is no fade.
    go(-1);
    void ready();
    expect(shown.at(-1)).toBe('/');
    expect(shown).not.toContain('/projects');
  });

  it('PROJECT-8: waits for the pictures in view, but not for long, and not for others', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('innerHeight', 900);
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });
    const picture = (top: number, decode: () => Promise<void>) => ({
      loading: 'lazy',
      getBoundingClientRect: () => ({ top, bottom: top + 100, width: 100 }),
      decode,
    });
    const broken = picture(0, () => Promise.reject(new Error('broken')));
    const endless = picture(0, () => new Promise(() => {}));
    const below = picture(900, () => Promise.reject(new Error('out of view')));

    const { push, ready } = open('/', true, [broken, below]);
    push('/projects');
    await ready();
    expect([broken.loading, below.loading]).toEqual(['eager', 'lazy']);

    const slow = open('/', true, [endless]);
    slow.push('/projects');
    let isShown = false;
    void slow.ready().then(() => {
      isShown = true;
    });
    expect(slow.shown).toEqual(['/projects']);
    await vi.advanceTimersByTimeAsync(99);
    expect(isShown).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isShown).toBe(true);
  });

  it('is left out if the browser cannot do it', () => {
    const { push, shown } = open('/', false);
    push('/projects');
    expect(shown).toEqual(['/projects']);
  });
});
