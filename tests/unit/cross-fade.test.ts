import { createMemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { withCrossFade } from '../../src/app/cross-fade.ts';

/** A browser that is ready for a fade when the test says so. */
function open(path: string, canFade = true) {
  const waiting: (() => void)[] = [];
  const page = {
    startViewTransition(bring: () => void) {
      waiting.push(bring);
      return { ready: Promise.reject(new DOMException('Transition was skipped', 'AbortError')) };
    },
  } as unknown as Document;
  const routes = [{ path: '*', element: null }];
  const router = withCrossFade(
    createMemoryRouter(routes, { initialEntries: [path] }),
    canFade ? page : ({} as Document),
  );
  const shown: string[] = [];
  router.subscribe(({ location }) => {
    const at = location.pathname + location.search;
    if (shown.at(-1) !== at) shown.push(at);
  });
  const ready = () => {
    for (const bring of waiting.splice(0)) bring();
  };
  return { router, shown, ready, waiting };
}

describe('a cross-fade', () => {
  it('brings another page when the browser is ready for it', async () => {
    const { router, shown, ready } = open('/');
    await router.navigate('/projects');
    expect(shown).toEqual([]);
    ready();
    expect(shown).toEqual(['/projects']);
  });

  it('applies only to another page: a filter shows at once', async () => {
    const { router, shown, waiting } = open('/resources');
    await router.navigate('/resources?q=x');
    expect([shown, waiting]).toEqual([['/resources?q=x'], []]);
  });

  it('ends with the newest page, whatever was overtaken', async () => {
    const { router, shown, ready } = open('/');
    await router.navigate('/projects');
    await router.navigate('/contact');
    await router.navigate(-1);
    ready();
    expect(shown).toEqual(['/projects']);
  });

  it('does not bring back a page that was left before the browser was ready', async () => {
    const { router, shown, ready } = open('/');
    await router.navigate('/projects');
    // To the same path: it is no other page, so there is no fade.
    await router.navigate(-1);
    ready();
    expect(shown.at(-1)).toBe('/');
    expect(shown).not.toContain('/projects');
  });

  it('is left out if the browser cannot do it', async () => {
    const { router, shown } = open('/', false);
    await router.navigate('/projects');
    expect(shown).toEqual(['/projects']);
  });
});
