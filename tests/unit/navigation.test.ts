import { UNSAFE_createMemoryHistory } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { openNavigation } from '../../src/app/navigation.ts';

/** A site at `/`, whose other pages are loaded when the test says so. */
function open() {
  const history = UNSAFE_createMemoryHistory({ initialEntries: ['/'] });
  const isLoaded = new Set(['/']);
  const waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const navigation = openNavigation(history, (to) => {
    const path = typeof to === 'string' ? to : (to.pathname ?? '');
    if (isLoaded.has(path)) return null;
    return new Promise((resolve, reject) => waiting.set(path, { resolve, reject }));
  });
  const arrivals: string[] = [];
  navigation.subscribe(({ location, action }) => {
    arrivals.push(`${action} ${location.pathname}`);
  });
  const end = async (job: () => void) => {
    job();
    await Promise.resolve();
    await Promise.resolve();
  };
  return {
    ...navigation.navigator,
    navigation,
    arrivals,
    address: () => history.location.pathname,
    loaded: (path: string) =>
      end(() => {
        isLoaded.add(path);
        waiting.get(path)?.resolve();
      }),
    missing: (path: string) => end(() => waiting.get(path)?.reject(new Error('missing'))),
  };
}

describe('a navigation', () => {
  it('changes the address once its page is loaded: until then the page before is shown', async () => {
    const { push, arrivals, address, loaded } = open();
    push('/projects');
    expect([arrivals, address()]).toEqual([[], '/']);
    await loaded('/projects');
    expect([arrivals, address()]).toEqual([['PUSH /projects'], '/projects']);
  });

  it('LOOK-16: says so when it has to wait, and only then', async () => {
    const { push, navigation, arrivals, loaded } = open();
    const departures: string[] = [];
    const stop = navigation.onDeparture(() => departures.push(arrivals.join()));
    push('/');
    push('/projects');
    await loaded('/projects');
    push('/projects');
    expect(departures).toEqual(['PUSH /']);
    stop();
    push('/contact');
    expect(departures).toHaveLength(1);
  });

  it('to a page that is loaded arrives at once, with Back and Forward too', async () => {
    const { push, go, arrivals, loaded } = open();
    await loaded('/projects');
    push('/projects');
    go(-1);
    go(1);
    expect(arrivals).toEqual(['PUSH /projects', 'POP /', 'POP /projects']);
  });

  it('that is overtaken while its page is loading never arrives', async () => {
    const { push, replace, go, arrivals, address, loaded } = open();
    await loaded('/contact');
    push('/contact');
    push('/projects');
    push('/learnings');
    await loaded('/learnings');
    await loaded('/projects');
    push('/tools');
    go(-1);
    await loaded('/tools');
    go(-1);
    replace('/posts');
    go(1);
    await loaded('/posts');
    expect(arrivals).toEqual([
      'PUSH /contact',
      'PUSH /learnings',
      'POP /contact',
      'POP /',
      'POP /contact',
    ]);
    expect(address()).toBe('/contact');
  });

  it('by Back is overtaken by a link, though the address has changed', async () => {
    const { push, go, navigation, arrivals, address, loaded, missing } = open();
    push('/projects');
    await missing('/projects');
    push('/contact');
    await loaded('/contact');
    go(-1);
    expect([address(), navigation.arrival.location.pathname]).toEqual(['/projects', '/contact']);
    push('/');
    await loaded('/projects');
    expect(arrivals).toEqual(['PUSH /projects', 'PUSH /contact', 'PUSH /']);
    expect(address()).toBe('/');
  });

  it('to a page that cannot be loaded arrives with the reason, and tries again the next time', async () => {
    const { push, navigation, address, loaded, missing } = open();
    push('/projects');
    await missing('/projects');
    expect(navigation.arrival.page).toEqual({ error: new Error('missing') });
    expect(address()).toBe('/projects');
    push('/projects');
    await loaded('/projects');
    expect(navigation.arrival.page).toBe('loaded');
  });

  it('may leave the place on the page as it is; Back never does', () => {
    const { push, go, navigation } = open();
    push({ pathname: '/', search: '?q=x' }, null, { preventScrollReset: true });
    expect(navigation.arrival).toMatchObject({ action: 'PUSH', preventScrollReset: true });
    go(-1);
    expect(navigation.arrival).toMatchObject({ action: 'POP', preventScrollReset: false });
  });
});

it('the first page arrives as soon as it is loaded', async () => {
  const history = UNSAFE_createMemoryHistory({ initialEntries: ['/projects'] });
  let resolve = () => {};
  const page = new Promise<void>((done) => {
    resolve = done;
  });
  const navigation = openNavigation(history, () => page);
  const heard = vi.fn();
  navigation.subscribe(heard);
  expect(navigation.arrival.page).toBe('loading');
  resolve();
  await expect.poll(() => heard.mock.calls.length).toBe(1);
  expect(navigation.arrival).toMatchObject({ action: 'POP', page: 'loaded' });
});
