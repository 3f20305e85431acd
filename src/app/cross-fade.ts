import type { createBrowserRouter } from 'react-router-dom';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;

/**
 * Pages cross-fade, where the browser can (LOOK-12).
 *
 * The router can do it, too, but keeps the next page in several places while a fade is under way: one that was
 * overtaken may come last, and the screen then shows another page than the address. Here a fade brings what is
 * newest when the browser is ready for it.
 *
 * @returns the same router
 */
export function withCrossFade<R extends Router>(router: R, page: Document = document): R {
  const subscribe = router.subscribe.bind(router);
  let shown = router.state.location.pathname;
  router.subscribe = (listener) =>
    subscribe((state, options) => {
      const { pathname } = state.location;
      if (pathname === shown || !('startViewTransition' in page)) {
        shown = pathname;
        listener(state, options);
        return;
      }
      const fade = page.startViewTransition(() => {
        shown = router.state.location.pathname;
        listener(router.state, { ...options, flushSync: true });
      });
      // Overtaken by the next one, which is as it should be.
      fade.ready.catch(() => {});
    });
  return router;
}
