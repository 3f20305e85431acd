import { createRoot } from 'react-dom/client';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderFirst } from '../../../src/app/first-render.ts';
import { Navigated } from '../../../src/app/navigated.tsx';
import { loadAllPages, routes } from '../../../src/app/routes.tsx';
import { BUILT } from '../../../src/lib/built-page.ts';
import { follow, navigationAt } from '../../support/navigation.ts';

const loadsLate = () => {
  let loaded = () => {};
  const page = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  return { navigation: navigationAt(['/'], () => page), loaded };
};

describe('The first render', () => {
  // React's own schedule, not that of its tests.
  beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false));
  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.innerHTML = '';
  });

  it('is at once on an empty page', () => {
    const show = vi.fn();
    renderFirst(show, loadsLate().navigation);
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('waits behind built content until its page is loaded', async () => {
    document.body.innerHTML = `<div id="${BUILT}"></div>`;
    const { navigation, loaded } = loadsLate();
    const show = vi.fn();
    renderFirst(show, navigation);
    expect(show).not.toHaveBeenCalled();
    loaded();
    await expect.poll(() => show.mock.calls.length).toBe(1);
    await follow(navigation, '/?again');
    expect(show).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['behind built content', `<div id="${BUILT}"></div>`],
    ['on an empty page', ''],
  ])('is in slices %s, and shows a navigation that came between them', async (_, built) => {
    let isSliced = false;
    const navigation = navigationAt(['/']);
    /** React pauses after a component that takes longer than a slice. */
    const Slow = () => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      return null;
    };
    const Leaves = () => {
      setTimeout(() => navigation.navigator.push('/next'), 0);
      return <Slow />;
    };
    const Last = () => {
      isSliced = navigation.arrival.location.pathname === '/next';
      return null;
    };
    const Shown = () => <h1>{useLocation().pathname === '/' ? 'First' : 'Next'}</h1>;
    const element = document.body.appendChild(document.createElement('div'));
    const root = createRoot(element);
    document.body.insertAdjacentHTML('beforeend', built);
    renderFirst(() => {
      root.render(
        <>
          <Navigated navigation={navigation}>{() => <Shown />}</Navigated>
          <Leaves />
          <Slow />
          <Slow />
          <Last />
        </>,
      );
    }, navigation);
    await expect.poll(() => element.textContent).toBe('Next');
    expect(isSliced).toBe(true);
    root.unmount();
  });
});

it('the other pages follow one after another, each when the browser is idle', async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act));
  const pages = routes.filter((it) => it.load !== undefined);
  const loads = pages.map((it) => vi.spyOn(it, 'load').mockResolvedValue(() => null));
  loads[0]?.mockRejectedValue(new Error('There is no network.'));
  const loaded = () => loads.filter((it) => it.mock.calls.length > 0).length;
  const stop = loadAllPages();
  for (let count = 0; count < pages.length; count++) {
    await expect.poll(() => idle.length).toBe(1);
    expect(loaded()).toBe(count);
    idle.pop()?.();
  }
  expect(loaded()).toBe(pages.length);
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
