import { describe, expect, it } from 'vitest';
import { withCrossFade } from '../../src/app/cross-fade.ts';
import { navigationAt } from '../support/navigation.ts';

/** A browser that is ready for a fade when the test says so. */
function open(path: string, canFade = true) {
  const waiting: (() => void)[] = [];
  const page = {
    startViewTransition(bring: () => void) {
      waiting.push(bring);
      return { ready: Promise.reject(new DOMException('Transition was skipped', 'AbortError')) };
    },
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
  const ready = () => {
    for (const bring of waiting.splice(0)) bring();
  };
  return { ...navigation.navigator, shown, ready, waiting };
}

describe('a cross-fade', () => {
  it('brings another page when the browser is ready for it', () => {
    const { push, shown, ready } = open('/');
    push('/projects');
    expect(shown).toEqual([]);
    ready();
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
    ready();
    expect(shown).toEqual(['/projects']);
  });

  it('does not bring back a page that was left before the browser was ready', () => {
    const { push, go, shown, ready } = open('/');
    push('/projects');
    // To the same path: it is no other page, so there is no fade.
    go(-1);
    ready();
    expect(shown.at(-1)).toBe('/');
    expect(shown).not.toContain('/projects');
  });

  it('is left out if the browser cannot do it', () => {
    const { push, shown } = open('/', false);
    push('/projects');
    expect(shown).toEqual(['/projects']);
  });
});
