// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderFirst } from '../../../src/app/first-render.ts';
import { useMissedNavigation } from '../../../src/app/missed-navigation.ts';
import { BUILT } from '../../../src/lib/built-page.ts';

const loadsLate = () => {
  let loaded = () => {};
  const page = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  const router = createMemoryRouter([
    { path: '/', lazy: () => page.then(() => ({ Component: () => <h1>Home</h1> })) },
  ]);
  return { router, loaded };
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
    renderFirst(show, loadsLate());
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('waits behind built content until its page is loaded', async () => {
    document.body.innerHTML = `<div id="${BUILT}"></div>`;
    const { router, loaded } = loadsLate();
    const show = vi.fn();
    renderFirst(show, { router });
    expect(show).not.toHaveBeenCalled();
    loaded();
    await vi.waitFor(() => expect(show).toHaveBeenCalledTimes(1));
    await router.navigate('/?again');
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('is in slices behind built content, and shows a navigation that came between them', async () => {
    let isSliced = false;
    const router = createMemoryRouter([
      { path: '/', element: <h1>First</h1> },
      { path: '/next', element: <h1>Next</h1> },
    ]);
    // The site listens before the provider does; without that the router itself keeps what happened.
    router.subscribe(() => {});
    /** React pauses after a component that takes longer than a slice. */
    const Slow = () => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      return null;
    };
    const Leaves = () => {
      setTimeout(() => router.navigate('/next'), 0);
      return <Slow />;
    };
    const Last = () => {
      isSliced = router.state.location.pathname === '/next';
      return null;
    };
    const Site = () => {
      useMissedNavigation(router);
      return (
        <>
          <RouterProvider router={router} />
          <Leaves />
          <Slow />
          <Slow />
          <Last />
        </>
      );
    };
    const element = document.body.appendChild(document.createElement('div'));
    const root = createRoot(element);
    document.body.insertAdjacentHTML('beforeend', `<div id="${BUILT}"></div>`);
    renderFirst(() => root.render(<Site />), { router });
    await vi.waitFor(() => expect(element.textContent).toBe('Next'));
    expect(isSliced).toBe(true);
    root.unmount();
  });
});
